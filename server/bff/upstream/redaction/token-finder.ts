import { Transform } from 'node:stream';

/** Replacement for a token: safe inside a JSON text, a header and a line of plain text. */
const removedMark = '[removed]';

/** Shorter tokens occur in any text by chance, and could be guessed anyway. */
const shortestToken = 6;
/** Minimum length for a piece of Base64: an inline image has megabytes of it. */
const shortestBase64 = 16;
/** Maximum bytes of one character of a token, in the longest escape that is decoded here. */
const longestEscape = 10;
/** JSON inside JSON inside JSON: 1, 2, 4 backslashes. */
const maxBackslashes = 4;

/** Position of a token: `end` is the first byte after it. */
interface Span {
  start: number;
  end: number;
}

/** Finds one token in bytes, in each spelling that a careless host may use to repeat it. */
export interface TokenFinder {
  /** Returns the positions in order, without overlaps. */
  find(bytes: Buffer): Span[];
  /** Returns the bytes with every spelling replaced by the mark; the same buffer if there is none. */
  replace(bytes: Buffer): Buffer;
  /** Maximum length of a spelling, in bytes. */
  readonly reach: number;
}

/**
 * Creates a finder for these spellings: the plain token; any mix of characters escaped as JSON (`\/`, `\u002f`, also
 * in JSON that is quoted in JSON), in percent encoding, or as numeric HTML entities; and Base64 in either alphabet,
 * at any offset in the encoded text.
 */
export function createTokenFinder(token: string): TokenFinder {
  const spelled = token.length < shortestToken ? [] : [...jsonSpellings(token), ...base64Spellings(token)];
  const needles = unique(spelled.map((text) => Buffer.from(text, 'latin1')));
  const letters = new Uint8Array(256);
  for (const needle of needles) for (const byte of needle) letters[byte] = 1;
  const plainNeedles = unique(
    needles.flatMap((needle) => [needle, unescaped(needle, letters)?.bytes ?? needle]),
  );
  const reach = Math.max(1, ...needles.map((needle) => needle.length * longestEscape));

  function find(bytes: Buffer): Span[] {
    const spans: Span[] = [];
    for (const needle of needles) if (bytes.includes(needle)) spans.push(...occurrences(bytes, needle));
    const plain = needles.length > 0 && hasEscapes(bytes) ? unescaped(bytes, letters) : undefined;
    if (plain) {
      for (const needle of plainNeedles) {
        for (const { start, end } of occurrences(plain.bytes, needle)) {
          spans.push({ start: plain.rawOffset(start), end: plain.rawOffset(end) });
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
 * Replaces the token in streamed bytes, also across the borders of chunks: holds back only as many bytes as the
 * longest spelling could still need. `found` is called at each chunk that contained a token.
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
      // A copy: a view of a few bytes would retain the whole chunk in memory.
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

/**
 * The Base64 form of a text differs at each of three offsets; each form is cut to the characters that depend on the
 * text alone.
 */
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

/** Decoded bytes, and where each part of them was in the original. */
interface Unescaped {
  bytes: Buffer;
  rawOffset(plainOffset: number): number;
}

/** Decodes the escapes of wanted bytes; other escapes cannot be part of the token. Undefined if there are none. */
function unescaped(bytes: Buffer, wanted: Uint8Array): Unescaped | undefined {
  /** Start of each piece between the escapes, in the original and in the decoded bytes. */
  const raws: number[] = [0];
  const plains: number[] = [0];
  const parts: Buffer[] = [];
  let from = 0;
  let length = 0;
  for (let at = nextEscape(bytes, 0); at < bytes.length; ) {
    const found = escapeAt(bytes, at);
    const byte = found & 0xff;
    const size = found >> 8;
    if (size > 0 && wanted[byte] === 1) {
      parts.push(bytes.subarray(from, at), ascii.subarray(byte, byte + 1));
      length += at - from + 1;
      from = at + size;
      // The escape is a piece of one byte.
      raws.push(at, from);
      plains.push(length - 1, length);
    }
    at = nextEscape(bytes, at + Math.max(1, size));
  }
  if (parts.length === 0) return undefined;
  parts.push(bytes.subarray(from));
  return {
    bytes: Buffer.concat(parts),
    rawOffset(plainOffset) {
      let piece = plains.length - 1;
      while ((plains[piece] ?? 0) > plainOffset) piece -= 1;
      return (raws[piece] ?? 0) + plainOffset - (plains[piece] ?? 0);
    },
  };
}

const ascii = Buffer.from(Array.from({ length: 128 }, (_, code) => code));
const backslash = 0x5c;
const percent = 0x25;
const ampersand = 0x26;

/** Excludes most bytes quickly. */
function hasEscapes(bytes: Buffer): boolean {
  return bytes.includes(backslash) || bytes.includes(percent) || bytes.includes(ampersand);
}

function nextEscape(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === backslash || byte === percent || byte === ampersand) return at;
    at += 1;
  }
  return at;
}

/**
 * Returns the escaped character, with the number of bytes of the escape in the higher bits; 0 if this is no such
 * escape.
 */
function escapeAt(bytes: Buffer, at: number): number {
  if (bytes[at] === percent) return hexEscape(bytes, at, 1);
  if (bytes[at] === ampersand) return bytes[at + 1] === 0x23 ? entity(bytes, at) : 0;
  let slashes = 1;
  while (slashes < maxBackslashes && bytes[at + slashes] === backslash) slashes += 1;
  const next = bytes[at + slashes] ?? 0;
  if (next === 0x2f || next === 0x22) return escapeOf(next, slashes + 1);
  const isUnicode = next === 0x75 && bytes[at + slashes + 1] === 0x30 && bytes[at + slashes + 2] === 0x30;
  return isUnicode ? hexEscape(bytes, at, slashes + 3) : 0;
}

function escapeOf(byte: number, size: number): number {
  return (size << 8) | byte;
}

/** Reads the two hexadecimal digits of an ASCII character, `skipped` bytes after the start of the escape. */
function hexEscape(bytes: Buffer, at: number, skipped: number): number {
  const digits = bytes.toString('latin1', at + skipped, at + skipped + 2);
  return /^[2-7][\da-f]$/i.test(digits) ? escapeOf(Number.parseInt(digits, 16), skipped + 2) : 0;
}

function entity(bytes: Buffer, at: number): number {
  const text = bytes.toString('latin1', at, at + longestEscape);
  const found = /^&#(?:x0{0,3}([2-7][\da-f])|0{0,3}(\d{2,3}));/i.exec(text);
  if (!found) return 0;
  const byte = found[1] ? Number.parseInt(found[1], 16) : Number(found[2]);
  return byte < 128 ? escapeOf(byte, found[0].length) : 0;
}

function unique(needles: Buffer[]): Buffer[] {
  return [...new Map(needles.map((needle) => [needle.toString('latin1'), needle])).values()];
}
