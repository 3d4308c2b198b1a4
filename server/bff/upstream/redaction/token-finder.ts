import { Transform } from 'node:stream';

/** The text that replaces a token. It can be part of a JSON text, a header or plain text. */
const removedMark = '[removed]';

/**
 * Minimum length of a token that is searched for. Shorter ones occur in any text by chance, and could be guessed
 * anyway.
 */
const shortestToken = 6;
/**
 * Minimum length of a piece of Base64 that is searched for. Shorter pieces would occur by chance, because inline
 * images consist of megabytes of Base64.
 */
const shortestBase64 = 16;
/** Length in bytes of the longest escape of one character that is decoded here. */
const longestEscape = 10;
/** Maximum number of backslashes of an escape: JSON inside JSON inside JSON uses 1, 2 and 4. */
const maxBackslashes = 4;

/** Position of a token in bytes. `end` is the index of the first byte after it. */
interface Span {
  start: number;
  end: number;
}

/** Finds one token in bytes, in all the spellings in which a careless host may repeat it. */
export interface TokenFinder {
  /** Returns the positions of all spellings, in order and without overlaps. */
  find(bytes: Buffer): Span[];
  /**
   * Returns the bytes with `[removed]` in place of every spelling of the token; the same buffer if the token does not
   * occur.
   */
  replace(bytes: Buffer): Buffer;
  /** Length of the longest spelling, in bytes. */
  readonly reach: number;
}

/**
 * Creates a finder for these spellings of a token:
 * - the plain token
 * - any mix of plain characters and characters that are escaped as in JSON (`\/`, `\u002f`, also in JSON that is
 *   quoted in JSON), percent-encoded, or written as numeric HTML entities
 * - Base64 in either alphabet, at any offset in the encoded text
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
 * Returns a stream that replaces the token, even where it is split over two chunks. Only as many bytes are held back
 * as the longest spelling could still need. `found` is called for each chunk that contained a token.
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
      // The bytes are copied, because a view of a few bytes would keep the whole chunk in memory.
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
 * Returns the Base64 spellings of the token. The Base64 of a text depends on its offset in the encoded bytes, of
 * which there are three cases. Each spelling is cut to the characters that depend on the token alone.
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

/** Decoded bytes, and a function that gives the index in the original bytes for an index in the decoded ones. */
interface Unescaped {
  bytes: Buffer;
  rawOffset(plainOffset: number): number;
}

/**
 * Decodes those escapes that represent a byte of the token (`wanted`); other escapes cannot be part of the token.
 * Returns undefined if nothing was decoded.
 */
function unescaped(bytes: Buffer, wanted: Uint8Array): Unescaped | undefined {
  /** Where each piece begins, in the original bytes (`raws`) and in the decoded bytes (`plains`). */
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
      // The decoded escape is a piece of its own, one byte long.
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

/** True if the bytes may contain escapes. This quick test excludes most bytes. */
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
 * Returns the character that an escape represents, and in the higher bits the length of the escape in bytes; 0 if
 * there is no escape at `at`.
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

/**
 * Reads the two hexadecimal digits of an ASCII character. They begin `skipped` bytes after the start of the escape.
 */
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
