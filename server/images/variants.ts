import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import { type ImageWidth, imageWidths } from '#shared/images.ts';
import { dumpAnswer } from '../bff/upstream/answers.ts';
import { browserHeaders } from '../bff/upstream/headers.ts';
import type { UpstreamAnswer } from '../bff/upstream/upstream.ts';
import { AppError } from '../errors.ts';
import { contentHash } from '../http/ready-answer.ts';
import { ConversionError } from '../image-files/image-files.ts';
import { createSingleFlight } from '../process/work.ts';
import type { Converter } from './convert.ts';
import type { Placeholders } from './images.ts';
import { createSourceReader, type FetchSource, refused } from './source.ts';
import type { ImageStore, StoredImage } from './store.ts';

interface Principal {
  /** The response of the visitor's request, for its request id. */
  res: Response;
  /** Aborted when the browser leaves. Work on a picture for which no other request waits is then stopped. */
  signal: AbortSignal;
}

interface VariantsOptions {
  fetchSource: FetchSource;
  converter: Converter;
  store: ImageStore;
  placeholders: Pick<Placeholders, 'set' | 'delete'>;
}

/** When the host last confirmed a source (`at`, by the monotonic clock), and the hash of the bytes at that time. */
interface Checked {
  hash: string;
  at: number;
}

/** Why a picture could not be made smaller, and when. */
interface Unmade {
  error: ConversionError;
  at: number;
}

/** One variant, and the stored picture of it, if there is one. */
interface Variant {
  path: string;
  width: ImageWidth;
  stored: StoredImage | undefined;
}

/**
 * How long a source counts as unchanged after the host has confirmed it, in milliseconds. So a deleted picture
 * disappears for visitors within a minute.
 */
const freshMs = 60_000;
/**
 * How long a stored picture is served while the host fails, in milliseconds after the host last confirmed its source.
 */
const staleMs = 24 * 3_600_000;
/** How long a failed conversion is not tried again, in milliseconds. */
const unmadeMs = 10 * 60_000;
const mostSources = 20_000;

/** The default for media whose host sends no Cache-Control. */
export const defaultCacheRule = 'public, max-age=3600';

/** Returns pictures of the host, converted to one of the served widths. */
export type Variants = ReturnType<typeof createVariants>;

