import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';

/** One part of a multipart form, as it arrived. */
interface SeenPart {
  name: string;
  filename?: string;
  contentType?: string;
  isFile: boolean;
  /** Value of a text part. */
  value?: string;
  /** Size in bytes. */
  size: number;
  sha256: string;
  /** For a file: the path where the stub stores the bytes until it is reset or closed. */
  storedAt?: string;
}

/** One request, exactly as received. It is listed when its head arrives; the body is filled in afterwards. */
export interface SeenRequest {
  method: string;
  /** The raw request target. */
  url: string;
  /** Names and values alternately, in the case and order of the wire. */
  rawHeaders: string[];
  header(name: string): string | undefined;
  headerAll(name: string): string[];
  /** The raw body, stored up to 2 MB for a form and 32 MB for other bodies; empty if it was larger. */
  body: Buffer;
  bodyLength: number;
  bodySha256: string;
  /** Multipart parts, texts and files, in the order of the wire. */
  parts: SeenPart[];
  /** True if the whole body arrived with the announced length. */
  complete: boolean;
}

const keptForm = 2 * 1024 * 1024;
const keptBody = 32 * 1024 * 1024;

/** Returns the record of a request of which only the head is known. */
export function seenHead(method: string, url: string, rawHeaders: string[]): SeenRequest {
  const headerAll = (name: string) =>
    rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name.toLowerCase());
  return {
    method,
    url,
    rawHeaders: [...rawHeaders],
    header: (name) => headerAll(name)[0],
    headerAll,
    body: Buffer.alloc(0),
    bodyLength: 0,
    bodySha256: '',
    parts: [],
    complete: false,
  };
}

/**
 * Reads the body into the record. It hashes the stream and writes files to `folder`, so that a video of any size
 * needs no memory. Resolves when the body ends, complete or not; never rejects.
 */
export async function readBody(req: IncomingMessage, seen: SeenRequest, folder: string): Promise<void> {
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  const isForm = /^multipart\/form-data/i.test(seen.header('content-type') ?? '');
  const form = isForm ? readForm(seen, folder) : undefined;
  const limit = isForm ? keptForm : keptBody;
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      hash.update(chunk);
      seen.bodyLength += chunk.length;
      if (seen.bodyLength <= limit) kept.push(chunk);
      if (form) await form.write(chunk);
    }
    await form?.end();
    seen.complete = req.complete;
  } catch {
    form?.abandon();
  }
  seen.bodySha256 = hash.digest('hex');
  if (seen.bodyLength <= limit) seen.body = Buffer.concat(kept);
}

/** Parses the form in parallel with the raw reading; a form that cannot be parsed just has fewer parts. */
function readForm(seen: SeenRequest, folder: string) {
  const input = new PassThrough();
  const files: Promise<void>[] = [];
  const parser = busboy({
    headers: { 'content-type': seen.header('content-type') ?? '' },
    // Texts are read as latin1 so that no byte is lost, and decoded below.
    ...{ defCharset: 'latin1', defParamCharset: 'utf8', preservePath: true },
    limits: { fieldSize: Number.POSITIVE_INFINITY, fieldNameSize: 64 * 1024 },
  });
  parser.on('field', (name, latin1, { mimeType }) => {
    const bytes = Buffer.from(latin1, 'latin1');
    const contentType = mimeType === 'text/plain' ? {} : { contentType: mimeType };
    const value = bytes.toString('utf8');
    seen.parts.push({
      name,
      isFile: false,
      value,
      size: bytes.length,
      sha256: sha256(bytes),
      ...contentType,
    });
  });
  parser.on('file', (name, stream, { filename, mimeType: contentType }) => {
    const storedAt = join(folder, randomUUID());
    const part: SeenPart = { name, filename, contentType, isFile: true, size: 0, sha256: '', storedAt };
    seen.parts.push(part);
    const hash = createHash('sha256');
    stream.on('data', (chunk: Buffer) => {
      hash.update(chunk);
      part.size += chunk.length;
    });
    const written = pipeline(stream, createWriteStream(storedAt)).then(() => {
      part.sha256 = hash.digest('hex');
    });
    files.push(written.catch(() => {}));
  });
  const parsed = new Promise<void>((resolve) => {
    parser.once('close', resolve);
    parser.once('error', () => {
      input.unpipe(parser);
      input.resume();
      resolve();
    });
  });
  input.pipe(parser);
  return {
    async write(chunk: Buffer): Promise<void> {
      if (!input.write(chunk)) await new Promise((resolve) => input.once('drain', resolve));
    },
    async end(): Promise<void> {
      input.end();
      await parsed;
      await Promise.all(files);
    },
    abandon: () => void input.destroy(),
  };
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
