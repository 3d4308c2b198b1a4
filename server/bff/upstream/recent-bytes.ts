/** Shorter answers cost less to look through than to remember. */
const shortest = 16 * 1024;
const longest = 2 * 1024 * 1024;
/** Bytes that are remembered in all. */
const roomBytes = 16 * 1024 * 1024;
/** After so many milliseconds in which none came again all are forgotten. */
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

const remembered = new Map<number, RecentBytes>();
/** The last one of each length. */
const ofLength = new Map<number, RecentBytes>();
let total = 0;
let rest: NodeJS.Timeout | undefined;

/**
 * What is known of these bytes; undefined for an answer that is too short or too long to be remembered. This is no cache: the
 * host is asked each time, and what is spared is to find out the same of the same bytes. They are compared whole.
 */
export function recentBytes(bytes: Buffer): RecentBytes | undefined {
  if (bytes.length < shortest || bytes.length > longest) return undefined;
  rest ??= setTimeout(forget, restMs).unref();
  rest.refresh();
  const key = keyOf(bytes);
  const known = remembered.get(key);
  if (known) {
    // To the end of the queue: the one at its front goes first.
    remembered.delete(key);
    if (known.bytes === bytes || known.bytes.equals(bytes)) {
      remembered.set(key, known);
      return known;
    }
    total -= known.bytes.length;
  }
  const added: RecentBytes = { bytes, without: new WeakSet(), presented: new WeakMap() };
  remembered.set(key, added);
  ofLength.set(bytes.length, added);
  total += bytes.length;
  for (const [oldest, { bytes: gone }] of remembered) {
    if (total <= roomBytes) break;
    remembered.delete(oldest);
    ofLength.delete(gone.length);
    total -= gone.length;
  }
  return added;
}

/** The pieces in one: a copy of them, or the very same bytes that have come before, of which no second copy is made. */
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
  ofLength.clear();
  total = 0;
  rest = undefined;
}

/** Different for most answers that differ; which are the same, `equals` says. */
function keyOf(bytes: Buffer): number {
  let key = bytes.length | 0;
  const step = Math.floor((bytes.length - 4) / samples);
  for (let at = step; at < bytes.length - 4; at += step)
    key = (Math.imul(key, 31) + bytes.readInt32LE(at)) | 0;
  return key;
}
