import { LRUCache } from 'lru-cache';

/** Shorter answers cost less to look through than to remember. */
const shortest = 16 * 1024;
const longest = 2 * 1024 * 1024;
/** Bytes that are remembered in all. */
const roomBytes = 16 * 1024 * 1024;
/** All are forgotten after this many milliseconds without an answer to remember. */
const restMs = 60_000;
/** How many places of an answer are looked at before it is compared byte by byte. */
const samples = 16;

/** What is known of an answer of the API host that has come before, byte for byte. */
export interface RecentBytes {
  readonly bytes: Buffer;
  /** What was searched for in it and not found. */
  readonly without: WeakSet<object>;
  /** What became of it, by the rules that made it so. */
  readonly presented: WeakMap<object, Buffer>;
}

/** The last one of each length. */
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
 * What is known of these bytes; undefined for an answer that is too short or too long to be remembered. This is no cache: the
 * host is asked each time, and only looking through the same bytes again is spared. They are compared whole.
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

/** Concatenates pieces, or gives the very same bytes that have come before, so that no second copy is made. */
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

/** A hash of a few samples: equal bytes are confirmed by `equals`. */
function keyOf(bytes: Buffer): number {
  let key = bytes.length | 0;
  const step = Math.floor((bytes.length - 4) / samples);
  for (let at = step; at < bytes.length - 4; at += step)
    key = (Math.imul(key, 31) + bytes.readInt32LE(at)) | 0;
  return key;
}
