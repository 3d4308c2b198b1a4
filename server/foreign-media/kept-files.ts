import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { headBytes } from '../forms/file-types.ts';

/** What is known of a kept file. */
export interface KeptFile {
  /** By its first bytes. */
  type: string;
  bytes: number;
  /** Of its bytes (server/http/etag.ts, contentHash). */
  hash: string;
  /** When it was last found to be so, in milliseconds since 1970, and for how long that holds. */
  checkedAt: number;
  freshMs: number;
  /** With these its origin can be asked whether it is still the same. */
  etag?: string | undefined;
  lastModified?: string | undefined;
}

type Checked = Pick<KeptFile, 'checkedAt' | 'freshMs' | 'etag' | 'lastModified'>;

/** Tells the type by the first bytes, and how many there may be; throws for what is not to be kept, or when there are more. */
export type Judge = (head: Buffer) => Promise<{ type: string; hold: (bytes: number) => void }>;

/** Files of others on disk, least recently used first to go. */
export interface KeptFiles {
  find(key: string): Promise<KeptFile | undefined>;
  /** Keeps the whole of `source`, or nothing: rejects as `source` and `judge` do, and as the disk does. */
  keep(key: string, source: AsyncIterable<Buffer>, judge: Judge, checked: Checked): Promise<KeptFile>;
  /** It is still the same. */
  confirm(key: string, checked: Checked): Promise<KeptFile | undefined>;
  remove(key: string): Promise<void>;
  /** Where its bytes are. */
  placeOf(key: string, file: KeptFile): string;
  /** Its bytes, or those from `start` to `end`, both included; undefined when they are no longer there. */
  open(key: string, file: KeptFile, range?: ByteRange): Promise<Readable | undefined>;
  stats(): Promise<{ entries: number; bytes: number }>;
}

export interface ByteRange {
  start: number;
  end: number;
}

const noteForm = /^([0-9a-f]{40})\.json$/;
const bytesForm = /^[0-9a-f]{40}-[\w-]{27}$/;

/** In a folder of its own, which is made when it is needed, for at most `mostBytes` at rest. */
export function createKeptFiles(folder: string, mostBytes: number): KeptFiles {
  /** By name, in the order of use. */
  let entries: Promise<Map<string, KeptFile>> | undefined;
  let total = 0;

  const opened = () => {
    entries ??= readNotes(folder).then((found) => {
      for (const { bytes } of found.values()) total += bytes;
      return found;
    });
    return entries;
  };

  const pathOf = (name: string, { hash }: Pick<KeptFile, 'hash'>) => join(folder, `${name}-${hash}`);

  async function forget(known: Map<string, KeptFile>, name: string): Promise<void> {
    const file = known.get(name);
    if (!file) return;
    known.delete(name);
    total -= file.bytes;
    await rm(join(folder, `${name}.json`), { force: true }).catch(() => {});
    await rm(pathOf(name, file), { force: true }).catch(() => {});
  }

  /** The bytes are whole when their note is there: it is written after them. */
  async function note(name: string, file: KeptFile): Promise<void> {
    const draft = join(folder, `${name}.${randomBytes(4).toString('hex')}`);
    try {
      await writeFile(draft, JSON.stringify(file), { mode: 0o600, flag: 'wx' });
      await rename(draft, join(folder, `${name}.json`));
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw error;
    }
  }

  async function keep(key: string, source: AsyncIterable<Buffer>, judge: Judge, checked: Checked) {
    const known = await opened();
    const name = nameOf(key);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = join(folder, `${name}.${randomBytes(4).toString('hex')}`);
    try {
      const file = { ...(await write(draft, source, judge)), ...checked };
      await rename(draft, pathOf(name, file));
      await note(name, file);
      // In one step: others come and go while the disk is waited for.
      const before = known.get(name);
      total += file.bytes - (before?.bytes ?? 0);
      known.delete(name);
      known.set(name, file);
      if (before && before.hash !== file.hash) await rm(pathOf(name, before), { force: true });
      for (const oldest of known.keys()) {
        if (total <= mostBytes || oldest === name) break;
        await forget(known, oldest);
      }
      return file;
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw error;
    }
  }

  return {
    async find(key) {
      const known = await opened();
      const name = nameOf(key);
      const file = known.get(name);
      if (!file) return undefined;
      known.delete(name);
      known.set(name, file);
      return file;
    },
    keep,
    async confirm(key, checked) {
      const known = await opened();
      const name = nameOf(key);
      const before = known.get(name);
      if (!before) return undefined;
      const file = { ...before, ...checked };
      known.set(name, file);
      // After a restart it is asked for again, and that is all.
      await note(name, file).catch(() => {});
      return file;
    },
    async remove(key) {
      await forget(await opened(), nameOf(key));
    },
    placeOf: (key, file) => pathOf(nameOf(key), file),
    async open(key, file, range) {
      const name = nameOf(key);
      const handle = await open(pathOf(name, file)).catch(() => undefined);
      // Open, it can be read to its end, whatever becomes of its name.
      if (handle) return handle.createReadStream(range);
      const known = await opened();
      if (known.get(name)?.hash === file.hash) await forget(known, name);
      return undefined;
    },
    async stats() {
      const { size } = await opened();
      return { entries: size, bytes: total };
    },
  };
}

function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 40);
}

/** Writes the bytes down as they come, once the first of them have been judged, and syncs them. */
async function write(draft: string, source: AsyncIterable<Buffer>, judge: Judge) {
  const handle = await open(draft, 'wx', 0o600);
  try {
    const sum = createHash('sha256');
    let bytes = 0;
    let held: Buffer[] = [];
    let judged: Awaited<ReturnType<Judge>> | undefined;
    const take = async (isEnd: boolean) => {
      const chunk = Buffer.concat(held);
      if (!judged && !isEnd && chunk.length < headBytes) {
        held = [chunk];
        return;
      }
      judged ??= await judge(chunk.subarray(0, headBytes));
      held = [];
      bytes += chunk.length;
      judged.hold(bytes);
      sum.update(chunk);
      await handle.writeFile(chunk);
    };
    for await (const chunk of source) {
      held.push(chunk);
      await take(false);
    }
    await take(true);
    await handle.sync();
    return { type: judged?.type ?? '', bytes, hash: sum.digest('base64url').slice(0, 27) };
  } finally {
    await handle.close();
  }
}

/** What the last run has kept, least recently looked at first. What belongs to no note goes. */
async function readNotes(folder: string): Promise<Map<string, KeptFile>> {
  const names = await readdir(folder).catch(() => []);
  const present = new Set(names);
  const found: [string, KeptFile][] = [];
  for (const each of names) {
    const name = noteForm.exec(each)?.[1];
    if (name === undefined) continue;
    const file = await readNote(join(folder, each));
    if (file && present.delete(`${name}-${file.hash}`) && present.delete(each)) found.push([name, file]);
  }
  for (const each of present) await rm(join(folder, each), { force: true, recursive: true }).catch(() => {});
  return new Map(found.sort(([, one], [, other]) => one.checkedAt - other.checkedAt));
}

async function readNote(path: string): Promise<KeptFile | undefined> {
  try {
    const file = JSON.parse(await readFile(path, 'utf8')) as KeptFile;
    const isNote = bytesForm.test(`${'0'.repeat(40)}-${file.hash}`) && file.bytes > 0;
    return isNote ? file : undefined;
  } catch {
    return undefined;
  }
}
