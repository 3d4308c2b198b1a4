import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { contentHash } from '../http/etag.ts';
import type { ConvertedImage } from './convert.ts';

/** What is remembered of the file that a picture was made of, as plain texts. */
type SourceNotes = Readonly<Record<string, string>>;

export interface StoredImage extends ConvertedImage {
  /** Strong: a hash of the body. */
  etag: string;
  source: SourceNotes;
}

/**
 * Pictures made ahead, on disk, least recently used first to go. It is a cache: whatever is wrong with the disk, `get` finds nothing
 * and `put` keeps nothing, and nobody's request fails.
 */
export interface ImageStore {
  get(key: string): Promise<StoredImage | undefined>;
  /** Without a key it is only described, not kept. */
  put(key: string | undefined, image: ConvertedImage, source?: SourceNotes): Promise<StoredImage>;
  remove(key: string): Promise<void>;
  /** What is kept, for metrics. */
  stats(): Promise<{ entries: number; bytes: number }>;
}

interface Entry {
  bytes: number;
  /** Its bytes were looked at since the start: a power cut may have left half of a file. */
  whole: boolean;
  /** When the file's time was set last, in milliseconds. */
  noted: number;
}

type Header = Omit<StoredImage, 'body'>;

/** The disk hears of a use only so often: the order of what goes first need not be finer. */
const noteUseMs = 3_600_000;
const fileForm = /^[0-9a-f]{40}$/;
/** Ends the first line of a file, which describes the rest. */
const lineEnd = 0x0a;

/** A store in a folder of its own, which is made when it is needed, for at most `mostBytes`. */
export function createImageStore(folder: string, mostBytes: number): ImageStore {
  /** By file name, in the order of use. */
  let entries: Promise<Map<string, Entry>> | undefined;
  let total = 0;

  const opened = () => {
    entries ??= readFolder(folder).then((found) => {
      for (const { bytes } of found.values()) total += bytes;
      return found;
    });
    return entries;
  };

  async function forget(known: Map<string, Entry>, name: string): Promise<void> {
    total -= known.get(name)?.bytes ?? 0;
    known.delete(name);
    await rm(join(folder, name), { force: true }).catch(() => {});
  }

  async function get(key: string): Promise<StoredImage | undefined> {
    const known = await opened();
    const name = nameOf(key);
    const entry = known.get(name);
    if (!entry) return undefined;
    const image = await readFile(join(folder, name)).then(
      (bytes) => parse(bytes, entry.whole),
      () => undefined,
    );
    if (known.get(name) !== entry) return image;
    if (!image) {
      await forget(known, name);
      return undefined;
    }
    entry.whole = true;
    known.delete(name);
    known.set(name, entry);
    if (performance.now() - entry.noted > noteUseMs) {
      entry.noted = performance.now();
      await utimes(join(folder, name), new Date(), new Date()).catch(() => {});
    }
    return image;
  }

  async function put(
    key: string | undefined,
    image: ConvertedImage,
    source: SourceNotes = {},
  ): Promise<StoredImage> {
    const { body, ...described } = image;
    const header: Header = { ...described, etag: etagOf(body), source };
    const stored = { ...header, body };
    if (key === undefined) return stored;
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
    if (bytes.length > mostBytes) return stored;
    const known = await opened();
    const name = nameOf(key);
    if (!(await write(folder, name, bytes))) return stored;
    total += bytes.length - (known.get(name)?.bytes ?? 0);
    known.delete(name);
    known.set(name, { bytes: bytes.length, whole: true, noted: performance.now() });
    for (const oldest of known.keys()) {
      if (total <= mostBytes) break;
      await forget(known, oldest);
    }
    return stored;
  }

  return {
    get,
    put,
    async remove(key) {
      await forget(await opened(), nameOf(key));
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

function etagOf(body: Buffer): string {
  return `"${contentHash(body)}"`;
}

/** What the last run has kept, least recently used first. What a crash left half written goes. */
async function readFolder(folder: string): Promise<Map<string, Entry>> {
  const found: [string, Entry][] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (!fileForm.test(name)) {
      await rm(path, { force: true, recursive: true }).catch(() => {});
      continue;
    }
    const file = await stat(path).catch(() => undefined);
    if (file) found.push([name, { bytes: file.size, whole: false, noted: file.mtimeMs }]);
  }
  return new Map(found.sort(([, one], [, other]) => one.noted - other.noted));
}

/** Whole or not at all: written beside its place, then moved there. False when the disk does not take it. */
async function write(folder: string, name: string, bytes: Buffer): Promise<boolean> {
  const draft = join(folder, `${name}.${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    await rename(draft, join(folder, name));
    return true;
  } catch {
    await rm(draft, { force: true }).catch(() => {});
    return false;
  }
}

/** A file of the store; undefined when it is not whole. */
function parse(bytes: Buffer, knownWhole: boolean): StoredImage | undefined {
  try {
    const end = bytes.indexOf(lineEnd);
    const header = JSON.parse(bytes.toString('utf8', 0, end)) as Header;
    const body = bytes.subarray(end + 1);
    return knownWhole || etagOf(body) === header.etag ? { ...header, body } : undefined;
  } catch {
    return undefined;
  }
}
