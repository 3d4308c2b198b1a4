import { LRUCache } from 'lru-cache';
import { KIB, MIB } from '#shared/limits.ts';

/** Only answers with a length between these two are remembered: a shorter one is searched faster than it is found. */
const shortest = 16 * KIB;
const longest = 2 * MIB;
/** Number of places in an answer that are sampled for its key, before a byte by byte comparison. */
const samples = 16;

/** The findings about the bytes of an answer of the API host, for when they arrive again. */
interface RecentBytes {
  readonly bytes: Buffer;
  /** The objects, such as a contract row, whose search found nothing in the bytes. */
  readonly without: WeakSet<object>;
  /** The bytes as they are sent to browsers (reads/present.ts), keyed by the rules that were applied. */
  readonly presented: WeakMap<object, Buffer>;
}

const remembered = new LRUCache<string, RecentBytes>({
  maxSize: 16 * MIB,
  sizeCalculation: ({ bytes }) => bytes.length,
});

/**
 * Returns what is known about an answer with these bytes, or a new empty entry; undefined if the answer is too short
 * or too long to be remembered. This is no cache: the host is called each time, and only a repeated search through
 * the same bytes is saved. The bytes are compared completely.
 */
export function recentBytes(bytes: Buffer): RecentBytes | undefined {
  if (bytes.length < shortest || bytes.length > longest) return undefined;
  const step = Math.floor(bytes.length / samples);
  const key = Array.from({ length: samples }, (_, index) => bytes.readUInt16LE(index * step)).join();
  const known = remembered.get(key);
  if (known?.bytes.equals(bytes)) return known;
  const added: RecentBytes = { bytes, without: new WeakSet(), presented: new WeakMap() };
  remembered.set(key, added);
  return added;
}
