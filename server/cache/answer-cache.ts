import { LRUCache } from 'lru-cache';
import type { ContractRow } from '#shared/contract/index.ts';
import { pageParameters } from '#shared/routes.ts';
import { bytesOf, type ReadyAnswer } from '../http/ready-answer.ts';
import { createSingleFlight, withTimeout } from '../process/work.ts';
import { type CacheState, cacheTimes } from './cache-times.ts';
import type { StoredAnswers } from './disk-store.ts';

interface AnswerCacheOptions<Value> {
  times?: typeof cacheTimes;
  /**
   * Maximum total size of the cached answers, in bytes. With 0 nothing is cached, and every caller gets its own
   * answer.
   */
  maxBytes: number;
  /** Stores prepared answers on disk for the next process too. */
  disk?: { stored: StoredAnswers; toValue: (prepared: ReadyAnswer) => Value };
  /** Returns the value that replaces a stored one: the new value, or the stored value if nothing has changed. */
  renewed?: (before: Value, made: Value) => Value;
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
  /** After a failure, the time before which the host is not called again for this answer. */
  retryAt: number;
  /** True for an answer from before a purge: it is served only if the host fails. */
  isFormer: boolean;
}

/** One answer may use at most a third of the cache, so that a single large one does not displace all others. */
const largestShare = 3;
/** Maximum number of key groups for which the cache remembers that their answers must not be shared. */
const maxPasses = 5_000;

/**
 * Answers that are shared by all visitors, in memory: stale-while-revalidate, stale-if-error and one call at a time for
 * each key (server/cache/README.md). A call continues when its callers have left, and through a purge. `fetch()` of
 * lru-cache is not used, because it would end calls at `clear()`, and cannot return an answer without caching it.
 */
export class AnswerCache<Value extends { prepared?: ReadyAnswer }> {
  #purges = 0;
  readonly #options: AnswerCacheOptions<Value>;
  readonly #times: typeof cacheTimes;
  readonly #today: () => number;
  readonly #entries: LRUCache<string, Entry<Value>>;
  /** Groups of keys whose answers must not be shared. */
  readonly #passes: LRUCache<string, number>;
  /** The calls that are in progress. New callers join them; those from before a purge only answer their callers. */
  #flights = createSingleFlight<Made<Value>>();

