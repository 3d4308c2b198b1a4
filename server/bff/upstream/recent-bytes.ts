import { LRUCache } from 'lru-cache';

/** Shorter answers cost less to search than to remember. */
const shortest = 16 * 1024;
const longest = 2 * 1024 * 1024;
/** Total bytes that are remembered. */
const roomBytes = 16 * 1024 * 1024;
/** After this many milliseconds without an answer to remember, all are forgotten. */
const restMs = 60_000;
/** Number of sampled positions before an answer is compared byte by byte. */
const samples = 16;

/** Results for an answer of the API host that was received before with identical bytes. */
export interface RecentBytes {
  readonly bytes: Buffer;
  /** Search patterns that were not found in the bytes. */
  readonly without: WeakSet<object>;
  /** The bytes as presented, by the rules that were applied. */
  readonly presented: WeakMap<object, Buffer>;
}

/** The last answer of each length. */
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
 * Returns the stored results for these bytes; undefined for an answer that is too short or too long to be remembered.
 * This is no cache: the host is asked each time, and only a repeated search through equal bytes is saved. The bytes
 * are compared completely.
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

/** Concatenates pieces. Returns the remembered buffer if its bytes are equal, so that no second copy is made. */
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

/** Hash of a few samples; `equals` confirms equal bytes. */
function keyOf(bytes: Buffer): number {
  let key = bytes.length | 0;
  const step = Math.floor((bytes.length - 4) / samples);
  for (let at = step; at < bytes.length - 4; at += step)
    key = (Math.imul(key, 31) + bytes.readInt32LE(at)) | 0;
  return key;
}
