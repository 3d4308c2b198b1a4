import { Transform } from 'node:stream';

/** Stands where a token stood: safe inside a JSON text, a header and a line of plain text. */
export const removedMark = '[removed]';

/** Shorter ones stand in any text by chance, and could be guessed anyhow. */
const shortestToken = 6;
/** The same for a piece of Base64: an inline image is megabytes of it. */
const shortestBase64 = 16;
/** Bytes that one character of a token takes at most, in the longest escape that is undone here. */
const longestEscape = 10;
/** JSON inside JSON inside JSON: 1, 2, 4 backslashes. */
const mostBackslashes = 4;

/** Where a token stands: `end` is the first byte after it. */
interface Span {
  start: number;
  end: number;
}

/** Finds one token in bytes, in each of the spellings in which careless hosts repeat it. */
export interface TokenFinder {
  /** In order, and none overlaps another. */
  find(bytes: Buffer): Span[];
  /** The bytes with every spelling replaced by the mark; the very same buffer when there is none. */
  replace(bytes: Buffer): Buffer;
  /** A spelling is never longer, in bytes. */
  readonly reach: number;
}

/**
 * Spellings: as it is; with characters escaped as JSON (`\/`, `\u002f`, also in JSON that is quoted in JSON), in percent
 * encoding, or as numeric HTML entities, any mix of them; and in Base64, of either alphabet and wherever in the encoded text
 * it begins.
 */
export function createTokenFinder(token: string): TokenFinder {
  const spelled = token.length < shortestToken ? [] : [...jsonSpellings(token), ...base64Spellings(token)];
  const needles = unique(spelled.map((text) => Buffer.from(text, 'latin1')));
  const plainNeedles = unique(needles.flatMap((needle) => [needle, unescaped(needle)?.bytes ?? needle]));
  const reach = Math.max(1, ...needles.map((needle) => needle.length * longestEscape));

  function find(bytes: Buffer): Span[] {
    const spans = needles.flatMap((needle) => occurrences(bytes, needle));
    const plain = needles.length > 0 ? unescaped(bytes) : undefined;
    if (plain) {
      const { offsets } = plain;
      for (const needle of plainNeedles) {
        for (const { start, end } of occurrences(plain.bytes, needle)) {
          spans.push({ start: offsets[start] ?? 0, end: offsets[end] ?? bytes.length });
        }
      }
    }
    return spans.length > 1 ? joined(spans) : spans;
  }

  return {
    find,
    reach,
    replace(bytes) {
      const spans = find(bytes);
      if (spans.length === 0) return bytes;
      const parts = spans.flatMap(({ start }, at) => [
        bytes.subarray(spans[at - 1]?.end ?? 0, start),
        Buffer.from(removedMark),
      ]);
      return Buffer.concat([...parts, bytes.subarray(spans.at(-1)?.end)]);
    },
  };
}

/**
 * Replaces the token in bytes that flow by, also where it lies across their borders: as much is held back as the longest
 * spelling could still need, and no more. `found` is called at each chunk that had one.
 */
export function replaceToken(finder: TokenFinder, found: () => void): Transform {
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
      const spans = finder.find(bytes);
      if (spans.length > 0) found();
      let sent = 0;
      for (const { start, end } of spans) {
        this.push(bytes.subarray(sent, start));
        this.push(removedMark);
        sent = end;
      }
      const kept = Math.max(sent, bytes.length - finder.reach + 1);
      this.push(bytes.subarray(sent, kept));
      // A copy: a view of a few bytes would keep the whole chunk in memory.
      held = Buffer.from(bytes.subarray(kept));
      done();
    },
    flush(done) {
      this.push(held);
      done();
    },
  });
}

function jsonSpellings(token: string): string[] {
  const once = JSON.stringify(token).slice(1, -1);
  return [token, once, JSON.stringify(once).slice(1, -1)];
}

/** Base64 of a text looks different at each of three offsets; each is cut to the characters that depend on the text alone. */
function base64Spellings(token: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bits = token.length * 8;
    const encoded = Buffer.from('-'.repeat(offset) + token, 'latin1').toString('base64');
    const first = Math.ceil((offset * 8) / 6);
    const text = encoded.slice(first, Math.floor((offset * 8 + bits) / 6));
    if (text.length < shortestBase64) return [];
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function occurrences(bytes: Buffer, needle: Buffer): Span[] {
  const found: Span[] = [];
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length)) {
    found.push({ start: at, end: at + needle.length });
  }
  return found;
}

function joined(spans: Span[]): Span[] {
  const apart: Span[] = [];
  for (const span of spans.sort((one, other) => one.start - other.start)) {
    const last = apart.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else apart.push({ ...span });
  }
  return apart;
}

/** The bytes with their escapes undone, and for each byte (and their end) where it stood; undefined when there are none. */
function unescaped(bytes: Buffer): { bytes: Buffer; offsets: Uint32Array } | undefined {
  if (!bytes.includes(backslash) && !bytes.includes(percent) && !bytes.includes('&#')) return undefined;
  const plain = Buffer.allocUnsafe(bytes.length);
  const offsets = new Uint32Array(bytes.length + 1);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const mayEscape = byte === backslash || byte === percent || byte === ampersand;
    const found = mayEscape ? escapeAt(bytes, at) : undefined;
    plain[length] = found?.byte ?? byte;
    offsets[length] = at;
    length += 1;
    at += found?.length ?? 1;
  }
  offsets[length] = bytes.length;
  return { bytes: plain.subarray(0, length), offsets };
}

const backslash = 0x5c;
const percent = 0x25;
const ampersand = 0x26;

/** The one character that is escaped here, and the bytes that it takes; undefined when this is no such escape. */
function escapeAt(bytes: Buffer, at: number): { byte: number; length: number } | undefined {
  if (bytes[at] === percent) return hexEscape(bytes, at, 1);
  if (bytes[at] === ampersand) return entity(bytes.toString('latin1', at, at + longestEscape));
  let slashes = 1;
  while (slashes < mostBackslashes && bytes[at + slashes] === backslash) slashes += 1;
  const next = bytes[at + slashes];
  if (next === 0x2f || next === 0x22) return { byte: next, length: slashes + 1 };
  const isUnicode = next === 0x75 && bytes[at + slashes + 1] === 0x30 && bytes[at + slashes + 2] === 0x30;
  return isUnicode ? hexEscape(bytes, at, slashes + 3) : undefined;
}

/** Two hexadecimal digits of an ASCII character, which begin `skipped` bytes after the escape does. */
function hexEscape(bytes: Buffer, at: number, skipped: number): { byte: number; length: number } | undefined {
  const digits = bytes.toString('latin1', at + skipped, at + skipped + 2);
  if (!/^[2-7][\da-f]$/i.test(digits)) return undefined;
  return { byte: Number.parseInt(digits, 16), length: skipped + 2 };
}

function entity(text: string): { byte: number; length: number } | undefined {
  const found = /^&#(?:x0{0,3}([\da-f]{2})|0{0,3}(\d{2,3}));/i.exec(text);
  if (!found) return undefined;
  const byte = found[1] ? Number.parseInt(found[1], 16) : Number(found[2]);
  return byte < 256 ? { byte, length: found[0].length } : undefined;
}

function unique(needles: Buffer[]): Buffer[] {
  return [...new Map(needles.map((needle) => [needle.toString('latin1'), needle])).values()];
}
