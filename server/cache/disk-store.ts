import { renameSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIB } from '#shared/limits.ts';
import { contentHash } from '../http/etag.ts';
import { cacheTimes } from './cache-times.ts';
import { answerFile, indexOf, type Line, moveNow, readIndex, removeNow } from './disk-index.ts';
import type { Shelf } from './keeper.ts';
import type { PreparedAnswer } from './prepared-answer.ts';

/** As the index has it, with the clock in place of the wall's time. */
interface Kept extends Omit<Line, 'readAt'> {
  /** When its data was read, by a clock that nobody sets. */
  madeAt: number;
}

/** Answers for everybody that outlive the process (docs/decisions/0031): in front of a dead host a new one has pages to give. */
export interface DiskStore {
  shelf(name: string): Shelf;
  /** Nothing of now is there any more when this returns, also for the next start. */
  forgetAll(): void;
  /**
   * Something is going to change: nothing is kept until the returned function is called, and a crash in between finds nothing old.
   * Then all is forgotten, unless nothing has changed after all.
   */
  hold(): (isUnchanged?: boolean) => void;
  /** Writes what is to be written now. Never rejects. */
  flush(): Promise<void>;
  close(): Promise<void>;
  stats(): { entries: number; bytes: number };
}

interface DiskStoreOptions {
  folder: string;
  /** What answers are made of besides the host's: whenever this differs, nothing of before is given. */
  madeOf: string;
  /** What was read before is not given: other processes may have changed it since, in milliseconds since 1970. */
  notBefore?: number;
  maxBytes?: number;
  maxCount?: number;
  /** A clock that nobody sets, and the wall's, both in milliseconds. */
  now?: (() => number) | undefined;
  today?: (() => number) | undefined;
}

