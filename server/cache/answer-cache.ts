import { LRUCache } from 'lru-cache';
import type { AnswerCache, Found, GetOptions, Made, Make } from './answers.ts';
import { type CacheState, type CacheTimes, cacheTimes } from './cache-times.ts';
import { createFallbackAnswers, type FallbackAnswers } from './fallback-answers.ts';
import type { Persistence } from './persistence.ts';
import { createSingleFlight } from './single-flight.ts';

interface AnswerCacheOptions<Value> {
  times?: CacheTimes;
  /**
   * Maximum total size of the cached answers, in bytes. With 0 nothing is cached, and every caller gets its own
   * answer.
   */
  maxBytes: number;
  /** Also stores answers on disk for the next process, except answers with `isRare`. */
  persistence?: Persistence<Value>;
  /** True if answers from before a purge may be served while the host fails and there are no new ones. */
  hasFallbacks?: boolean;
  /** Returns the value that replaces a stored one: the new value, or the stored value if nothing has changed. */
  renewed?: (before: Value, made: Value) => Value | Promise<Value>;
  /** True for an error that means that the content no longer exists. */
  isGone?: (error: unknown) => boolean;
  /** Called when a refresh in the background fails. */
  onRefreshFailed?: (error: unknown, key: string) => void;
  /** Monotonic clock, in milliseconds. */
  now?: () => number;
  /** Returns milliseconds since 1970. */
  today?: () => number;
}

interface Entry<Value> {
  value: Value;
  bytes: number;
  madeAt: number;
  endsAt: number;
  freshMs: number;
  make: Make<Value>;
  isRare: boolean;
  /** After a failure, the time before which the host is not called again for this answer. */
  retryAt: number;
}

/**
 * How an entry may be served. `fresh`: immediately, without a refresh. `stale`: immediately, while one call refreshes
 * it. `resting`: without a refresh, because the last refresh has just failed. `old`: only if a refresh fails or takes
 * too long.
 */
type Age = 'fresh' | 'stale' | 'resting' | 'old';

/** One answer may use at most a third of the cache, so that a single large one does not displace all others. */
const largestShare = 3;
/**
 * How many of the most recently used answers become fallback answers at a purge: those without `isRare`, and those
 * with it.
 */
const commonFallbacks = 180;
const rareFallbacks = 20;
/** Maximum number of key groups for which the cache remembers that their answers must not be shared. */
const maxPasses = 5_000;

/**
 * Answers in memory: stale-while-revalidate, stale-if-error and a single flight for each key
 * (server/cache/README.md). A call ends when its last caller has left, and continues through a purge. `fetch()` of
 * lru-cache is not used, because it would end calls at `clear()` and when the first caller leaves, and cannot return
 * an answer without caching it.
 */
export function createAnswerCache<Value>(options: AnswerCacheOptions<Value>): AnswerCache<Value> {
  const cache = new MemoryAnswers(options);
  return {
    find: (key) => cache.find(key),
    get: (key, make, getOptions) => cache.get(key, make, getOptions),
    purge: () => cache.purge(),
    generation: () => cache.generation,
    now: cache.now,
    stats: () => cache.stats(),
  };
}

class MemoryAnswers<Value> {
  /** Number of purges. An answer whose call began before the last purge is not stored. */
  generation = 0;
  readonly now: () => number;
  readonly #today: () => number;
  readonly #times: CacheTimes;
  readonly #options: AnswerCacheOptions<Value>;
  readonly #common: LRUCache<string, Entry<Value>>;
  readonly #rare: LRUCache<string, Entry<Value>>;
  /** Groups of keys whose answers must not be shared, and until when this is remembered. */
  readonly #passes = new LRUCache<string, number>({ max: maxPasses });
  readonly #flights = createSingleFlight<Made<Value>>();
  readonly #fallbacks: FallbackAnswers<Entry<Value>> | undefined;

