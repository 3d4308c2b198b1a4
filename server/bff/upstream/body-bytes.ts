import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { KIB } from '#shared/limits.ts';
import type { SentPart } from '../../forms/read-form.ts';
import type { BodyPiece, UpstreamRequest } from './upstream.ts';

/**
 * Size in bytes of the parts in which a file is sent. The exchange is aborted only if no part gets through within the
 * time limit, so that a slow host has that time for each part.
 */
const partBytes = 64 * KIB;

/**
 * Yields the bytes of a body. Opens one file after the other, and reads it as fast as the consumer takes the bytes.
 * `readFile` returns the bytes of the form's only file if that file is not on disk. Fails with the file's error if a file
 * is missing or has become shorter.
 */
export async function* bodyBytes(
  body: NonNullable<UpstreamRequest['body']>,
  readFile: (file: FilePiece) => AsyncIterable<Buffer> = fromDisk,
) {
  if (!('length' in body)) yield* body;
  else
    for (const piece of joined(body)) {
      if ('path' in piece) yield* readFile(piece);
      else yield piece;
    }
}

type FilePiece = Exclude<BodyPiece, Buffer>;

/** Joins adjacent pieces in memory, because each write becomes a packet of its own. */
function* joined(pieces: readonly BodyPiece[]) {
  let inMemory: Buffer[] = [];
  for (const piece of pieces) {
    if (!('path' in piece)) {
      inMemory.push(piece);
      continue;
    }
    if (inMemory.length > 0) yield Buffer.concat(inMemory);
    inMemory = [];
    yield piece;
  }
  if (inMemory.length > 0) yield Buffer.concat(inMemory);
}

async function* fromDisk({ path, bytes }: FilePiece) {
  const file = await open(path);
  try {
    for (let left = bytes; left > 0; ) {
      const part = Buffer.allocUnsafeSlow(Math.min(partBytes, left));
      const { bytesRead } = await file.read(part, 0, part.length, null);
      if (bytesRead === 0) throw new Error('a file of a form became shorter');
      left -= bytesRead;
      yield part.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** A complete body of known length in bytes, ready to be sent. */
export type RebuiltBody = ReturnType<typeof rebuildForm>;

/**
 * Builds the multipart body for the upstream from the parts: names, order, file names and bytes are unchanged, the
 * type of each file is the one that its first bytes show, and the length is known. Files are streamed from disk one
 * after the other, so that memory use does not grow with them.
 */
export function rebuildForm(parts: readonly SentPart[]) {
  // With 144 random bits, the content cannot contain this boundary by chance.
  const boundary = `studio-${randomBytes(18).toString('hex')}`;
  const heads = parts.map((part) => Buffer.from(partHead(part, boundary)));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const framing = heads.reduce((sum, head) => sum + head.length + lineEnd.length, end.length);
  const pieces: BodyPiece[] = [
    ...parts.flatMap((part, index) => [heads[index] as Buffer, contentOf(part), lineEnd]),
    end,
  ];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: parts.reduce((sum, part) => sum + part.size, framing),
    pieces,
  };
}

const lineEnd = Buffer.from('\r\n');

function partHead(part: SentPart, boundary: string) {
  const name = `--${boundary}\r\nContent-Disposition: form-data; name="${quotable(part.name)}"`;
  if (part.kind === 'text') return `${name}\r\n\r\n`;
  return `${name}; filename="${quotable(part.fileName)}"\r\nContent-Type: ${part.type}\r\n\r\n`;
}

/**
 * Writes a name as browsers do, with the escapes that the parser has removed (WHATWG HTML, multipart/form-data
 * encoding algorithm).
 */
function quotable(name: string) {
  return name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function contentOf({ source, size }: SentPart) {
  return typeof source === 'string' ? { path: source, bytes: size } : source;
}