const indexName = 'index';
const flushMs = 5_000;
/** After a failure (no room, read-only) the disk is left alone so long. */
const restMs = 60_000;
/** Opens the store; a folder that cannot be read or written keeps nothing and fails nobody. */
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
  const indexFile = join(folder, indexName);
  /** Where no start looks for it. */
  const heldFile = `${indexFile}.held`;
  /** The one that was kept the longest ago comes first, and goes first. */
  const kept = new Map<string, Kept>();
  /** Bodies that are not on the disk yet. */
  const unwritten = new Map<string, Buffer>();
  /** The files that the index on the disk points to. */
  let indexed = new Map<string, string>();
  let bytes = 0;
  let holds = 0;
  /** What was begun before the last time of forgetting must not be put into its place. */
  let era = 0;
  /** What `era` was when the index was put aside. */
  let heldEra = 0;
  let isChanged = false;
  let isSwept = false;
  let restsUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;

  for (const { readAt, ...line } of await readIndex(indexFile, madeOf, today())) {
    const ageMs = Math.max(0, today() - readAt);
    indexed.set(idOf(line.shelf, line.key), line.file);
    if (ageMs <= cacheTimes.downMs && readAt >= notBefore && isTrue(line))
      add({ ...line, madeAt: now() - ageMs });
  }
  if (kept.size === 0) forgetAll();

  function isTrue({ endsAt }: Pick<Kept, 'endsAt'>): boolean {
    return endsAt === null || endsAt > today();
  }

  function add(entry: Kept): void {
    const id = idOf(entry.shelf, entry.key);
    take(id);
    kept.set(id, entry);
    bytes += entry.bytes;
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes && kept.size <= maxCount) break;
      take(oldest);
      isSwept = false;
    }
  }

  function take(id: string): Kept | undefined {
    const entry = kept.get(id);
    if (!entry) return undefined;
    kept.delete(id);
    unwritten.delete(id);
    bytes -= entry.bytes;
    return entry;
  }

  function changed(): void {
    isChanged = true;
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  }

  function forgetAll(): void {
    era += 1;
    kept.clear();
    unwritten.clear();
    bytes = 0;
    isSwept = false;
    // Without the index nothing in the folder is anything.
    removeNow(indexFile);
    indexed.clear();
    changed();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    flushing ??= write()
      .catch(() => {
        restsUntil = now() + restMs;
        // It would stay in memory for as long as there is no room.
        for (const id of [...unwritten.keys()]) take(id);
        isSwept = false;
        isChanged = true;
      })
      .finally(() => {
        flushing = undefined;
        if (isChanged) changed();
      });
    return flushing;
  }

  async function write(): Promise<void> {
    if (!isChanged || holds > 0 || now() < restsUntil) return;
    isChanged = false;
    const begun = era;
    if (kept.size > 0) await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const [id, body] of unwritten) {
      const entry = kept.get(id);
      if (entry) await writeFile(join(folder, entry.file), body, { mode: 0o600 });
      if (begun !== era) return;
      if (unwritten.get(id) === body) unwritten.delete(id);
    }
    const answers: Line[] = [];
    for (const [id, { madeAt, ...entry }] of kept) {
      const ageMs = now() - madeAt;
      if (ageMs > cacheTimes.downMs || !isTrue(entry)) take(id);
      else if (!unwritten.has(id)) answers.push({ ...entry, readAt: today() - ageMs });
    }
    if (answers.length === 0) {
      removeNow(indexFile);
      indexed.clear();
    } else {
      const draft = `${indexFile}.draft`;
      await writeFile(draft, indexOf(madeOf, answers), { mode: 0o600 });
      // In one step with the look: nothing that was forgotten meanwhile comes back.
      if (begun !== era || holds > 0) return;
      renameSync(draft, indexFile);
      indexed = new Map(answers.map(({ shelf, key, file }) => [idOf(shelf, key), file]));
    }
    if (!isSwept) await sweep();
  }

  /** Removes files that belong to nothing any more. */
  async function sweep(): Promise<void> {
    isSwept = true;
    const used = new Set([...kept.values()].map(({ file }) => file));
    for (const name of await readdir(folder).catch(() => [])) {
      if ((answerFile.test(name) || indexDraft.test(name)) && !used.has(name))
        await rm(join(folder, name), { force: true }).catch(() => {});
    }
  }

  return {
    shelf: (shelf) => ({
      forgetAll,
      has: (key) => kept.has(idOf(shelf, key)),
      async load(key) {
        const id = idOf(shelf, key);
        const entry = kept.get(id);
        if (!entry) return undefined;
        const begun = era;
        const body = unwritten.get(id) ?? (await readFile(join(folder, entry.file)).catch(() => undefined));
        if (begun !== era || kept.get(id) !== entry) return undefined;
        const { headers, etag, row, madeAt, endsAt } = entry;
        if (!body || etagOf(body) !== etag || now() - madeAt > cacheTimes.downMs || !isTrue(entry)) {
          take(id);
          return undefined;
        }
        const prepared: PreparedAnswer = {
          status: 200,
          headers,
          etag,
          bodies: { identity: body },
          ...(row !== undefined && { row }),
        };
        return { prepared, madeAt, endsAt: endsAt ?? Number.POSITIVE_INFINITY };
      },
      put(key, { headers, etag, row, bodies }, { madeAt, endsAt }) {
        const id = idOf(shelf, key);
        const isSame = kept.get(id)?.etag === etag;
        const unsaved = isSame ? unwritten.get(id) : bodies.identity;
        if (!isSame) isSwept = false;
        add({
          shelf,
          key,
          headers,
          etag,
          ...(row !== undefined && { row }),
          bytes: bodies.identity.length,
          file: fileOf(id, etag),
          madeAt,
          endsAt: Number.isFinite(endsAt) ? endsAt : null,
        });
        if (unsaved && kept.has(id)) unwritten.set(id, unsaved);
        changed();
      },
      remove(key) {
        const id = idOf(shelf, key);
        // The index may still have the one before.
        for (const file of new Set([take(id)?.file, indexed.get(id)])) {
          if (file === undefined) continue;
          // An answer of the index whose body is not there is none.
          removeNow(join(folder, file));
          changed();
        }
        indexed.delete(id);
      },
      oldest() {
        let oldest: number | undefined;
        for (const each of kept.values()) {
          if (each.shelf === shelf && !(oldest !== undefined && oldest <= each.madeAt)) oldest = each.madeAt;
        }
        return oldest;
      },
    }),
    forgetAll,
    hold() {
      holds += 1;
      if (holds === 1) {
        heldEra = era;
        moveNow(indexFile, heldFile);
      }
      let isHeld = true;
      return (isUnchanged = false) => {
        if (!isHeld) return;
        isHeld = false;
        holds -= 1;
        if (!isUnchanged) forgetAll();
        if (holds > 0) return;
        if (heldEra === era) moveNow(heldFile, indexFile);
        else removeNow(heldFile);
      };
    },
    flush,
    async close() {
      await flush();
      await flush();
      clearTimeout(timer);
    },
    stats: () => ({ entries: kept.size, bytes }),
  };
}

function idOf(shelf: string, key: string): string {
  return `${shelf} ${key}`;
}

const indexDraft = /^index\.(draft|held)$/;

/** Another body is another file, so that an index never points to half of one and half of the other. */
function fileOf(id: string, etag: string): string {
  return `answer-${contentHash(`${id}\0${etag}`)}`;
}

function etagOf(body: Buffer): string {
  return `W/"${contentHash(body)}"`;
}
