import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { MIB } from '#shared/limits.ts';
import { createDiskCache } from '../disk-cache/disk-cache.ts';
import { contentHash } from '../http/etag.ts';
import { cacheTimes } from './cache-times.ts';
import type { Shelf } from './keeper.ts';
import type { PreparedAnswer } from './prepared-answer.ts';

/** An answer on the disk, without its body. */
interface Answer {
  shelf: string;
  key: string;
  headers: PreparedAnswer['headers'];
  etag: string;
  row?: string;
  /** When its data was read, in milliseconds since 1970. */
  readAt: number;
  /** Milliseconds since 1970; null for no end. */
  endsAt: number | null;
}

/** A generation ends when everything is forgotten. An answer counts only while the mark of its generation is on the disk too. */
interface Note {
  generation: string;
  /** The mark itself has none. */
  answer?: Answer;
}

/** Answers that outlive the process (docs/decisions/0031): in front of a dead host a new process has pages to give. */
export interface DiskStore {
  shelf(name: string): Shelf;
  /** When this returns nothing of before is there any more, also for the next start. */
  forgetAll(): void;
  /**
   * A change begins: nothing is written until the returned function is called, and a process that is killed in between leaves nothing to the
   * next one. At the end everything is forgotten, unless nothing has changed after all.
   */
  hold(): (isUnchanged?: boolean) => void;
  /** Writes at once what waits. Never rejects. */
  flush(): Promise<void>;
  close(): Promise<void>;
  stats(): Promise<{ entries: number; bytes: number }>;
}

interface DiskStoreOptions {
  folder: string;
  /** Whatever else answers depend on: nothing is given that was stored with another text. */
  madeOf: string;
  /** Nothing is given that was read before: other processes may have changed it since. Milliseconds since 1970. */
  notBefore?: number;
  maxBytes?: number;
  maxCount?: number;
  /** A monotonic clock, and the wall clock, both in milliseconds. */
  now?: (() => number) | undefined;
  today?: (() => number) | undefined;
}

const flushMs = 5_000;
/** After a failure (no room, read-only) nothing is written for so long. */
const restMs = 60_000;
/** An answer that has not changed is written again only so often: to the next process it looks older than it is, by this at most. */
const sameMs = 60_000;
/** Wall clocks are set by seconds all the time. */
const skewMs = 5 * 60_000;
const markKey = 'mark';

