import { LRUCache } from 'lru-cache';
import type { AnswerCache, Found, Made, Make } from './answers.ts';
import { type CacheState, type CacheTimes, cacheTimes } from './cache-times.ts';
import { createFlights } from './flights.ts';
import type { Keeper } from './keeper.ts';
import { createStandIns } from './stand-ins.ts';

export interface AnswerCacheOptions<Value> {
  times?: CacheTimes;
  /** Bytes of all stored answers; with 0 every caller is answered on their own. */
  maxBytes: number;
  /** Keeps for the next start what is stored here, but for what is rare. */
  keeper?: Keeper<Value>;
  /** What was stored before a change stands in when the host fails before it is known again. */
  keepsFormer?: boolean;
  /** What takes the place of a stored value: the one that was made, or the old one where they are the same. */
  renewed?: (before: Value, made: Value) => Value | Promise<Value>;
  /** True for a failure that says that there is no such answer any more. */
  isGone?: (error: unknown) => boolean;
  /** Told when an answer that nobody waits for could not be made. */
  onRefreshFailed?: (error: unknown, key: string) => void;
  /** A clock that nobody sets, milliseconds. */
  now?: () => number;
  /** Milliseconds since 1970. */
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
  /** After a failure the host is left alone until then. */
  retryAt: number;
}

/** One answer may take this share of the room. */
const largestShare = 3;
/** So many of the most used answers may stand in after a change, and of those that anybody can make up. */
const formerCount = 180;
const formerRare = 20;
/** Addresses remembered as not to be shared. */
const maxPasses = 5_000;

