import type { lookup } from 'node:dns';
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { limits } from '#shared/limits.ts';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import { problemOf } from '../bff/target/ambiguous-target.ts';
import type { UpstreamAnswer } from '../bff/upstream/upstream.ts';
import { createSingleFlight } from '../cache/single-flight.ts';
import { storageFullError } from '../data-dir.ts';
import { type ByteRange, DiskCache } from '../disk-cache/disk-cache.ts';
import type { CachedFile } from '../disk-cache/entry-file.ts';
import { mediaTypeOf } from '../forms/file-types.ts';
import { checkedStream } from './checked-stream.ts';
import { createOriginClient, type OriginClient, tooLarge } from './origin-client.ts';
import { ForeignMediaError, isNothing } from './problem.ts';

export interface ForeignMediaOptions {
  origins: MediaOrigins;
  /** The folder of the stored files; created when the first file is stored. */
  folder: string;
  /** Maximum number of bytes of an image and of a video (UPLOAD_IMAGE_MAX_BYTES, UPLOAD_VIDEO_MAX_BYTES). */
  mostBytes: Record<'image' | 'video', number>;
  /** Maximum number of bytes of all stored files together. */
  keptBytes?: number;
  timeoutMs?: number;
  log?: Pick<Logger, 'warn'>;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Resolves host names. */
  resolve?: typeof lookup;
}

/** Describes a stored file. */
interface FileNote {
  /** The media type, detected from the file's first bytes. */
  type: string;
  /**
   * When the origin was last asked about the file, in milliseconds since 1970. `freshMs` is how long its answer is
   * fresh.
   */
  checkedAt: number;
  freshMs: number;
  /** Validators of the file, for the next request to the origin. */
  etag?: string;
  lastModified?: string;
}

type KeptFile = CachedFile<FileNote>;

export interface ForeignFile extends Pick<KeptFile, 'bytes' | 'hash'> {
  type: string;
  /**
   * Returns the bytes of the file, or those from `start` to `end`, both included; undefined when the file has been
   * evicted.
   */
  open(range?: ByteRange): Promise<Readable | undefined>;
}

/**
 * Images and videos of the origins that the operator has named, for pages and for imports
 * (server/foreign-media/README.md).
 */
export interface ForeignMedia {
  /**
   * Fetches a file by the alias of its origin and the raw path below it. Rejects with ForeignMediaError, or AppError
   * 503 and 507.
   */
  fetch(alias: string, path: string, options?: FetchOptions): Promise<ForeignFile>;
  /** Fetches a file by its URL, including the query. The URL must be below one of the named origins. */
  fetchUrl(url: string, options?: FetchOptions): Promise<ForeignFile>;
  /** The stored files, for metrics. */
  stats(): Promise<{ entries: number; bytes: number }>;
  close(): void;
}

interface FetchOptions {
  /** Aborting it ends only the wait: the file is still fetched to its end, for the next request. */
  signal?: AbortSignal;
  /** The longest wait, in milliseconds; shorter if a stale file can be served. */
  waitMs?: number;
}

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

/** An answer of the origin about a file. */
type Checked = Omit<FileNote, 'type'>;

const usualTimeoutMs = 10_000;
/**
 * How long a file is fresh, in milliseconds: as its origin states, but at least `least` and at most `most`; `usual`
 * if the origin states nothing.
 */
const freshMs = { least: 5 * 60_000, usual: 3_600_000, most: 24 * 3_600_000 };
/** How long a file that could not be fetched is not requested again, in milliseconds. */
const failedMs = 30_000;
/** How long to wait for the origin if a stale file can be served, in milliseconds. */
const oldWaitMs = 2_000;
const mostFailures = 5_000;

