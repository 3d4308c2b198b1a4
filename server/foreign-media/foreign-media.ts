import type { lookup } from 'node:dns';
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { limits } from '#shared/limits.ts';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import { problemOf } from '../bff/target/ambiguous-target.ts';
import { createFlights } from '../cache/flights.ts';
import { noRoomError } from '../data-dir.ts';
import { type ByteRange, createDiskCache } from '../disk-cache/disk-cache.ts';
import type { CachedFile } from '../disk-cache/entry-file.ts';
import { mediaTypeOf } from '../forms/file-types.ts';
import { judged } from './judged.ts';
import { createOriginClient, type OriginClient, type Patience, tooLarge } from './origin-client.ts';
import { ForeignMediaError, isNothing } from './problem.ts';

export interface ForeignMediaOptions {
  origins: MediaOrigins;
  /** Where files are kept; made when it is needed. */
  folder: string;
  /** How many bytes an image or a video may have (UPLOAD_IMAGE_MAX_BYTES, UPLOAD_VIDEO_MAX_BYTES). */
  mostBytes: Record<'image' | 'video', number>;
  /** How many bytes are kept in all. */
  keptBytes?: number;
  patience?: Partial<Patience>;
  log?: Pick<Logger, 'warn'> | undefined;
  /** The wall's clock, in milliseconds since 1970. */
  now?: () => number;
  /** Asks the name server. */
  resolve?: typeof lookup;
}

/** Describes a file of another origin that is here. */
interface FileNote {
  /** By its first bytes. */
  type: string;
  /** When the origin was last asked, in milliseconds since 1970, and for how long its answer holds. */
  checkedAt: number;
  freshMs: number;
  /** Validators for the next question. */
  etag?: string | undefined;
  lastModified?: string | undefined;
}

type KeptFile = CachedFile<FileNote>;

export interface ForeignFile extends Pick<KeptFile, 'bytes' | 'hash'> {
  type: string;
  /** Its bytes, or those from `start` to `end`, both included; undefined when it is no longer kept. */
  open(range?: ByteRange): Promise<Readable | undefined>;
}

/** Images and videos of the named origins, for pages and for imports alike (docs/architecture.md §5.26). */
export interface ForeignMedia {
  /** By the alias of its origin and the raw path below that. Rejects with ForeignMediaError, or AppError 503 and 507. */
  fetch(alias: string, path: string, options?: FetchOptions): Promise<ForeignFile>;
  /** By its address, which has to be below one of the named origins; a query is part of it. */
  fetchUrl(url: string, options?: FetchOptions): Promise<ForeignFile>;
  /** What is kept, for metrics. */
  stats(): Promise<{ entries: number; bytes: number }>;
  close(): void;
}

interface FetchOptions {
  /** Nobody waits any more. What is being fetched is fetched to its end all the same, for the next who asks. */
  signal?: AbortSignal;
  /** So long somebody waits at most; with a file that has grown old, a little before it is given as it is. */
  waitMs?: number;
}

interface Target {
  client: OriginClient;
  /** The alias is part of it: of two names of one origin one may lead into a private network. */
  key: string;
  /** As it goes onto the wire. */
  path: string;
  /** The whole address, which names it in the store and in errors. */
  url: string;
}

const usualPatience: Patience = { silenceMs: 10_000, wholeMs: 30_000 };
/** How long a file counts as unchanged: as its origin says, within these bounds, and so long where it says nothing. */
const freshMs = { least: 5 * 60_000, usual: 3_600_000, most: 24 * 3_600_000 };
/** So long what failed is not asked for again. */
const failedMs = 30_000;
/** So long who could have an old file waits for word whether it is still the same. */
const oldWaitMs = 2_000;
const mostFailures = 5_000;

