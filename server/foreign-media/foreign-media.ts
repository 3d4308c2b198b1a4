import type { lookup } from 'node:dns';
import { LRUCache } from 'lru-cache';
import { limits } from '#shared/limits.ts';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import { problemOf } from '../bff/target/plain-requests.ts';
import type { UpstreamAnswer } from '../bff/upstream/upstream.ts';
import { type ByteRange, type CachedFile, DiskCache } from '../disk-cache/disk-cache.ts';
import { judgeHead, mediaTypeOf } from '../forms/file-types.ts';
import { storageFullError } from '../process/data-dir.ts';
import { createSingleFlight } from '../process/work.ts';
import { createOriginClient, ForeignMediaError, isNothing, tooLarge } from './origin-client.ts';

export interface ForeignMediaOptions {
  origins: MediaOrigins;
  /** The folder of the stored files; created when the first file is stored. */
  folder: string;
  /** Maximum number of bytes of an image and of a video (UPLOAD_IMAGE_MAX_BYTES, UPLOAD_VIDEO_MAX_BYTES). */
  mostBytes: Record<'image' | 'video', number>;
  timeoutMs?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Resolves host names. */
  resolve?: typeof lookup;
}

/** Describes a stored file. */
interface FileNote {
  /** The media type, detected from the file's first bytes. */
  type: string;
  /** When the origin last confirmed the file, in milliseconds since 1970. */
  checkedAt: number;
  /** Validators of the file, for the next request to the origin. */
  etag?: string;
  lastModified?: string;
}

type KeptFile = CachedFile<FileNote>;

interface Target {
  alias: string;
  /**
   * Identifies the file. It includes the alias: two aliases may name the same origin, and perhaps only one of the two
   * may lead into a private network.
   */
  key: string;
  /** The path as sent to the origin. */
  path: string;
  /** The whole URL: the key of the store, and the name of the file in errors. */
  url: string;
}

const usualTimeoutMs = 10_000;
/** How long a file is not asked for again, in milliseconds. */
const freshMs = 3_600_000;
/** How long a file that could not be fetched is not requested again, in milliseconds. */
const failedMs = 30_000;
const mostFailures = 5_000;

export type ForeignMedia = ReturnType<typeof createForeignMedia>;

/** A file; `open` streams it, or a range of its bytes, and returns undefined when the file has been evicted. */
export type ForeignFile = Awaited<ReturnType<ForeignMedia['fetch']>>;

/**
 * Images and videos of the origins that the operator has named, for pages and for imports
 * (server/foreign-media/README.md).
 */
export function createForeignMedia(options: ForeignMediaOptions) {
  const { origins, folder, mostBytes, resolve, timeoutMs = usualTimeoutMs, now = Date.now } = options;
  const files = new DiskCache<FileNote>({ folder, maxBytes: limits.foreignMediaBytes });
  const fileLimits = { ...mostBytes, captions: limits.captionsBytes };
  const failures = new LRUCache<string, ForeignMediaError>({
    max: mostFailures,
    ttl: failedMs,
    ttlResolution: 0,
    perf: { now },
  });
  const flights = createSingleFlight<KeptFile>();
  const most = Math.max(mostBytes.image, mostBytes.video);
  const clients = new Map(
    Object.entries(origins).map(([alias, origin]) => [
      alias,
      createOriginClient({ origin, mostBytes: most, resolve, timeoutMs }),
    ]),
  );

  /** With `waitMs` a stale file is given at once; without it, waits until the file is there. */
  async function get(target: Target, waitMs?: number): Promise<KeptFile> {
    const stored = await files.find(target.url);
    const age = stored ? now() - stored.note.checkedAt : Number.NaN;
    // A check whose time is in the future was recorded before the clock was set back.
    if (stored && age >= 0 && age < freshMs) return stored;
    const failed = failures.get(target.key);
    if (failed) {
      if (stored) return stored;
      throw failed;
    }
    const flight = flights.join(target.key) ?? flights.begin(target.key, () => refresh(target, stored));
    if (waitMs === undefined) return flight.wait();
    // The file is fetched to its end for the next request, even if nobody waits any more.
    flight.keepGoing();
    if (stored) return stored;
    const patience = AbortSignal.timeout(waitMs);
    return flight.wait(patience).catch((error: unknown) => {
      if (!patience.aborted) throw error;
      throw new ForeignMediaError('timeout', `${target.url}: is not fetched yet`);
    });
  }

  /**
   * Asks the origin for the file or for a newer version. While the origin fails, the stored file is served. When the
   * origin no longer has the file, the stored one is deleted.
   */
  async function refresh(target: Target, stored: KeptFile | undefined): Promise<KeptFile> {
    try {
      const file = await ask(target, stored);
      failures.delete(target.key);
      return file;
    } catch (error) {
      if (error instanceof ForeignMediaError) failures.set(target.key, error);
      if (isNothing(error)) files.remove(target.url);
      else if (stored) return stored;
      throw storageFullError(error, 'storage.full') ?? error;
    }
  }

  async function ask({ alias, path, url }: Target, stored: KeptFile | undefined): Promise<KeptFile> {
    const client = clients.get(alias);
    if (!client) throw notNamed(alias);
    return client.ask({ path, url, conditions: conditionsOf(stored?.note) }, async (answer) => {
      const marks = { checkedAt: now(), ...validatorsOf(answer) };
      if (answer.status === 200) return store(url, answer.body, marks);
      // A 304 may omit validators that are still valid (RFC 9110 §15.4.5).
      const confirmed = stored && (await files.annotate(url, { ...stored.note, ...marks }));
      if (!confirmed)
        throw new ForeignMediaError('refused', `${url}: answered 304 to an unconditional request`);
      return confirmed;
    });
  }

  /** Stores a file. Its type and its size are checked as it arrives. */
  async function store(url: string, body: AsyncIterable<Buffer>, marks: Omit<FileNote, 'type'>) {
    let type = '';
    let bytes = 0;
    let limit = Number.POSITIVE_INFINITY;
    async function* within(): AsyncGenerator<Buffer> {
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes > limit) throw tooLarge(url, limit);
        yield chunk;
      }
    }
    const judge = async (head: Buffer) => {
      const found = await mediaTypeOf(head);
      if (!found)
        throw new ForeignMediaError('wrongType', `${url}: is neither an image nor a video nor captions`);
      type = found.type;
      limit = fileLimits[found.kind];
      if (bytes > limit) throw tooLarge(url, limit);
    };
    return files.put(url, judgeHead(within(), judge), () => ({ type, ...marks }));
  }

  async function fetchTarget(target: Target, waitMs?: number) {
    const { note, bytes, hash } = await get(target, waitMs);
    return { type: note.type, bytes, hash, open: (range?: ByteRange) => files.open(target.url, hash, range) };
  }

  return {
    /**
     * Fetches a file by the alias of its origin and the raw path below it. Rejects with ForeignMediaError, or AppError
     * 503 and 507.
     */
    fetch: async (alias: string, path: string, waitMs?: number) =>
      fetchTarget(targetOf(origins, alias, path), waitMs),
    /** Fetches a file by its URL, including the query. The URL must be below one of the named origins. */
    fetchUrl: async (url: string) => fetchTarget(targetOfUrl(origins, url)),
    close() {
      for (const client of clients.values()) client.close();
    },
  };
}

