import { Readable } from 'node:stream';
import { create as dispositionOf } from 'content-disposition';
import parseRange from 'range-parser';
import { AppError, assertThat } from '../../errors.ts';
import {
  type ByteRange,
  type FileStorage,
  isPublicAddress,
  type StoredContent,
  type StoredFile,
  typeOfAddress,
} from './storage.ts';

/** A request for a file. */
export interface FileRequest {
  method: string;
  /** Raw path with query. */
  path: string;
  /** The names are in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Aborted when no caller waits any more. */
  signal: AbortSignal;
}

/**
 * An answer of the engine. A body that is a Buffer is complete; a body that is a stream is a file, read on demand.
 */
export interface EngineReply {
  status: number;
  /** The names are in lower case. */
  headers: Record<string, string>;
  body?: Buffer | Readable;
}

const yearSeconds = 31_536_000;

/**
 * Serves a stored file under /storage, whole or in part, with validators for caches (RFC 9110 §13 and §14); undefined
 * for any other path. A path must have exactly the form of the engine's addresses; there is no other access to the
 * storage, and none to private files. Names are never reused, so answers never expire. Rejects with AppError, and
 * with the storage's own error.
 */
export async function mediaReply(
  storage: FileStorage,
  { method, path: target, headers, signal }: FileRequest,
): Promise<EngineReply | undefined> {
  const path = target.split('?', 1)[0] ?? '';
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || !path.startsWith('/storage/')) return undefined;
  const found = isPublicAddress(path) ? await storage.stat(path, signal) : undefined;
  if (!found) throw new AppError('request.notFound', 404);
  const rules = { 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes' };
  const range = rangeOf(headers.range, found);
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...rules, 'content-range': `bytes */${found.size}` } };
  const ofFile = {
    ...rules,
    etag: found.etag,
    'last-modified': found.modified.toUTCString(),
    'cache-control': `public, max-age=${yearSeconds}, immutable`,
  };
  if (isKnown(headers, found)) return { status: 304, headers: ofFile };
  // The file is opened before the headers are sent, so that a file that was removed just now still gets a 404.
  const body = method === 'GET' ? await storage.open(path, range, signal) : undefined;
  if (method === 'GET' && !body) throw new AppError('request.notFound', 404);
  return {
    status: range ? 206 : 200,
    headers: {
      ...ofFile,
      'content-type': typeOfAddress(path),
      'content-length': String(range ? range.end - range.start + 1 : found.size),
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${found.size}` }),
    },
    body,
  };
}

/** Returns the single requested range; undefined for the whole file. */
function rangeOf(range: string | undefined, { size }: StoredFile): ByteRange | 'unsatisfiable' | undefined {
  const ranges = range === undefined ? -2 : parseRange(size, range);
  if (ranges === -1) return 'unsatisfiable';
  return Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}

/** True if the client already has these bytes: by If-None-Match, else by If-Modified-Since. */
function isKnown(headers: FileRequest['headers'], { etag, modified }: StoredFile) {
  const tags = headers['if-none-match'];
  if (tags !== undefined)
    return tags.split(',').some((tag) => tag.trim() === '*' || plain(tag.trim()) === plain(etag));
  return Math.floor(modified.getTime() / 1000) * 1000 <= Date.parse(headers['if-modified-since'] ?? '');
}

/**
 * Returns an ETag without the prefix `W/`, for the comparison. Folders mark their ETags as weak because file times
 * are coarse, but the bytes of an address never change.
 */
function plain(etag: string) {
  return etag.replace(/^W\//, '');
}

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
  { method, signal }: FileRequest,
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
    body,
  };
}
