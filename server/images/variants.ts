import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import { type ImageWidth, imageWidths } from '#shared/images.ts';
import { browserHeaders } from '../bff/upstream/browser-headers.ts';
import { dumpAnswer } from '../bff/upstream/refusals.ts';
import { AppError } from '../errors.ts';
import { ConversionError } from '../image-files/conversion-error.ts';
import type { Converter } from './convert.ts';
import type { Placeholders } from './images.ts';
import { createSourceReader, type FetchSource, hashOf, refused } from './source.ts';
import type { ImageStore, StoredImage } from './store.ts';

/** A picture of the host in one width. */
export interface Variants {
  /**
   * From the store while its source is fresh; else the host is asked whether it is still there and the same. Rejects with
   * ConversionError where there is no smaller picture, and with AppError as media does: 404 for what the host no longer has.
   */
  get(path: string, width: ImageWidth, asker: Asker): Promise<StoredImage>;
}

interface Asker {
  res: Response;
  /** Fires when the browser leaves. */
  signal: AbortSignal;
}

interface VariantsOptions {
  fetchSource: FetchSource;
  converter: Converter;
  store: ImageStore;
  placeholders: Pick<Placeholders, 'set' | 'delete'>;
}

/** What the host said last of a source. */
interface Checked {
  hash: string;
  at: number;
}

/** One picture in the making, and how many wait for it. */
interface Job {
  result: Promise<StoredImage>;
  waiting: number;
  abort: AbortController;
}

/** So long a source counts as there and unchanged, in milliseconds: what is deleted is gone for visitors within a minute. */
const freshMs = 60_000;
/** So long a picture stands in for a host that fails, after it was last found there. */
const staleMs = 24 * 3_600_000;
/** So long nobody tries again what could not be made smaller. */
const unmadeMs = 10 * 60_000;
const mostSources = 20_000;

/** What media says of how long it may be kept, where the host says nothing. */
export const unsaidCacheRule = 'public, max-age=3600';

export function createVariants({ fetchSource, converter, store, placeholders }: VariantsOptions): Variants {
  // By size, one each: `max` would take the room of all of them at once, a megabyte.
  const bounds = { maxSize: mostSources, sizeCalculation: () => 1 };
  const checked = new LRUCache<string, Checked>(bounds);
  const unmade = new LRUCache<string, ConversionError>({ ...bounds, ttl: unmadeMs });
  const jobs = new Map<string, Job>();
  const readSource = createSourceReader();

  /** Asks the host, and makes the picture where it is new. */
  async function make(path: string, width: ImageWidth, { res, signal }: Asker): Promise<StoredImage> {
    const kept = await store.get(keyOf(path, width));
    const last = checked.get(path);
    const mayStand = kept && !mustAsk(kept.source.rule);
    if (mayStand && last?.hash === kept.source.hash && performance.now() - (last?.at ?? 0) < freshMs)
      return kept;
    const problem = kept ? undefined : unmade.get(path);
    if (problem) throw problem;

    const answer = await fetchSource(path, { res, signal, conditions: kept && conditionsOf(kept) }).catch(
      (error: unknown) => {
        const isStale = !last || performance.now() - last.at < staleMs;
        if (mayStand && isStale && error instanceof AppError && error.status >= 500) return undefined;
        throw error;
      },
    );
    if (!answer) return kept as StoredImage;
    if (answer.status >= 400) {
      if (answer.status !== 429) forget(path);
      else if (mayStand) {
        dumpAnswer(answer);
        return kept;
      }
      throw refused(answer);
    }
    if (answer.status === 304 && kept) {
      dumpAnswer(answer);
      checked.set(path, { hash: kept.source.hash ?? '', at: performance.now() });
      return kept;
    }
    const { bytes, free } = await readSource(answer);
    try {
      const hash = hashOf(bytes);
      checked.set(path, { hash, at: performance.now() });
      if (kept?.source.hash === hash) return kept;
      const image = await converter.convert(bytes, width, signal);
      const headers = browserHeaders(answer.headers, { sameBytes: false });
      const rule = headers['cache-control'] ?? unsaidCacheRule;
      const notes = {
        hash,
        rule,
        ...(headers.etag && { etag: headers.etag }),
        ...(headers['last-modified'] && { lastModified: headers['last-modified'] }),
      };
      return await store.put(!/\bno-store\b/i.test(rule) ? keyOf(path, width) : undefined, image, notes);
    } finally {
      free();
    }
  }

  function forget(path: string): void {
    checked.delete(path);
    placeholders.delete(path);
    for (const width of imageWidths) store.remove(keyOf(path, width));
  }

  function begin(path: string, width: ImageWidth, res: Response): Job {
    const key = keyOf(path, width);
    const abort = new AbortController();
    const end = () => {
      if (jobs.get(key) === job) jobs.delete(key);
    };
    const result = make(path, width, { res, signal: abort.signal }).catch((error: unknown) => {
      if (error instanceof ConversionError && isLasting(error)) unmade.set(path, error);
      throw error;
    });
    const job = { result, waiting: 0, abort };
    jobs.set(key, job);
    abort.signal.addEventListener('abort', end);
    // Who waits hears of it; when nobody does, nobody need.
    result.then(end, end);
    return job;
  }

  return {
    async get(path, width, { res, signal }) {
      const job = jobs.get(keyOf(path, width)) ?? begin(path, width, res);
      job.waiting += 1;
      const leave = () => {
        job.waiting -= 1;
        if (job.waiting === 0) job.abort.abort();
      };
      signal.addEventListener('abort', leave, { once: true });
      try {
        const image = await job.result;
        if (image.placeholder) placeholders.set(path, image.placeholder);
        return image;
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
  };
}

function keyOf(path: string, width: ImageWidth): string {
  return `${width} ${path}`;
}

function conditionsOf({ source }: StoredImage): Record<string, string> {
  return {
    ...(source.etag && { 'if-none-match': source.etag }),
    ...(!source.etag && source.lastModified && { 'if-modified-since': source.lastModified }),
  };
}

/** True where nobody but the host itself may answer: what is kept then only saves making it again. */
function mustAsk(rule = ''): boolean {
  return /\b(no-cache|private)\b/i.test(rule);
}

/** True where another try would end the same way. */
function isLasting({ problem }: ConversionError): boolean {
  return problem !== 'busy' && problem !== 'dropped';
}
