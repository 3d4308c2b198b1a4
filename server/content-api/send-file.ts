import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { assertThat } from '../errors.ts';
import { goneSignal, sendBytes } from './media/send-bytes.ts';
import type { StoredContent } from './media/storage/file-storage.ts';

/** A file as the answer of a download row. */
export interface AnsweredFile {
  /** The name under which it is saved; any characters. */
  name: string;
  /** Its content-type. */
  type: string;
  /** A stored file; or its content, begun only when somebody reads it. */
  content: StoredContent | { chunks: () => AsyncIterable<string> };
}

/**
 * Sends a file to be saved: attachment with the name in both forms of RFC 6266, nosniff, a CSP under which nothing in it can
 * run, and no-store, since it is about people. Flat in memory. AppError 404 when the file is gone; what fails later
 * cuts the connection.
 */
export async function sendFile(
  { content, name, type }: AnsweredFile,
  req: Request,
  res: Response,
): Promise<void> {
  const isHead = req.method === 'HEAD';
  const gone = goneSignal(res);
  const stored = 'chunks' in content ? undefined : await content.stat();
  assertThat('chunks' in content || stored, 'file.notFound', 404);
  let body: Readable | undefined;
  try {
    if (!isHead) body = 'chunks' in content ? Readable.from(content.chunks()) : await content.open(gone);
  } catch (error) {
    if (gone.aborted) return;
    throw error;
  }
  assertThat(isHead || body, 'file.notFound', 404);
  res.attachment(name).set({
    'content-type': type,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...(stored && { 'content-length': String(stored.size) }),
  });
  if (body) await sendBytes(body, res, gone);
  else res.end();
}