export function createAnswerCache<Value>({
  times = cacheTimes,
  maxBytes,
  keeper,
  keepsFormer = false,
  renewed = (_before, made) => made,
  isGone = () => false,
  onRefreshFailed = () => {},
  now = () => performance.now(),
  today = Date.now,
}: AnswerCacheOptions<Value>): AnswerCache<Value> {
  const storeOf = (bytes: number) =>
    new LRUCache<string, Entry<Value>>({
      maxSize: Math.max(1, Math.floor(bytes)),
      maxEntrySize: Math.max(1, Math.floor(bytes / largestShare)),
      sizeCalculation: (entry) => entry.bytes,
    });
  const common = storeOf((maxBytes * 9) / 10);
  const rare = storeOf(maxBytes / 10);
  const passes = new LRUCache<string, number>({ max: maxPasses });
  const flights = createFlights<Made<Value>>();
  /** Of an engine of our own nothing has to: it is there whenever we are. */
  const standIns =
    keepsFormer && maxBytes > 0
      ? createStandIns<Entry<Value>>({ maxBytes: maxBytes / 4, renew: renewFormer })
      : undefined;
  let generation = 0;

  function live(key: string): Entry<Value> | undefined {
    const entry = common.get(key) ?? rare.get(key);
    if (!entry) return undefined;
    if (isTrue(entry)) return entry;
    forget(key);
    return undefined;
  }

  function isTrue({ endsAt, madeAt }: Entry<Value>): boolean {
    return endsAt > today() && now() - madeAt <= times.downMs;
  }

  /** What an earlier process has left. It is as good as old: the host is asked before it is given. */
  async function left(
    key: string,
    from: Keeper<Value>,
    make: Make<Value>,
  ): Promise<Entry<Value> | undefined> {
    const begun = generation;
    const kept = await from.load(key);
    if (!kept || begun !== generation) return undefined;
    const known = live(key);
    if (!known) common.set(key, { ...kept, make, freshMs: 0, isRare: false, retryAt: 0 });
    return known ?? live(key);
  }

  function stored(key: string): Entry<Value> | undefined {
    return common.peek(key) ?? rare.peek(key);
  }

  function drop(key: string): void {
    common.delete(key);
    rare.delete(key);
  }

  /** It is no longer true, here and for the next start. */
  function forget(key: string): void {
    drop(key);
    standIns?.settle(key);
    keeper?.remove(key);
  }

  /** Makes the answer, and stores what may be stored. */
  async function fetchAnew(
    key: string,
    make: Make<Value>,
    isRare: boolean,
    signal: AbortSignal,
  ): Promise<Made<Value>> {
    const begun = generation;
    const isCurrent = () => begun === generation;
    try {
      const made = await make(signal, stored(key)?.value);
      const before = stored(key);
      if (before && made.keep === 'store') made.value = await renewed(before.value, made.value);
      if (isCurrent()) settle(key, made, make, isRare);
      return made;
    } catch (error) {
      if (isCurrent()) {
        if (isGone(error)) forget(key);
        else leaveAlone(key);
      }
      throw error;
    }
  }

  function settle(key: string, made: Made<Value>, make: Make<Value>, isRare: boolean): void {
    if (made.keep === 'leave') {
      leaveAlone(key);
      return;
    }
    drop(key);
    standIns?.settle(key);
    const { value, bytes, madeAt = now(), endsAt = Number.POSITIVE_INFINITY, freshMs = times.freshMs } = made;
    if (made.keep !== 'store' || endsAt <= today()) keeper?.remove(key);
    else {
      if (!isRare) keeper?.put(key, value, { madeAt, endsAt });
      const store = isRare ? rare : common;
      store.set(key, { value, bytes, madeAt, endsAt, freshMs, make, isRare, retryAt: 0 });
    }
  }

  function leaveAlone(key: string): void {
    const entry = stored(key);
    if (entry) entry.retryAt = now() + times.freshMs;
  }

  /** One call for everybody, which nobody's leaving ends. */
  function refresh(key: string, { make, isRare }: Entry<Value>): Promise<Made<Value> | undefined> {
    const flight = flights.join(key) ?? flights.begin(key, (signal) => fetchAnew(key, make, isRare, signal));
    flight.keepGoing();
    return flight.done.catch((error: unknown) => {
      onRefreshFailed(error, key);
      return undefined;
    });
  }

  function found(entry: Entry<Value>, state: CacheState): Found<Value> {
    const { value, madeAt, endsAt } = entry;
    return { value, state, ageMs: Math.max(0, now() - madeAt), endsAt };
  }

  function formerOf(key: string): Entry<Value> | undefined {
    const entry = standIns?.find(key);
    return entry && isTrue(entry) ? entry : undefined;
  }

  async function renewFormer(key: string, entry: Entry<Value>): Promise<boolean> {
    // Somebody has asked for it meanwhile.
    if (stored(key)) standIns?.settle(key);
    else await refresh(key, entry);
    return standIns?.find(key) === undefined;
  }

  function find(key: string): Found<Value> | undefined {
    const entry = live(key);
    if (!entry) return undefined;
    const age = now() - entry.madeAt;
    if (age <= entry.freshMs) return found(entry, 'hit');
    const rests = entry.retryAt > now();
    if (age > entry.freshMs + times.staleMs && !rests) return undefined;
    if (!rests && !flights.join(key)) void refresh(key, entry);
    return found(entry, 'stale');
  }

  /** What is too old to be given at once: the new one, if it comes in time. */
  async function getOld(key: string, entry: Entry<Value>, waitMs: number): Promise<Found<Value> | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, waitMs, undefined);
    });
    const made = await Promise.race([refresh(key, entry), late]);
    clearTimeout(timer);
    if (made && made.keep !== 'leave') return asMiss(made);
    // A refresh that failed because the answer is gone has taken it away: then nothing may stand in for it.
    const isThere = live(key) === entry || standIns?.find(key) === entry;
    return isThere || made?.keep === 'leave' ? found(entry, 'stale') : undefined;
  }

  function asMiss({ value, madeAt, endsAt = Number.POSITIVE_INFINITY }: Made<Value>): Found<Value> {
    const ageMs = madeAt === undefined ? 0 : Math.max(0, now() - madeAt);
    // Made now, of what was read a while ago: the host does not answer.
    return { value, state: ageMs > times.freshMs ? 'stale' : 'miss', ageMs, endsAt };
  }

  return {
    find,

    async get(key, make, { signal, isRare = false, group = key, isPatient = false } = {}) {
      signal?.throwIfAborted();
      if (maxBytes === 0) return undefined;
      const passUntil = passes.get(group);
      if (passUntil !== undefined) {
        if (passUntil > now()) return undefined;
        passes.delete(group);
      }
      const atOnce = find(key);
      if (atOnce && (atOnce.state === 'hit' || !isPatient)) return atOnce;
      const old = live(key) ?? (!isRare && keeper?.has(key) ? await left(key, keeper, make) : undefined);
      if (old && old.retryAt > now()) return found(old, 'stale');
      const former = old ? undefined : formerOf(key);
      const answer = old
        ? await getOld(key, old, times.waitMs)
        : former && (await getOld(key, former, times.formerWaitMs));
      if (answer) return answer;
      const joined = flights.join(key);
      const flight = joined ?? flights.begin(key, (end) => fetchAnew(key, make, isRare, end));
      const made = await flight.wait(signal);
      if (made.keep === 'pass') passes.set(group, now() + times.passMs);
      // What is for one caller alone is for the one who began.
      return joined && made.keep === 'pass' ? undefined : asMiss(made);
    },

    purge() {
      generation += 1;
      standIns?.keep([...firstOf(common.entries(), formerCount), ...firstOf(rare.entries(), formerRare)]);
      common.clear();
      rare.clear();
      passes.clear();
      flights.detachAll();
      keeper?.forgetAll();
    },

    generation: () => generation,
    now,
    stats() {
      const entries = [...common.values(), ...rare.values()];
      const made = entries.map(({ madeAt }) => madeAt);
      const oldest = Math.min(...made, keeper?.oldest() ?? Number.POSITIVE_INFINITY);
      const oldestMs = Number.isFinite(oldest) ? Math.max(0, now() - oldest) : undefined;
      return { entries: entries.length, bytes: common.calculatedSize + rare.calculatedSize, oldestMs };
    },
  };
}

function* firstOf<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  let left = count;
  for (const item of items) {
    if (left-- <= 0) return;
    yield item;
  }
}
