import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { MIB } from '#shared/limits.ts';
import { createDiskCache, type DiskCache } from '../disk-cache/disk-cache.ts';
import { contentHash } from '../http/etag.ts';
import { cacheTimes } from './cache-times.ts';
import type { Namespace } from './persistence.ts';
import type { PreparedAnswer } from './prepared-answer.ts';

/** Data about an answer on disk, without its body. */
interface Answer {
  namespace: string;
  key: string;
  headers: PreparedAnswer['headers'];
  etag: string;
  row?: string;
  /** When the answer's data was read, in milliseconds since 1970. */
  readAt: number;
  /** When the answer stops being true, in milliseconds since 1970; null if it does not expire. */
  endsAt: number | null;
}

/**
 * The data that describes a file on disk. Removing all answers ends a generation and begins another. An answer is
 * valid only while there is also a file that marks its generation as current.
 */
interface Note {
  generation: string;
  /** Absent in the file that marks the current generation. */
  answer?: Answer;
}

/**
 * Stores answers on disk for the next process (docs/decisions/0031), so that it has pages to serve if the host is
 * down when it starts.
 */
export interface DiskStore {
  namespace(name: string): Namespace;
  /** Removes all answers. Synchronous: if the process is killed right after it, the next process finds no answers. */
  forgetAll(): void;
  /**
   * Marks the start of a change. No answer is written until the returned function is called, and if the process is
   * killed before that, the next process finds no answers. The returned function removes all answers, unless it is
   * called with true because nothing has changed.
   */
  hold(): (isUnchanged?: boolean) => void;
  /** Writes queued answers immediately. Never rejects. */
  flush(): Promise<void>;
  close(): Promise<void>;
  stats(): Promise<{ entries: number; bytes: number }>;
}

interface DiskStoreOptions {
  folder: string;
  /**
   * A text that changes whenever the same data would give other answers, e.g. after a change of a setting or of the
   * built client. Answers that were stored with another text are removed.
   */
  madeOf: string;
  /**
   * Milliseconds since 1970. Answers whose data was read before this time are removed, because other processes may
   * have changed that data.
   */
  notBefore?: number;
  maxBytes?: number;
  maxCount?: number;
  /** Returns milliseconds of a monotonic clock (`now`), and of the wall clock (`today`). */
  now?: () => number;
  today?: () => number;
}

const flushMs = 5_000;
/** How long nothing is written after a failure (no room, read-only disk), in milliseconds. */
const restMs = 60_000;
/**
 * An unchanged answer is written again at most once in this time, in milliseconds. So an answer may seem older to the
 * next process than it is, but by no more than this time.
 */
const sameMs = 60_000;
/** Corrections of the wall clock by less than this are ignored, in milliseconds, because they are frequent. */
const skewMs = 5 * 60_000;
const markKey = 'mark';

/** An answer that has not been written yet. */
interface Queued {
  prepared: PreparedAnswer;
  answer: Answer;
}

/**
 * Opens the disk store. If the folder cannot be read or written, nothing is stored, but no method fails because of
 * that.
 */
export async function openDiskStore(options: DiskStoreOptions): Promise<DiskStore> {
  const { folder, maxBytes = 64 * MIB, maxCount = 2_000 } = options;
  const cache = createDiskCache<Note>({ folder, maxBytes, maxCount: maxCount + 1 });
  await cache.load();
  const store = new StoredAnswers(cache, options);
  return {
    namespace: (name) => namespaceOf(store, name),
    forgetAll: () => store.forgetAll(),
    hold: () => store.hold(),
    flush: () => store.flush(),
    close: () => store.close(),
    stats: cache.stats,
  };
}

function namespaceOf(store: StoredAnswers, namespace: string): Namespace {
  return {
    forgetAll: () => store.forgetAll(),
    has: (key) => store.has(idOf(namespace, key)),
    load: (key) => store.load(idOf(namespace, key)),
    put: (key, prepared, times) => store.put(namespace, key, prepared, times),
    remove: (key) => store.remove(idOf(namespace, key)),
    oldest: () => store.oldest(namespace),
  };
}

class StoredAnswers {
  readonly #cache: DiskCache<Note>;
  readonly #madeOf: string;
  readonly #now: () => number;
  readonly #today: () => number;
  /** The wall clock minus the monotonic clock, in milliseconds. */
  #offset: number;
  /** Answers that have not been written yet, by their ids. */
  readonly #queue = new Map<string, Queued>();
  #generation: string;
  /** Number of changes that are in progress. */
  #holds = 0;
  #restsUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  #clearing: Promise<void> | undefined;

