import { createHash } from 'node:crypto';

/** Source of every choice in a case, so that seed, kind and number reproduce the same bytes. */
export interface Chance {
  /** Returns a whole number from 0 up to, but not including, `below`. */
  upTo(below: number): number;
  /** Returns true in this percentage of cases. */
  percent(often: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  bytes(count: number): Buffer;
  /** Returns letters of many scripts, punctuation and control characters. */
  text(longest: number): string;
}

/** Creates an xorshift32 generator for one case: case 70,000 can be made without the cases before it. */
export function chanceOf(seed: number, kind: string, number: number): Chance {
  let state =
    createHash('sha256').update(`${seed} ${kind} ${number}`).digest().readUInt32LE(0) || 0x9e37_79b9;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  const upTo = (below: number) => (below > 1 ? next() % below : 0);
  const pick = <Value>(values: readonly Value[]) => values[upTo(values.length)] as Value;
  return {
    upTo,
    percent: (often) => upTo(100) < often,
    pick,
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => next() & 255)),
    text: (longest) => Array.from({ length: upTo(longest + 1) }, () => pick(letters)).join(''),
  };
}

const letters = [
  ...'abcXYZ019 .,-_/\\\'"<>&;:=%+?#@!()[]{}|~^`$*',
  '\0',
  '\t',
  '\r',
  '\n',
  '\x0b',
  '\x1b',
  '\x7f',
  '\x85',
  '\u00a0',
  '\u00ad',
  'é',
  'ß',
  'İ',
  'پ',
  'ن',
  'あ',
  '🎬',
  '\u200b',
  '\u200f',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\ufffd',
  '\ufffe',
];