/** Opens the store. A folder that cannot be read or written stores nothing, and nothing fails because of it. */
export async function openDiskStore({
  folder,
  madeOf: ingredients,
  notBefore = 0,
  maxBytes = 64 * MIB,
  maxCount = 2_000,
  now = () => performance.now(),
  today = Date.now,
}: DiskStoreOptions): Promise<DiskStore> {
  const madeOf = contentHash(ingredients);
  const cache = createDiskCache<Note>({ folder, maxBytes, maxCount: maxCount + 1 });
  /** Answers that are not written yet, by their ids. */
  const pending = new Map<string, { prepared: PreparedAnswer; answer: Answer }>();
  /** From the monotonic clock to the wall clock. */
  let offset = today() - now();
  let holds = 0;
  let restsUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let clearing: Promise<void> | undefined;

  await cache.load();
  let generation = cache.peek(markKey)?.generation ?? '';
  const isFromFuture = answers().some(({ readAt }) => readAt > today() + skewMs);
  if (!generation.startsWith(madeOf) || isFromFuture) forgetAll();
  for (const { generation: its, answer } of cache.notes()) {
    if (answer && (its !== generation || answer.readAt < notBefore || !isAlive(answer)))
      cache.remove(`${its} ${idOf(answer.shelf, answer.key)}`);
  }

  function answers(): Answer[] {
    return cache.notes().flatMap(({ answer }) => answer ?? []);
  }

  function madeAtOf({ readAt }: Answer): number {
    return Math.min(now(), readAt - offset);
  }

  function isAlive(answer: Answer): boolean {
    const { endsAt } = answer;
    return now() - madeAtOf(answer) <= cacheTimes.downMs && (endsAt === null || endsAt > today());
  }

  const keyOf = (id: string) => `${generation} ${id}`;

  function forgetAll(): void {
    generation = `${madeOf}-${randomBytes(9).toString('base64url')}`;
    pending.clear();
    cache.remove(markKey);
    clearing = cache.clear();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    flushing ??= write()
      .catch(() => {
        restsUntil = now() + restMs;
        // They would stay in memory for as long as there is no room.
        pending.clear();
      })
      .finally(() => {
        flushing = undefined;
        if (pending.size > 0) schedule();
      });
    return flushing;
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  }

  /** A wall clock that was set back would make the files look younger than they are; set forward, older, which does no harm. */
  async function followClock(): Promise<void> {
    const shift = today() - now() - offset;
    if (Math.abs(shift) < skewMs) return;
    const shifted = (answer: Answer) => ({ ...answer, readAt: answer.readAt + shift });
    for (const answer of shift < 0 ? answers() : [])
      await cache.annotate(keyOf(idOf(answer.shelf, answer.key)), { generation, answer: shifted(answer) });
    for (const [id, { prepared, answer }] of pending) pending.set(id, { prepared, answer: shifted(answer) });
    offset += shift;
  }

  async function write(): Promise<void> {
    await followClock();
    await clearing;
    if (now() < restsUntil) return;
    const begun = generation;
    for (const [id, each] of pending) {
      if (begun !== generation || holds > 0) return;
      const note = { generation, answer: each.answer };
      await cache.put(keyOf(id), [each.prepared.bodies.identity], () => note);
      if (pending.get(id) === each) pending.delete(id);
    }
    for (const answer of answers()) if (!isAlive(answer)) cache.remove(keyOf(idOf(answer.shelf, answer.key)));
    const mark = await cache.find(markKey);
    if (begun !== generation || holds > 0 || answers().length === 0) return;
    if (mark?.note.generation !== begun) await cache.put(markKey, [], () => ({ generation: begun }));
  }

  return {
    shelf: (shelf) => ({
      forgetAll,
      has: (key) => {
        const id = idOf(shelf, key);
        return pending.has(id) || cache.peek(keyOf(id)) !== undefined;
      },
      async load(key) {
        const id = idOf(shelf, key);
        const begun = generation;
        const waiting = pending.get(id);
        const stored = waiting ? undefined : await cache.read(keyOf(id));
        const answer = waiting?.answer ?? stored?.note.answer;
        if (!answer || begun !== generation || !isAlive(answer)) return undefined;
        const prepared = waiting?.prepared ?? preparedOf(answer, stored?.body ?? Buffer.alloc(0));
        return { prepared, madeAt: madeAtOf(answer), endsAt: answer.endsAt ?? Number.POSITIVE_INFINITY };
      },
      put(key, prepared, { madeAt, endsAt }) {
        if (now() < restsUntil) return;
        const { headers, etag, row } = prepared;
        const answer = {
          ...{ shelf, key, headers, etag, ...(row !== undefined && { row }) },
          readAt: madeAt + offset,
          endsAt: Number.isFinite(endsAt) ? endsAt : null,
        };
        const id = idOf(shelf, key);
        if (!pending.has(id) && isSame(answer, cache.peek(keyOf(id))?.answer)) return;
        pending.set(id, { prepared, answer });
        schedule();
      },
      remove(key) {
        const id = idOf(shelf, key);
        pending.delete(id);
        cache.remove(keyOf(id));
      },
      oldest() {
        const all = [...answers(), ...Array.from(pending.values(), ({ answer }) => answer)];
        const times = all.filter((each) => each.shelf === shelf).map(madeAtOf);
        return times.length > 0 ? Math.min(...times) : undefined;
      },
    }),
    forgetAll,
    hold() {
      holds += 1;
      cache.remove(markKey);
      let isHeld = true;
      return (isUnchanged = false) => {
        if (!isHeld) return;
        isHeld = false;
        holds -= 1;
        if (!isUnchanged) forgetAll();
        // The mark comes back.
        if (holds === 0) void flush();
      };
    },
    flush,
    async close() {
      await flush();
      await flush();
      clearTimeout(timer);
    },
    stats: cache.stats,
  };
}

function preparedOf({ headers, etag, row }: Answer, identity: Buffer): PreparedAnswer {
  return { status: 200, headers, etag, bodies: { identity }, ...(row !== undefined && { row }) };
}

function isSame(answer: Answer, before: Answer | undefined): boolean {
  const isRecent = before !== undefined && answer.readAt - before.readAt < sameMs;
  return isRecent && isDeepStrictEqual({ ...answer, readAt: 0 }, { ...before, readAt: 0 });
}

function idOf(shelf: string, key: string): string {
  return `${shelf} ${key}`;
}
