import { randomBytes } from 'node:crypto';
import type { SentPart } from '../../forms/read-form.ts';
import type { BodyPiece } from './upstream.ts';

/** A complete body of known length, ready to be sent. */
export interface RebuiltBody {
  contentType: string;
  /** Length of the body in bytes. */
  length: number;
  pieces: readonly BodyPiece[];
}

/**
 * Builds the multipart body for the upstream from the parts: names, order, file names and bytes are unchanged, the
 * type of each file is the one that its first bytes show, and the length is known. Files are streamed from disk one
 * after the other, so that memory use does not grow with them.
 */
export function rebuildForm(parts: readonly SentPart[]): RebuiltBody {
  // With 144 random bits, the content cannot contain this boundary by chance.
  const boundary = `studio-${randomBytes(18).toString('hex')}`;
  const heads = parts.map((part) => Buffer.from(partHead(part, boundary)));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const framing = heads.reduce((sum, head) => sum + head.length + lineEnd.length, end.length);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: parts.reduce((sum, part) => sum + part.size, framing),
    pieces: [...parts.flatMap((part, index) => [heads[index] as Buffer, contentOf(part), lineEnd]), end],
  };
}

const lineEnd = Buffer.from('\r\n');

function partHead(part: SentPart, boundary: string): string {
  const name = `--${boundary}\r\nContent-Disposition: form-data; name="${quotable(part.name)}"`;
  if (part.kind === 'text') return `${name}\r\n\r\n`;
  return `${name}; filename="${quotable(part.fileName)}"\r\nContent-Type: ${part.type}\r\n\r\n`;
}

/**
 * Writes a name as browsers do, with the escapes that the parser has removed (WHATWG HTML, multipart/form-data
 * encoding algorithm).
 */
function quotable(name: string): string {
  return name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function contentOf({ source, size }: SentPart): BodyPiece {
  return typeof source === 'string' ? { path: source, bytes: size } : source;
}