  constructor(options: AnswerCacheOptions<Value>) {
    const { maxBytes, times = cacheTimes, now, today = Date.now } = options;
    this.#options = options;
    this.#times = times;
    this.#today = today;
    if (now) this.now = now;
    this.#entries = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      maxEntrySize: Math.max(1, Math.floor(maxBytes / largestShare)),
      sizeCalculation: ({ bytes }) => bytes,
    });
    this.#passes = new LRUCache({ max: maxPasses });
  }

  /** Returns milliseconds of the clock that `madeAt` uses. */
  readonly now = () => performance.now();

  /**
   * Returns the stored answer for a key, if it may be served immediately. A stale answer is then refreshed in the
   * background.
   */
  find(key: string): Found<Value> | undefined {
    const entry = this.#usable(key);
    if (!entry) return undefined;
    const now = this.now();
    const age = now - entry.madeAt;
    const isFresh = age <= entry.freshMs && !entry.isFormer;
    if (!isFresh && entry.retryAt <= now) {
      if (entry.isFormer || age > entry.freshMs + this.#times.staleMs) return undefined;
      if (!this.#flights.join(key)) void this.#refresh(key, entry);
    }
    return this.#found(entry, isFresh ? 'hit' : 'stale');
  }

  /**
   * Returns the answer for a key: the stored one, or a new one that is made once for all concurrent callers.
   * Undefined if each caller needs its own answer. Rejects like `make`, and with the reason of `signal`.
   */
  async get(key: string, make: Make<Value>, options: GetOptions = {}): Promise<Found<Value> | undefined> {
    const { signal, isRare = false, group = key, isPatient = false } = options;
    signal?.throwIfAborted();
    if (this.#options.maxBytes === 0 || (this.#passes.get(group) ?? 0) > this.now()) return undefined;
    const atOnce = this.find(key);
    if (atOnce && (atOnce.state === 'hit' || !isPatient)) return atOnce;
    const old = this.#usable(key) ?? (isRare ? undefined : this.#restore(key, make));
    if (old && old.retryAt > this.now()) return this.#found(old, 'stale');
    const answer = old && (await this.#revalidate(key, old));
    if (answer) return answer;
    const joined = this.#flights.join(key);
    const made = await (joined ?? this.#begin(key, make, isRare)).wait(signal);
    if (made.keep === 'pass') this.#passes.set(group, this.now() + this.#times.passMs);
    // An answer that is meant for one caller goes to the caller that began the call; the others make their own.
    return joined && made.keep === 'pass' ? undefined : this.#made(made);
  }

  /**
   * Replaces all answers by new ones. The former ones stand in for a short time if the host fails. An answer that is
   * being made is returned to its callers but not stored.
   */
  purge() {
    this.#purges += 1;
    this.#passes.clear();
    this.#flights = createSingleFlight();
    this.#options.disk?.stored.forgetAll();
    const until = this.#today() + this.#times.formerMs;
    // Without its rest: while the host answers, nobody gets an answer from before a purge.
    for (const entry of this.#entries.values())
      Object.assign(entry, { isFormer: true, retryAt: 0, endsAt: Math.min(entry.endsAt, until) });
  }

  /** Returns the age in milliseconds of the oldest answer that may be served; undefined without one. */
  readonly oldestMs = () => {
    const times = Array.from(this.#entries.values(), ({ madeAt }) => madeAt);
    const oldest = Math.min(...times, this.#options.disk?.stored.oldest() ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(oldest) ? Math.max(0, this.now() - oldest) : undefined;
  };

  /** Returns the stored entry, unless its content has expired or it is older than the maximum age (`downMs`). */
  #usable(key: string) {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.endsAt > this.#today() && this.now() - entry.madeAt <= this.#times.downMs) return entry;
    this.#forget(key);
    return undefined;
  }

  /** Removes an answer that is no longer true, from memory and from disk. */
  #forget(key: string) {
    this.#entries.delete(key);
    this.#options.disk?.stored.remove(key);
  }

  /** Loads an answer that an earlier process stored. The host is called before it is served. */
  #restore(key: string, make: Make<Value>) {
    const { disk } = this.#options;
    const found = disk?.stored.load(key);
    if (!disk || !found) return undefined;
    const { prepared, ...times } = found;
    this.#entries.set(key, {
      ...times,
      value: disk.toValue(prepared),
      bytes: bytesOf(prepared),
      make,
      freshMs: 0,
      retryAt: 0,
      isFormer: false,
    });
    return this.#usable(key);
  }

  /**
   * Returns the refreshed answer if it arrives in time, otherwise the old one. Undefined if the old answer was
   * removed meanwhile.
   */
  async #revalidate(key: string, entry: Entry<Value>): Promise<Found<Value> | undefined> {
    const { waitMs, formerWaitMs } = this.#times;
    const longest = entry.isFormer ? formerWaitMs : waitMs;
    const made = await withTimeout(longest, this.#refresh(key, entry)).catch(() => undefined);
    if (made && made.keep !== 'leave') return this.#made(made);
    // If a refresh fails because the content no longer exists, the entry is removed; the old answer must not be
    // served then.
    return made || this.#usable(key) === entry ? this.#found(entry, 'stale') : undefined;
  }

  /**
   * Refreshes an entry. All callers share one call, which continues after they have left. Undefined if the refresh
   * fails.
   */
  #refresh(key: string, { make }: Entry<Value>) {
    const flight = this.#flights.join(key) ?? this.#begin(key, make, false);
    return flight.wait().catch((error: unknown) => {
      this.#options.onRefreshFailed?.(error, key);
      return undefined;
    });
  }

  #begin(key: string, make: Make<Value>, isRare: boolean) {
    const flight = this.#flights.begin(key, () => this.#fetch(key, make, isRare));
    flight.keepGoing();
    return flight;
  }

  /** Makes the answer, and stores it unless there was a purge meanwhile. */
  async #fetch(key: string, make: Make<Value>, isRare: boolean) {
    const begun = this.#purges;
    const { renewed, isGone } = this.#options;
    const before = () => {
      const entry = this.#entries.peek(key);
      return entry?.isFormer ? undefined : entry?.value;
    };
    try {
      const made = await make(before());
      const stored = before();
      if (renewed && stored && made.keep === 'store') made.value = renewed(stored, made.value);
      if (begun === this.#purges && !isRare) this.#settle(key, made, make);
      return made;
    } catch (error) {
      if (begun === this.#purges) {
        if (isGone?.(error)) this.#forget(key);
        else this.#rest(key);
      }
      throw error;
    }
  }

  #settle(key: string, made: Made<Value>, make: Make<Value>) {
    const { value, bytes, keep, freshMs = this.#times.freshMs } = made;
    const { madeAt, endsAt } = this.#timesOf(made);
    if (keep === 'leave') this.#rest(key);
    else if (keep !== 'store' || endsAt <= this.#today()) this.#forget(key);
    else {
      if (value.prepared) this.#options.disk?.stored.put(key, value.prepared, { madeAt, endsAt });
      this.#entries.set(key, { value, bytes, madeAt, endsAt, freshMs, make, retryAt: 0, isFormer: false });
    }
  }

  /** Delays the next call to the host for this answer, because the last one failed. */
  #rest(key: string) {
    const entry = this.#entries.peek(key);
    if (entry) entry.retryAt = this.now() + this.#times.freshMs;
  }

  #timesOf({ madeAt = this.now(), endsAt = Number.POSITIVE_INFINITY }: Made<Value>) {
    return { madeAt, endsAt };
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

/** A new answer, and what the cache has to do with it. */
export interface Made<Value> {
  value: Value;
  /**
   * The cache's action:
   * - `store`: serves the answer to other callers too.
   * - `remove`: removes the stored answer, because it is no longer true (404 and the like).
   * - `leave`: leaves the stored answer as it is (the host fails).
   * - `pass`: gives the answer to one caller only. For some time (`passMs`), each later caller gets an answer of its own.
   */
  keep: 'store' | 'remove' | 'leave' | 'pass';
  /** Size of the answer in memory, in bytes. */
  bytes: number;
  /** When the answer's data was read, by the cache's clock; by default the time at which the answer was made. */
  madeAt?: number;
  /** When the answer stops being true, in milliseconds since 1970. If absent, the answer does not expire. */
  endsAt?: number;
  /** How long the answer is fresh, in milliseconds. If absent, the `freshMs` of the cache applies. */
  freshMs?: number;
}

/**
 * Makes the answer for a key. It may use nothing of a single caller's request, because others get the answer too.
 * `before` is the stored answer, if there is one. Rejects if the host fails.
 */
type Make<Value> = (before: Value | undefined) => Promise<Made<Value>>;

export interface Found<Value> {
  value: Value;
  state: CacheState;
  /** Age of the answer's data, in milliseconds. */
  ageMs: number;
  /** When the answer stops being true, in milliseconds since 1970; infinity if the answer does not expire. */
  endsAt: number;
}

interface GetOptions {
  /** Fires when this caller no longer waits. */
  signal?: AbortSignal;
  /**
   * True for keys that a client can invent in any number, such as searches. Their answers are shared by the callers who
   * wait for them, and not stored.
   */
  isRare?: boolean;
  /**
   * Name of a group of keys. If one answer of the group must not be shared, no answer of the group is shared. By
   * default a key is its own group.
   */
  group?: string;
  /** True if this caller does not accept a stale answer: it waits for the refresh, as it would for an old answer. */
  isPatient?: boolean;
}

/**
 * Matches the page numbers that people get by opening one page of a list after the other, spelled as in this site's
 * links. Other spellings such as `page=-1`, `page=01` and `page=1.0` would give any number of keys.
 */
const usualPage = /^page=(?:[1-9]|1\d|20)$/;

/** Returns the key of a read, without query parameters that the row does not define. */
export function keyOfRead(row: Pick<ContractRow, 'query'>, target: string) {
  const shape = (row.query as { shape?: object } | undefined)?.shape ?? {};
  return keyOf(target, Object.keys(shape));
}

/** Returns the key of a public page. */
export function keyOfPage(target: string) {
  const [path = ''] = target.split('?', 1);
  return keyOf(target, pageParameters(path));
}

/** Returns the key under which the answer to a request is cached. */
function keyOf(target: string, names: readonly string[]) {
  const [path = ''] = target.split('?', 1);
  const kept = new URLSearchParams(target.slice(path.length));
  for (const name of [...kept.keys()]) if (!names.includes(name)) kept.delete(name);
  // The sort is stable: of several values for one name, the first stays first.
  kept.sort();
  return {
    /** Path with only the query parameters that the page or call supports, sorted by name and in one spelling. */
    key: kept.size > 0 ? `${path}?${kept}` : path,
    /** True for targets that a client can invent in any number: searches, and page numbers that no reader opens. */
    isRare: kept.size > 0 && !usualPage.test(`${kept}`),
  };
}
