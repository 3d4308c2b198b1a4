import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { AppError } from '../errors.ts';

/** A file as the answer of a download row. */
export interface AnsweredFile {
  /** The name under which it is saved; any characters. */
  name: string;
  /** Its content-type. */
  type: string;
  /** Where it lies; or its content, begun only when somebody reads it. */
  content: { path: string } | { chunks: () => AsyncIterable<string> };
}

/**
 * Sends a file to be saved: attachment with the name in both forms of RFC 6266, nosniff, a CSP under which nothing in it can
 * run, and no-store, since it is about people. Flat in memory. AppError 404 when the file is gone; what fails later
 * cuts the connection.
 */
export async function sendFile(file: AnsweredFile, req: Request, res: Response): Promise<void> {
  const stored = 'path' in file.content ? await openStored(file.content.path) : undefined;
  res.attachment(file.name).set({
    'content-type': file.type,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...(stored && { 'content-length': String(stored.size) }),
  });
  if (req.method === 'HEAD') {
    await stored?.close();
    res.end();
    return;
  }
  const content = stored?.stream() ?? ('chunks' in file.content ? Readable.from(file.content.chunks()) : []);
  // A reader who leaves is no fault; any other failure has destroyed the response, so no half file seems whole.
  await pipeline(content, res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

async function openStored(path: string) {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new AppError('file.notFound', 404, { cause: error });
    throw error;
  });
  const { size } = await handle.stat();
  return {
    size,
    stream: () => handle.createReadStream(),
    close: () => handle.close(),
  };
}
