import { isUtf8 } from 'node:buffer';

/** Which texts of an answer have to be looked at, and what becomes of them. */
export interface TextRules {
  /** 1 for each pair of bytes, `first << 8 | second`, with which a text may begin that could change. */
  readonly suspects: Uint8Array;
  /** True when the browser gets another text in its place. */
  changes(text: string): boolean;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** What must come next. */
const wants = { value: 0, firstItem: 1, firstKey: 2, key: 3, colon: 4, after: 5 } as const;

/** Bytes at which a run of plain ones in a string ends: quote, backslash, and control characters, which may not stand there. */
const stops = tableOf([quote, backslash, ...Array(0x20).keys()]);
/** What may stand behind a backslash, but for `u`. */
const escapes = tableOf([...Buffer.from('"\\/bfnrt')]);
const hexDigits = tableOf([...Buffer.from('0123456789abcdefABCDEF')]);

/**
 * True when these bytes are one whole JSON value in UTF-8 (RFC 8259), nested at most `maxDepth` deep, in which no text changes by
 * the rules: they may then go on as they are. False when they are not, and also where that cannot be told cheaply: a byte order
 * mark, a number with an exponent, which may be too large to be one. Then somebody has to read them in earnest.
 *
 * Keys are not compared: of doubled ones a reader takes the last, as `JSON.parse` does, and all their texts are looked at.
 */
export function isPlainJson(bytes: Buffer, rules: TextRules, maxDepth: number): boolean {
  if (!isUtf8(bytes)) return false;
  /** The bracket that is open, by depth. */
  const open = new Uint8Array(maxDepth + 1);
  let depth = 0;
  let next: number = wants.value;
  let at = afterSpace(bytes, 0);
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    if (next === wants.after) {
      if (depth === 0) return false;
      const isObject = open[depth] === openObject;
      if (byte === comma) next = isObject ? wants.key : wants.value;
      else if (byte === (isObject ? closeObject : closeList)) depth -= 1;
      else return false;
      at += 1;
    } else if (next === wants.colon) {
      if (byte !== colon) return false;
      next = wants.value;
      at += 1;
    } else if (byte === quote) {
      const end = stringEnd(bytes, at + 1);
      if (end < 0) return false;
      if (next === wants.key || next === wants.firstKey) next = wants.colon;
      else {
        if (isSuspect(bytes, at + 1, rules) && rules.changes(textOf(bytes, at + 1, end))) return false;
        next = wants.after;
      }
      at = end + 1;
    } else if (
      (byte === closeList && next === wants.firstItem) ||
      (byte === closeObject && next === wants.firstKey)
    ) {
      depth -= 1;
      next = wants.after;
      at += 1;
    } else if (next === wants.key || next === wants.firstKey) {
      return false;
    } else if (byte === openObject || byte === openList) {
      depth += 1;
      if (depth > maxDepth) return false;
      open[depth] = byte;
      next = byte === openObject ? wants.firstKey : wants.firstItem;
      at += 1;
    } else {
      at = scalarEnd(bytes, at);
      if (at < 0) return false;
      next = wants.after;
    }
    at = afterSpace(bytes, at);
  }
  return next === wants.after && depth === 0;
}

function tableOf(marked: readonly number[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of marked) table[byte] = 1;
  return table;
}

function afterSpace(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at += 1;
  }
}

/** Where the closing quote of a string stands; -1 when there is none, or something that no string may hold. */
function stringEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    if (stops[byte] === 0) {
      at += 1;
    } else if (byte === quote) {
      return at;
    } else if (byte === backslash) {
      at = escapeEnd(bytes, at + 1);
      if (at < 0) return -1;
    } else {
      return -1;
    }
  }
  return -1;
}

/** Behind the escape whose backslash stands before `at`; -1 when it is none. */
function escapeEnd(bytes: Buffer, at: number): number {
  const byte = bytes[at] ?? 0;
  if (escapes[byte] === 1) return at + 1;
  if (byte !== 0x75) return -1;
  for (let digit = at + 1; digit <= at + 4; digit += 1) if (hexDigits[bytes[digit] ?? 0] !== 1) return -1;
  return at + 5;
}

/** Behind a number without exponent, or behind true, false or null; -1 when it is none of them. */
function scalarEnd(bytes: Buffer, from: number): number {
  let at = from;
  let byte = bytes[at] ?? 0;
  if (byte === 0x2d) {
    at += 1;
    byte = bytes[at] ?? 0;
  }
  if (!isDigit(byte)) return wordEnd(bytes, from);
  at = byte === 0x30 ? at + 1 : digitsEnd(bytes, at);
  if (bytes[at] !== 0x2e) return at;
  const end = digitsEnd(bytes, at + 1);
  return end > at + 1 ? end : -1;
}

const words = ['true', 'false', 'null'].map((word) => Buffer.from(word));

function wordEnd(bytes: Buffer, at: number): number {
  for (const word of words) {
    let same = 0;
    while (same < word.length && bytes[at + same] === word[same]) same += 1;
    if (same === word.length) return at + same;
  }
  return -1;
}

function digitsEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (isDigit(bytes[at] ?? 0)) at += 1;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isSuspect(bytes: Buffer, at: number, rules: TextRules): boolean {
  return rules.suspects[((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)] === 1;
}

function textOf(bytes: Buffer, from: number, to: number): string {
  const raw = bytes.toString('utf8', from, to);
  return raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw;
}