export function createForeignMedia(options: ForeignMediaOptions): ForeignMedia {
  const { origins, folder, mostBytes, keptBytes = limits.foreignMediaBytes, log, now = Date.now } = options;
  /** The more exact one comes first. */
  const named = Object.entries(origins)
    .map(([alias, { url }]) => ({ alias, host: url.host, folder: folderOf(url) }))
    .sort((one, other) => other.folder.length - one.folder.length);
  const files = createDiskCache<FileNote>({ folder, maxBytes: keptBytes, syncs: true });
  const most = Math.min(keptBytes, Math.max(mostBytes.image, mostBytes.video));
  const clients = new Map(
    Object.entries(origins).map(([alias, origin]) => [
      alias,
      createOriginClient({
        ...{ origin, mostBytes: most, now, resolve: options.resolve },
        patience: { ...usualPatience, ...options.patience },
        onAway: (err) =>
          log?.warn({ alias, err }, 'an origin of media does not answer: what is kept stands in'),
      }),
    ]),
  );
  const failures = new LRUCache<string, { error: ForeignMediaError; until: number }>({ max: mostFailures });
  const flights = createFlights<KeptFile>();

  function targetOf(alias: string, path: string, query = ''): Target {
    const client = clients.get(alias);
    const base = origins[alias]?.url;
    if (!client || !base) throw new ForeignMediaError('notNamed', `no origin of media is named "${alias}"`);
    const raw = path.replace(/^\//, '');
    if (raw === '' || raw.endsWith('/') || raw.includes('?') || problemOf(`/${raw}`) !== undefined)
      throw new ForeignMediaError('badAddress', `"${path.slice(0, 200)}" is no plain path of a file`);
    const below = `${folderOf(base)}/${raw}${query}`;
    const url = `${base.origin}${below}`;
    return { client, key: `${alias} ${url}`, path: below, url };
  }

  function targetOfUrl(text: string): Target {
    const shown = `"${text.slice(0, 200)}"`;
    const bad = (why: string) => new ForeignMediaError('badAddress', `${shown} ${why}`);
    if (!URL.canParse(text)) throw bad('is no address');
    const url = new URL(text);
    if (!/^https?:$/.test(url.protocol)) throw bad('is not an http:// or https:// address');
    if (url.username || url.password) throw bad('has a user name or a password');
    if (/[\\/](?:\.|%2e){1,2}(?=[\\/?#]|$)/i.test(text)) throw bad('climbs by dots');
    if (problemOf(`/${url.search}`) !== undefined) throw bad('has a query that is none');
    // Whether it says http or https: it is asked for as its origin is named.
    const origin = named.find(
      ({ host, folder }) => url.host === host && url.pathname.startsWith(`${folder}/`),
    );
    const known = named.map(({ alias }) => alias).join(', ') || 'none is';
    if (!origin)
      throw new ForeignMediaError(
        'notNamed',
        `${shown} is below no origin of media that is named (${known})`,
      );
    return targetOf(origin.alias, url.pathname.slice(origin.folder.length + 1), url.search);
  }

  async function load(target: Target, kept: KeptFile | undefined): Promise<KeptFile> {
    const { url } = target;
    const conditions = kept ? conditionsOf(kept.note) : {};
    return target.client.ask({ path: target.path, url, conditions }, async ({ status, headers, body }) => {
      const checked = {
        checkedAt: now(),
        freshMs: freshFor(headers['cache-control']),
        etag: shortText(headers.etag),
        lastModified: shortText(headers['last-modified']),
      };
      if (status === 200) return store(url, body, checked);
      const { etag = kept?.note.etag, lastModified = kept?.note.lastModified } = checked;
      const confirmed = kept && (await files.annotate(url, { ...kept.note, ...checked, etag, lastModified }));
      if (!confirmed) throw new ForeignMediaError('refused', `${url}: answered 304, unasked`);
      return confirmed;
    });
  }

  function store(
    url: string,
    body: AsyncIterable<Buffer>,
    checked: Omit<FileNote, 'type'>,
  ): Promise<KeptFile> {
    let type = '';
    const chunks = judged(body, async (head) => {
      const found = await mediaTypeOf(head);
      if (!found) throw new ForeignMediaError('wrongType', `${url}: is neither an image nor a video`);
      type = found.type;
      const limit = Math.min(mostBytes[found.kind], keptBytes);
      return (bytes) => {
        if (bytes > limit) throw tooLarge(url, limit);
      };
    });
    return files.put(url, chunks, () => ({ type, ...checked }));
  }

  async function loadOnce(target: Target, kept: KeptFile | undefined): Promise<KeptFile> {
    try {
      const file = await load(target, kept);
      failures.delete(target.key);
      return file;
    } catch (error) {
      if (error instanceof ForeignMediaError) failures.set(target.key, { error, until: now() + failedMs });
      if (isNothing(error)) files.remove(target.url);
      else if (kept) return kept;
      throw noRoomError(error, 'storage.full') ?? error;
    }
  }

  async function get(target: Target, { signal, waitMs }: FetchOptions): Promise<KeptFile> {
    const kept = await files.find(target.url);
    const age = kept && now() - kept.note.checkedAt;
    if (kept && age !== undefined && age >= 0 && age < kept.note.freshMs) return kept;
    const failed = failures.get(target.key);
    if (failed && now() < failed.until) {
      if (kept) return kept;
      throw failed.error;
    }
    const flight = flights.join(target.key) ?? flights.begin(target.key, () => loadOnce(target, kept));
    flight.keepGoing();
    if (waitMs === undefined) return flight.wait(signal);
    const patience = Promise.withResolvers<undefined>();
    const giveUp = () => patience.resolve(undefined);
    const timer = setTimeout(giveUp, kept ? Math.min(oldWaitMs, waitMs) : waitMs);
    try {
      const file = (await Promise.race([flight.wait(signal), patience.promise])) ?? kept;
      if (file) return file;
      throw new ForeignMediaError('timeout', `${target.url}: is not here yet`);
    } finally {
      clearTimeout(timer);
    }
  }

  async function fetchTarget(target: Target, asked: FetchOptions): Promise<ForeignFile> {
    const { note, bytes, hash } = await get(target, asked);
    return { type: note.type, bytes, hash, open: (range) => files.open(target.url, hash, range) };
  }

  return {
    fetch: async (alias, path, asked = {}) => fetchTarget(targetOf(alias, path), asked),
    fetchUrl: async (url, asked = {}) => fetchTarget(targetOfUrl(url), asked),
    stats: files.stats,
    close() {
      for (const client of clients.values()) client.close();
    },
  };
}

/** The path below which everything of an origin lies, without a slash at its end. */
function folderOf({ pathname }: URL): string {
  return pathname.replace(/\/$/, '');
}

function conditionsOf({ etag, lastModified }: FileNote): Record<string, string> {
  return {
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified }),
  };
}

/** A validator that can go back as it came. */
function shortText(text: string | undefined): string | undefined {
  return text && /^[ -~]{1,200}$/.test(text) ? text : undefined;
}

function freshFor(rule = ''): number {
  if (/\bimmutable\b/i.test(rule)) return freshMs.most;
  if (/\bno-(store|cache)\b/i.test(rule)) return freshMs.least;
  const seconds = /(?:^|[\s,])(?:s-maxage|max-age)=(\d{1,9})\b/i.exec(rule)?.[1];
  if (seconds === undefined) return freshMs.usual;
  return Math.min(freshMs.most, Math.max(freshMs.least, Number(seconds) * 1000));
}