  /** Takes the answers of an earlier process from the loaded cache, and removes those that are no longer valid. */
  constructor(cache: DiskCache<Note>, options: DiskStoreOptions) {
    const { madeOf, notBefore = 0, now = () => performance.now(), today = Date.now } = options;
    this.#cache = cache;
    this.#madeOf = contentHash(madeOf);
    this.#now = now;
    this.#today = today;
    this.#offset = today() - now();
    this.#generation = cache.peek(markKey)?.generation ?? '';
    const isFromFuture = this.#answers().some(({ readAt }) => readAt > today() + skewMs);
    if (!this.#generation.startsWith(this.#madeOf) || isFromFuture) this.forgetAll();
    for (const { generation, answer } of cache.notes()) {
      if (!answer) continue;
      const isCurrent =
        generation === this.#generation && answer.readAt >= notBefore && this.#isAlive(answer);
      if (!isCurrent) cache.remove(`${generation} ${idOf(answer.namespace, answer.key)}`);
    }
  }

  has(id: string): boolean {
    return this.#queue.has(id) || this.#cache.peek(this.#keyOf(id)) !== undefined;
  }

  async load(id: string): ReturnType<Namespace['load']> {
    const begun = this.#generation;
    const queued = this.#queue.get(id);
    const stored = queued ? undefined : await this.#cache.read(this.#keyOf(id));
    const answer = queued?.answer ?? stored?.note.answer;
    if (!answer || begun !== this.#generation || !this.#isAlive(answer)) return undefined;
    return {
      prepared: queued?.prepared ?? preparedOf(answer, stored?.body ?? Buffer.alloc(0)),
      madeAt: this.#madeAt(answer),
      endsAt: answer.endsAt ?? Number.POSITIVE_INFINITY,
    };
  }

  put(
    namespace: string,
    key: string,
    prepared: PreparedAnswer,
    { madeAt, endsAt }: { madeAt: number; endsAt: number },
  ): void {
    if (this.#now() < this.#restsUntil) return;
    const { headers, etag, row } = prepared;
    const answer: Answer = {
      namespace,
      key,
      headers,
      etag,
      readAt: madeAt + this.#offset,
      endsAt: Number.isFinite(endsAt) ? endsAt : null,
    };
    if (row !== undefined) answer.row = row;
    const id = idOf(namespace, key);
    if (!this.#queue.has(id) && isSame(answer, this.#cache.peek(this.#keyOf(id))?.answer)) return;
    this.#queue.set(id, { prepared, answer });
    this.#schedule();
  }

  remove(id: string): void {
    this.#queue.delete(id);
    this.#cache.remove(this.#keyOf(id));
  }

  oldest(namespace: string): number | undefined {
    const queued = Array.from(this.#queue.values(), ({ answer }) => answer);
    const times = [...this.#answers(), ...queued]
      .filter((answer) => answer.namespace === namespace)
      .map((answer) => this.#madeAt(answer));
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  forgetAll(): void {
    this.#generation = `${this.#madeOf}-${randomBytes(9).toString('base64url')}`;
    this.#queue.clear();
    this.#cache.remove(markKey);
    this.#clearing = this.#cache.clear();
  }

  hold(): (isUnchanged?: boolean) => void {
    this.#holds += 1;
    this.#cache.remove(markKey);
    let isHeld = true;
    return (isUnchanged = false) => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds -= 1;
      if (!isUnchanged) this.forgetAll();
      // Rewrites the file that marks the generation as current, so that answers on disk are valid from now on.
      if (this.#holds === 0) void this.flush();
    };
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing ??= this.#write()
      .catch(() => {
        this.#restsUntil = this.#now() + restMs;
        // The queue is emptied after a failure too: otherwise answers would stay in memory for as long as the disk is
        // full.
        this.#queue.clear();
      })
      .finally(() => {
        this.#flushing = undefined;
        if (this.#queue.size > 0) this.#schedule();
      });
    return this.#flushing;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.flush();
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref();
  }

  async #write(): Promise<void> {
    await this.#followClock();
    await this.#clearing;
    if (this.#now() < this.#restsUntil) return;
    const begun = this.#generation;
    const isOver = () => begun !== this.#generation || this.#holds > 0;
    for (const [id, queued] of this.#queue) {
      if (isOver()) return;
      const note = { generation: begun, answer: queued.answer };
      await this.#cache.put(this.#keyOf(id), [queued.prepared.bodies.identity], () => note);
      if (this.#queue.get(id) === queued) this.#queue.delete(id);
    }
    for (const answer of this.#answers())
      if (!this.#isAlive(answer)) this.#cache.remove(this.#keyOf(idOf(answer.namespace, answer.key)));
    const mark = await this.#cache.find(markKey);
    if (isOver() || this.#answers().length === 0 || mark?.note.generation === begun) return;
    await this.#cache.put(markKey, [], () => ({ generation: begun }));
  }

  /**
   * Corrects the stored times after the wall clock was set back; without this, answers would look younger than they
   * are. If the clock was set forward, answers look older, which is harmless.
   */
  async #followClock(): Promise<void> {
    const shift = this.#today() - this.#now() - this.#offset;
    if (Math.abs(shift) < skewMs) return;
    const shifted = (answer: Answer) => ({ ...answer, readAt: answer.readAt + shift });
    for (const answer of shift < 0 ? this.#answers() : []) {
      const note = { generation: this.#generation, answer: shifted(answer) };
      await this.#cache.annotate(this.#keyOf(idOf(answer.namespace, answer.key)), note);
    }
    for (const [id, { prepared, answer }] of this.#queue)
      this.#queue.set(id, { prepared, answer: shifted(answer) });
    this.#offset += shift;
  }

  #answers(): Answer[] {
    return this.#cache.notes().flatMap(({ answer }) => answer ?? []);
  }

  #madeAt({ readAt }: Answer): number {
    return Math.min(this.#now(), readAt - this.#offset);
  }

  #isAlive(answer: Answer): boolean {
    const { endsAt } = answer;
    const isYoung = this.#now() - this.#madeAt(answer) <= cacheTimes.downMs;
    return isYoung && (endsAt === null || endsAt > this.#today());
  }

  #keyOf(id: string): string {
    return `${this.#generation} ${id}`;
  }
}

function preparedOf({ headers, etag, row }: Answer, identity: Buffer): PreparedAnswer {
  const prepared = { status: 200, headers, etag, bodies: { identity } } as const;
  return row === undefined ? prepared : { ...prepared, row };
}

function isSame(answer: Answer, before: Answer | undefined): boolean {
  const isRecent = before !== undefined && answer.readAt - before.readAt < sameMs;
  return isRecent && isDeepStrictEqual({ ...answer, readAt: 0 }, { ...before, readAt: 0 });
}

function idOf(namespace: string, key: string): string {
  return `${namespace} ${key}`;
}
