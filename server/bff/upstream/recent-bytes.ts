import { LRUCache } from 'lru-cache';

/**
 * Limits in bytes. Only answers with a length between these two are remembered. Searching a shorter answer again
 * costs less than remembering it.
 */
const shortest = 16 * 1024;
const longest = 2 * 1024 * 1024;
/** Maximum number of bytes that are remembered in total. */
const roomBytes = 16 * 1024 * 1024;
/** All remembered answers are dropped after this many milliseconds without a new one. */
const restMs = 60_000;
/** Number of places in an answer that are sampled for its hash, before a byte by byte comparison. */
const samples = 16;

/**
 * Results of earlier searches through an answer of the API host, for use when an answer with the same bytes arrives
 * again.
 */
interface RecentBytes {
  readonly bytes: Buffer;
  /** The objects, such as a contract row, whose search found nothing in the bytes. */
  readonly without: WeakSet<object>;
  /** The bytes as they are sent to browsers (reads/present.ts), keyed by the rules that were applied. */
  readonly presented: WeakMap<object, Buffer>;
}

/** The last remembered answer of each length. */
const ofLength = new Map<number, RecentBytes>();
const remembered = new LRUCache<number, RecentBytes>({
  maxSize: roomBytes,
  sizeCalculation: ({ bytes }) => bytes.length,
  dispose: (gone) => {
    if (ofLength.get(gone.bytes.length) === gone) ofLength.delete(gone.bytes.length);
  },
});
let rest: NodeJS.Timeout | undefined;

/**
 * Returns what is known about an answer with these bytes, or a new empty entry; undefined if the answer is too short
 * or too long to be remembered. This is no cache: the host is called each time, and only a repeated search through
 * the same bytes is saved. The bytes are compared completely.
 */
export function recentBytes(bytes: Buffer): RecentBytes | undefined {
  if (bytes.length < shortest || bytes.length > longest) return undefined;
  rest ??= setTimeout(forget, restMs).unref();
  rest.refresh();
  const key = keyOf(bytes);
  const known = remembered.get(key);
  if (known && (known.bytes === bytes || known.bytes.equals(bytes))) return known;
  const added: RecentBytes = { bytes, without: new WeakSet(), presented: new WeakMap() };
  remembered.set(key, added);
  ofLength.set(bytes.length, added);
  return added;
}

/**
 * Joins pieces to one buffer. If a remembered answer has the same bytes, returns its buffer instead of making a copy.
 */
export function joined(pieces: readonly Buffer[]): Buffer {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const known = ofLength.get(length)?.bytes;
  let at = 0;
  for (const piece of pieces) {
    if (known?.compare(piece, 0, piece.length, at, at + piece.length) !== 0) return Buffer.concat(pieces);
    at += piece.length;
  }
  return known ?? Buffer.concat(pieces);
}

function forget(): void {
  remembered.clear();
  rest = undefined;
}

/** Returns a hash of a few samples. Equal hashes do not prove equal bytes, so the caller compares with `equals`. */
function keyOf(bytes: Buffer): number {
  let key = bytes.length | 0;
  const step = Math.floor((bytes.length - 4) / samples);
  for (let at = step; at < bytes.length - 4; at += step)
    key = (Math.imul(key, 31) + bytes.readInt32LE(at)) | 0;
  return key;
}