export function createVariants({ fetchSource, converter, store, placeholders }: VariantsOptions) {
  // Limited by `maxSize` with a size of one per entry: `max` would preallocate all entries, a megabyte.
  const bounds = { maxSize: mostSources, sizeCalculation: () => 1 };
  const checked = new LRUCache<string, Checked>(bounds);
  const unmade = new LRUCache<string, Unmade>(bounds);
  const flights = createSingleFlight<StoredImage>();
  const readSource = createSourceReader();

  async function make(path: string, width: ImageWidth, principal: Principal): Promise<StoredImage> {
    const stored = await store.get(keyOf(path, width));
    if (stored && isFresh(stored, checked.get(path))) return stored;
    const failed = stored ? undefined : unmade.get(path);
    if (failed && performance.now() - failed.at < unmadeMs) throw failed.error;
    const variant = { path, width, stored };
    const { confirmed, changed } = await revalidate(variant, principal);
    return confirmed ?? convert(variant, changed, principal.signal).catch((error) => noteUnmade(path, error));
  }

  /** Asks the host: returns the stored picture if it is still valid, else the answer with the source. */
  async function revalidate({ path, stored }: Variant, principal: Principal): Promise<Revalidated> {
    const last = checked.get(path);
    let answer: UpstreamAnswer;
    try {
      answer = await fetchSource(path, { ...principal, conditions: stored && conditionsOf(stored) });
    } catch (error) {
      if (stored && isOfHost(error) && mayBeStale(stored, last)) return { confirmed: stored };
      throw error;
    }
    if (answer.status === 304 && stored) {
      dumpAnswer(answer);
      checked.set(path, { hash: stored.source.hash ?? '', at: performance.now() });
      return { confirmed: stored };
    }
    if (answer.status === 429 && stored && !mustAsk(stored)) {
      dumpAnswer(answer);
      return { confirmed: stored };
    }
    if (answer.status >= 400) {
      if (answer.status !== 429) forget(path);
      throw refused(answer);
    }
    return { changed: answer };
  }

  /** Reads the source and converts it, unless it is the same as when the stored picture was made. */
  async function convert({ path, width, stored }: Variant, answer: UpstreamAnswer, signal: AbortSignal) {
    const { bytes, free } = await readSource(answer);
    try {
      const hash = contentHash(bytes);
      checked.set(path, { hash, at: performance.now() });
      if (stored?.source.hash === hash) return stored;
      const image = await converter.convert(bytes, width, signal);
      const notes = sourceNotes(hash, answer);
      return await store.put(isStorable(notes) ? keyOf(path, width) : undefined, image, notes);
    } finally {
      free();
    }
  }

  function noteUnmade(path: string, error: unknown): never {
    if (error instanceof ConversionError && isLasting(error))
      unmade.set(path, { error, at: performance.now() });
    throw error;
  }

  function forget(path: string) {
    checked.delete(path);
    placeholders.delete(path);
    for (const width of imageWidths) store.remove(keyOf(path, width));
  }

  return {
    /**
     * Returns the stored picture while its source is fresh; otherwise asks the host whether the source still exists
     * unchanged. Rejects with ConversionError if there is no smaller picture, with AppError if the host refuses the
     * source or fails (404 if the host no longer has it), and with the reason of an aborted `signal`.
     */
    async get(path: string, width: ImageWidth, { res, signal }: Principal) {
      const key = keyOf(path, width);
      const flight =
        flights.join(key) ?? flights.begin(key, (making) => make(path, width, { res, signal: making }));
      const image = await flight.wait(signal);
      if (image.placeholder) placeholders.set(path, image.placeholder);
      return image;
    },
  };
}

type Revalidated =
  | { confirmed: StoredImage; changed?: undefined }
  | { confirmed?: undefined; changed: UpstreamAnswer };

function keyOf(path: string, width: ImageWidth) {
  return `${width} ${path}`;
}

function isFresh(stored: StoredImage, last: Checked | undefined) {
  if (!last || mustAsk(stored)) return false;
  return last.hash === stored.source.hash && performance.now() - last.at < freshMs;
}

/**
 * True if a stored picture may be served while the host fails: its cache rule permits it, and the last confirmation
 * is not too long ago.
 */
function mayBeStale(stored: StoredImage, last: Checked | undefined) {
  return !mustAsk(stored) && (!last || performance.now() - last.at < staleMs);
}

/**
 * True if the source's Cache-Control requires that the host is asked each time (RFC 9111 §5.2.2). A stored picture
 * then only saves the conversion.
 */
function mustAsk({ source: { rule = '' } }: StoredImage) {
  return /\b(no-cache|private)\b/i.test(rule);
}

function isStorable({ rule }: { rule: string }) {
  return !/\bno-store\b/i.test(rule);
}

function isOfHost(error: unknown) {
  return error instanceof AppError && error.status >= 500;
}

/** True if another attempt would fail in the same way. */
function isLasting({ problem }: ConversionError) {
  return problem !== 'busy' && problem !== 'dropped';
}

function conditionsOf({ source }: StoredImage): Record<string, string> {
  return {
    ...(source.etag && { 'if-none-match': source.etag }),
    ...(!source.etag && source.lastModified && { 'if-modified-since': source.lastModified }),
  };
}

/** Validators and cache rule of a source, for the next request to the host. */
function sourceNotes(hash: string, answer: UpstreamAnswer) {
  const headers = browserHeaders(answer.headers, { sameBytes: false });
  return {
    hash,
    rule: headers['cache-control'] ?? defaultCacheRule,
    ...(headers.etag && { etag: headers.etag }),
    ...(headers['last-modified'] && { lastModified: headers['last-modified'] }),
  };
}