  constructor(options: AnswerCacheOptions<Value>) {
    const { maxBytes, hasFallbacks = false } = options;
    this.#options = options;
    this.#times = options.times ?? cacheTimes;
    this.now = options.now ?? (() => performance.now());
    this.#today = options.today ?? Date.now;
    this.#common = createStore((maxBytes * 9) / 10);
    this.#rare = createStore(maxBytes / 10);
    if (hasFallbacks && maxBytes > 0)
      this.#fallbacks = createFallbackAnswers({
        maxBytes: maxBytes / 4,
        renew: (key, entry) => this.#renewFallback(key, entry),
      });
  }

  find(key: string): Found<Value> | undefined {
    const entry = this.#usable(key);
    const age = entry && this.#ageOf(entry);
    if (!entry || age === 'old') return undefined;
    if (age === 'stale' && !this.#flights.join(key)) void this.#refresh(key, entry);
    return this.#found(entry, age === 'fresh' ? 'hit' : 'stale');
  }

  async get(key: string, make: Make<Value>, options: GetOptions = {}): Promise<Found<Value> | undefined> {
    const { signal, isRare = false, group = key, isPatient = false } = options;
    signal?.throwIfAborted();
    if (this.#options.maxBytes === 0 || this.#isPassed(group)) return undefined;
    const atOnce = this.find(key);
    if (atOnce && (atOnce.state === 'hit' || !isPatient)) return atOnce;
    const stored =
      this.#usable(key) ?? (!isRare && this.#isPersisted(key) ? await this.#restore(key, make) : undefined);
    if (stored && stored.retryAt > this.now()) return this.#found(stored, 'stale');
    const old = stored ?? this.#fallback(key);
    const waitMs = stored ? this.#times.waitMs : this.#times.formerWaitMs;
    const answer = old && (await this.#revalidate(key, old, waitMs));
    return answer ?? this.#getNew(key, make, { signal, isRare, group });
  }

  purge(): void {
    this.generation += 1;
    this.#fallbacks?.add([
      ...firstOf(this.#common.entries(), commonFallbacks),
      ...firstOf(this.#rare.entries(), rareFallbacks),
    ]);
    this.#common.clear();
    this.#rare.clear();
    this.#passes.clear();
    this.#flights.detachAll();
    this.#options.persistence?.forgetAll();
  }

  stats(): ReturnType<AnswerCache<Value>['stats']> {
    const entries = [...this.#common.values(), ...this.#rare.values()];
    const oldest = Math.min(
      ...entries.map(({ madeAt }) => madeAt),
      this.#options.persistence?.oldest() ?? Number.POSITIVE_INFINITY,
    );
    return {
      entries: entries.length,
      bytes: this.#common.calculatedSize + this.#rare.calculatedSize,
      oldestMs: Number.isFinite(oldest) ? Math.max(0, this.now() - oldest) : undefined,
    };
  }

  /**
   * Returns the stored entry, unless its content has expired or the entry is older than the maximum age (`downMs`).
   */
  #usable(key: string): Entry<Value> | undefined {
    const entry = this.#common.get(key) ?? this.#rare.get(key);
    if (!entry || this.#isUsable(entry)) return entry;
    this.#forget(key);
    return undefined;
  }

  #isUsable({ endsAt, madeAt }: Entry<Value>): boolean {
    return endsAt > this.#today() && this.now() - madeAt <= this.#times.downMs;
  }

  #ageOf({ madeAt, freshMs, retryAt }: Entry<Value>): Age {
    const now = this.now();
    const age = now - madeAt;
    if (age <= freshMs) return 'fresh';
    if (retryAt > now) return 'resting';
    return age > freshMs + this.#times.staleMs ? 'old' : 'stale';
  }

  #fallback(key: string): Entry<Value> | undefined {
    const entry = this.#fallbacks?.find(key);
    return entry && this.#isUsable(entry) ? entry : undefined;
  }

  #stored(key: string): Entry<Value> | undefined {
    return this.#common.peek(key) ?? this.#rare.peek(key);
  }

  #drop(key: string): void {
    this.#common.delete(key);
    this.#rare.delete(key);
    this.#fallbacks?.settle(key);
  }

  /** Removes an answer that is no longer true, from memory and from disk. */
  #forget(key: string): void {
    this.#drop(key);
    this.#options.persistence?.remove(key);
  }

  #isPassed(group: string): boolean {
    const until = this.#passes.get(group);
    if (until === undefined || until > this.now()) return until !== undefined;
    this.#passes.delete(group);
    return false;
  }

  #isPersisted(key: string): boolean {
    return this.#options.persistence?.has(key) ?? false;
  }

  /**
   * Loads an answer that an earlier process stored. The answer counts as old, so the host is called before it is
   * served.
   */
  async #restore(key: string, make: Make<Value>): Promise<Entry<Value> | undefined> {
    const begun = this.generation;
    const persisted = await this.#options.persistence?.load(key);
    if (!persisted || begun !== this.generation) return undefined;
    const stored = this.#usable(key);
    if (stored) return stored;
    this.#common.set(key, { ...persisted, make, freshMs: 0, isRare: false, retryAt: 0 });
    return this.#usable(key);
  }

  /** Makes the answer, once for this caller and all concurrent callers. */
  async #getNew(
    key: string,
    make: Make<Value>,
    { signal, isRare, group }: { signal: AbortSignal | undefined; isRare: boolean; group: string },
  ): Promise<Found<Value> | undefined> {
    const joined = this.#flights.join(key);
    const flight = joined ?? this.#flights.begin(key, (end) => this.#fetch(key, make, isRare, end));
    const made = await flight.wait(signal);
    if (made.keep === 'pass') this.#passes.set(group, this.now() + this.#times.passMs);
    // An answer that is meant for one caller goes to the caller that began the call; the others make their own.
    return joined && made.keep === 'pass' ? undefined : this.#made(made);
  }

  /**
   * Returns the refreshed answer if it arrives in time, otherwise the old one. Undefined if the old answer was
   * removed meanwhile.
   */
  async #revalidate(key: string, entry: Entry<Value>, waitMs: number): Promise<Found<Value> | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, waitMs, undefined);
    });
    const made = await Promise.race([this.#refresh(key, entry), late]);
    clearTimeout(timer);
    if (made && made.keep !== 'leave') return this.#made(made);
    // If a refresh fails because the content no longer exists, the entry is removed; the old answer must not be
    // served then.
    const isThere = this.#usable(key) === entry || this.#fallbacks?.find(key) === entry;
    return isThere || made?.keep === 'leave' ? this.#found(entry, 'stale') : undefined;
  }

  /**
   * Refreshes an entry. All callers share one call, which continues after they have left. Undefined if the refresh
   * fails.
   */
  #refresh(key: string, { make, isRare }: Entry<Value>): Promise<Made<Value> | undefined> {
    const flight =
      this.#flights.join(key) ?? this.#flights.begin(key, (end) => this.#fetch(key, make, isRare, end));
    flight.keepGoing();
    return flight.done.catch((error: unknown) => {
      this.#options.onRefreshFailed?.(error, key);
      return undefined;
    });
  }

  /** Refreshes a fallback answer. Returns true once the fallback answer is no longer needed. */
  async #renewFallback(key: string, entry: Entry<Value>): Promise<boolean> {
    // If a caller has requested the answer meanwhile, a new one is stored, so the fallback answer is no longer
    // needed.
    if (this.#stored(key)) this.#fallbacks?.settle(key);
    else await this.#refresh(key, entry);
    return this.#fallbacks?.find(key) === undefined;
  }

  /** Makes the answer, and stores it unless there was a purge meanwhile. */
  async #fetch(key: string, make: Make<Value>, isRare: boolean, signal: AbortSignal): Promise<Made<Value>> {
    const begun = this.generation;
    try {
      const made = await make(signal, this.#stored(key)?.value);
      const before = this.#stored(key);
      const { renewed } = this.#options;
      if (renewed && before && made.keep === 'store') made.value = await renewed(before.value, made.value);
      if (begun === this.generation) this.#settle(key, made, make, isRare);
      return made;
    } catch (error) {
      if (begun === this.generation) {
        if (this.#options.isGone?.(error)) this.#forget(key);
        else this.#rest(key);
      }
      throw error;
    }
  }

  #settle(key: string, made: Made<Value>, make: Make<Value>, isRare: boolean): void {
    const entry = { ...this.#timesOf(made), value: made.value, bytes: made.bytes, make, isRare, retryAt: 0 };
    if (made.keep === 'leave') {
      this.#rest(key);
    } else if (made.keep !== 'store' || entry.endsAt <= this.#today()) {
      this.#forget(key);
    } else {
      this.#drop(key);
      if (!isRare) this.#options.persistence?.put(key, made.value, entry);
      (isRare ? this.#rare : this.#common).set(key, entry);
    }
  }

  /** Delays the next call to the host for this answer, because the last one failed. */
  #rest(key: string): void {
    const entry = this.#stored(key);
    if (entry) entry.retryAt = this.now() + this.#times.freshMs;
  }

  #timesOf({ madeAt, endsAt, freshMs }: Made<Value>): Pick<Entry<Value>, 'madeAt' | 'endsAt' | 'freshMs'> {
    return {
      madeAt: madeAt ?? this.now(),
      endsAt: endsAt ?? Number.POSITIVE_INFINITY,
      freshMs: freshMs ?? this.#times.freshMs,
    };
  }

  #found({ value, madeAt, endsAt }: Entry<Value>, state: CacheState): Found<Value> {
    return { value, state, ageMs: Math.max(0, this.now() - madeAt), endsAt };
  }

  #made(made: Made<Value>): Found<Value> {
    const { madeAt, endsAt } = this.#timesOf(made);
    const ageMs = Math.max(0, this.now() - madeAt);
    // While the host does not answer, a new answer may be made of old cached data. It then counts as stale.
    return { value: made.value, state: ageMs > this.#times.freshMs ? 'stale' : 'miss', ageMs, endsAt };
  }
}

function createStore<Value>(maxBytes: number): LRUCache<string, Entry<Value>> {
  return new LRUCache({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / largestShare)),
    sizeCalculation: ({ bytes }) => bytes,
  });
}

function* firstOf<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  let left = count;
  for (const item of items) {
    if (left-- <= 0) return;
    yield item;
  }
}
