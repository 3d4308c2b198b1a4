import { Readable } from 'node:stream';
import { create as dispositionOf } from 'content-disposition';
import { assertThat } from '../errors.ts';
import type { EngineReply, EngineRequest } from './exchange.ts';
import type { StoredContent } from './media/storage/file-storage.ts';

/** A file that answers a download row. */
export interface AnsweredFile {
  /** The file name for saving; any characters. */
  name: string;
  type: string;
  /** A stored file, or generated content, which is generated only while it is read. */
  content: StoredContent | { chunks: () => AsyncIterable<string> };
}

/**
 * Sends a file to be saved: attachment with the name in both forms of RFC 6266, nosniff, a CSP under which nothing in
 * it can run, and no-store, since it contains personal data. Uses constant memory. Throws AppError 404 when the file
 * does not exist; a later failure ends the stream with its error.
 */
export async function fileReply(
  { content, name, type }: AnsweredFile,
  { method, signal }: EngineRequest,
): Promise<EngineReply> {
  const stored = 'chunks' in content ? undefined : await content.stat();
  assertThat('chunks' in content || stored, 'file.notFound', 404);
  let body: Readable | undefined;
  if (method !== 'HEAD') {
    body = 'chunks' in content ? Readable.from(content.chunks()) : await content.open(signal);
    assertThat(body, 'file.notFound', 404);
  }
  return {
    status: 200,
    headers: {
      'content-disposition': dispositionOf(name),
      'content-type': type,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      ...(stored && { 'content-length': String(stored.size) }),
    },
    ...(body && { body }),
  };
}