export function createForeignMedia(options: ForeignMediaOptions): ForeignMedia {
  const { origins, folder, mostBytes, keptBytes = limits.foreignMediaBytes, now = Date.now } = options;
  const files = new DiskCache<FileNote>({ folder, maxBytes: keptBytes, syncs: true });
  const fileLimits = {
    image: Math.min(keptBytes, mostBytes.image),
    video: Math.min(keptBytes, mostBytes.video),
    captions: Math.min(keptBytes, limits.captionsBytes),
  };
  const clients = createClients(options, Math.max(fileLimits.image, fileLimits.video));
  const failures = new LRUCache<string, { error: ForeignMediaError; until: number }>({ max: mostFailures });
  const flights = createSingleFlight<KeptFile>();

  async function get(target: Target, { signal, waitMs }: FetchOptions): Promise<KeptFile> {
    const stored = await files.find(target.url);
    if (stored && isFresh(stored.note, now())) return stored;
    const failed = failures.get(target.key);
    if (failed && now() < failed.until) {
      if (stored) return stored;
      throw failed.error;
    }
    const flight = flights.join(target.key) ?? flights.begin(target.key, () => refresh(target, stored));
    flight.keepGoing();
    if (waitMs === undefined) return flight.wait(signal);
    const patienceMs = stored ? Math.min(oldWaitMs, waitMs) : waitMs;
    const file = (await unlessLate(flight.wait(signal), patienceMs)) ?? stored;
    if (file) return file;
    throw new ForeignMediaError('timeout', `${target.url}: is not fetched yet`);
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
      if (error instanceof ForeignMediaError) failures.set(target.key, { error, until: now() + failedMs });
      if (isNothing(error)) files.remove(target.url);
      else if (stored) return stored;
      throw storageFullError(error, 'storage.full') ?? error;
    }
  }

  async function ask({ alias, path, url }: Target, stored: KeptFile | undefined): Promise<KeptFile> {
    const client = clients.get(alias);
    if (!client) throw notNamed(alias);
    const conditions = stored ? conditionsOf(stored.note) : {};
    return client.ask({ path, url, conditions }, async ({ status, headers, body }) => {
      const checked = checkedOf(headers, now());
      if (status === 200) return store(url, body, checked);
      const confirmed = stored && (await files.annotate(url, confirmedNote(stored.note, checked)));
      if (!confirmed)
        throw new ForeignMediaError('refused', `${url}: answered 304 to an unconditional request`);
      return confirmed;
    });
  }

  /** Stores a file after checking its first bytes. */
  function store(url: string, body: AsyncIterable<Buffer>, checked: Checked): Promise<KeptFile> {
    let type = '';
    const chunks = checkedStream(body, async (head) => {
      const found = await mediaTypeOf(head);
      if (!found)
        throw new ForeignMediaError('wrongType', `${url}: is neither an image nor a video nor captions`);
      type = found.type;
      const limit = fileLimits[found.kind];
      return (bytes) => {
        if (bytes > limit) throw tooLarge(url, limit);
      };
    });
    return files.put(url, chunks, () => ({ type, ...checked }));
  }

  async function fetchTarget(target: Target, asked: FetchOptions): Promise<ForeignFile> {
    const { note, bytes, hash } = await get(target, asked);
    return { type: note.type, bytes, hash, open: (range) => files.open(target.url, hash, range) };
  }

  return {
    fetch: async (alias, path, asked = {}) => fetchTarget(targetOf(origins, alias, path), asked),
    fetchUrl: async (url, asked = {}) => fetchTarget(targetOfUrl(origins, url), asked),
    stats: files.stats,
    close() {
      for (const client of clients.values()) client.close();
    },
  };
}

/** Creates the clients of the origins, by alias. */
function createClients(
  { origins, now = Date.now, resolve, timeoutMs = usualTimeoutMs, log }: ForeignMediaOptions,
  mostBytes: number,
): Map<string, OriginClient> {
  const clientOf = (alias: string, origin: MediaOrigins[string]) =>
    createOriginClient({
      origin,
      mostBytes,
      now,
      resolve,
      timeoutMs,
      onAway: (err) => log?.warn({ alias, err }, 'a media origin does not answer: the cached file is served'),
    });
  return new Map(Object.entries(origins).map(([alias, origin]) => [alias, clientOf(alias, origin)]));
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
function plainUrl(text: string): URL {
  const bad = (why: string) => new ForeignMediaError('badAddress', `${shownAddress(text)} ${why}`);
  if (!URL.canParse(text)) throw bad('is not an address');
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) throw bad('is not an http:// or https:// address');
  if (url.username || url.password) throw bad('has a user name or a password');
  if (/[\\/](?:\.|%2e){1,2}(?=[\\/?#]|$)/i.test(text)) throw bad('has . or .. segments');
  if (problemOf(`/${url.search}`) !== undefined) throw bad('has an invalid query');
  return url;
}

function shownAddress(text: string): string {
  return `"${text.slice(0, 200)}"`;
}

function notNamed(alias: string): ForeignMediaError {
  return new ForeignMediaError('notNamed', `there is no media origin "${alias}"`);
}

/** Returns the path of an origin, without a trailing slash. */
function folderOf({ pathname }: URL): string {
  return pathname.replace(/\/$/, '');
}

/**
 * True if the file is fresh. A check whose time is in the future does not count: it was recorded before the clock was
 * set back.
 */
function isFresh({ checkedAt, freshMs }: FileNote, now: number): boolean {
  const age = now - checkedAt;
  return age >= 0 && age < freshMs;
}

/** Returns the value of the promise, or undefined when it is not settled after this many milliseconds. */
async function unlessLate<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function checkedOf(headers: UpstreamAnswer['headers'], now: number): Checked {
  return {
    checkedAt: now,
    freshMs: freshFor(String(headers['cache-control'] ?? '')),
    etag: shortText(headers.etag),
    lastModified: shortText(headers['last-modified']),
  };
}

/** A 304 may omit validators that are still valid (RFC 9110 §15.4.5). */
function confirmedNote(stored: FileNote, checked: Checked): FileNote {
  const { etag = stored.etag, lastModified = stored.lastModified } = checked;
  return { ...stored, ...checked, etag, lastModified };
}

function conditionsOf({ etag, lastModified }: FileNote): Record<string, string> {
  return {
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified }),
  };
}

/** Returns the text of a validator if it can be sent back to the origin unchanged; else undefined. */
function shortText(text: string | string[] | undefined): string | undefined {
  return typeof text === 'string' && /^[ -~]{1,200}$/.test(text) ? text : undefined;
}

function freshFor(rule = ''): number {
  if (/\bimmutable\b/i.test(rule)) return freshMs.most;
  if (/\bno-(store|cache)\b/i.test(rule)) return freshMs.least;
  const seconds = /(?:^|[\s,])(?:s-maxage|max-age)=(\d{1,9})\b/i.exec(rule)?.[1];
  if (seconds === undefined) return freshMs.usual;
  return Math.min(freshMs.most, Math.max(freshMs.least, Number(seconds) * 1000));
}