function targetOf(origins: MediaOrigins, alias: string, path: string, query = ''): Target {
  const base = Object.hasOwn(origins, alias) ? origins[alias]?.url : undefined;
  if (!base) throw notNamed(alias);
  const raw = path.replace(/^\//, '');
  if (raw === '' || raw.endsWith('/') || raw.includes('?') || problemOf(`/${raw}`) !== undefined)
    throw new ForeignMediaError('badAddress', `"${path.slice(0, 200)}" is not the plain path of a file`);
  const below = `${folderOf(base)}/${raw}${query}`;
  const url = `${base.origin}${below}`;
  return { alias, key: `${alias} ${url}`, path: below, url };
}

function targetOfUrl(origins: MediaOrigins, text: string): Target {
  const url = plainUrl(text);
  // Longest path first: of two named origins on the same host, the one with the longer path is tried first. The
  // scheme of a URL is not compared, because requests use the scheme of the named origin.
  const named = Object.entries(origins)
    .map(([alias, { url }]) => ({ alias, host: url.host, folder: folderOf(url) }))
    .sort((one, other) => other.folder.length - one.folder.length);
  const origin = named.find(({ host, folder }) => url.host === host && url.pathname.startsWith(`${folder}/`));
  if (origin)
    return targetOf(origins, origin.alias, url.pathname.slice(origin.folder.length + 1), url.search);
  const known = named.map(({ alias }) => alias).join(', ') || 'none';
  throw new ForeignMediaError(
    'notNamed',
    `${shownAddress(text)} is not below a configured media origin (${known})`,
  );
}

/** Parses a URL. Throws for a URL that the origin could read as another file than this code does. */
function plainUrl(text: string) {
  const bad = (why: string) => new ForeignMediaError('badAddress', `${shownAddress(text)} ${why}`);
  if (!URL.canParse(text)) throw bad('is not an address');
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) throw bad('is not an http:// or https:// address');
  if (url.username || url.password) throw bad('has a user name or a password');
  if (/[\\/](?:\.|%2e){1,2}(?=[\\/?#]|$)/i.test(text)) throw bad('has . or .. segments');
  if (problemOf(`/${url.search}`) !== undefined) throw bad('has an invalid query');
  return url;
}

function shownAddress(text: string) {
  return `"${text.slice(0, 200)}"`;
}

function notNamed(alias: string) {
  return new ForeignMediaError('notNamed', `there is no media origin "${alias}"`);
}

/** Returns the path of an origin, without a trailing slash. */
function folderOf({ pathname }: URL) {
  return pathname.replace(/\/$/, '');
}

/** Returns the validators of an answer that can be sent back to the origin unchanged. */
function validatorsOf({ headers: { etag, 'last-modified': lastModified } }: UpstreamAnswer) {
  const isPlain = (text: unknown) => typeof text === 'string' && /^[ -~]{1,200}$/.test(text);
  return {
    ...(isPlain(etag) && { etag: `${etag}` }),
    ...(isPlain(lastModified) && { lastModified: `${lastModified}` }),
  };
}

function conditionsOf({ etag, lastModified }: Partial<FileNote> = {}): Record<string, string> {
  return {
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified }),
  };
}
