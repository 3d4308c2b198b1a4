import { afterEach, describe, expect, test, vi } from 'vitest';
import { joined, recentBytes } from '../../../../server/bff/upstream/recent-bytes.ts';

const KIB = 1024;
const answer = (letter: string, kilobytes = 64) => Buffer.alloc(kilobytes * KIB, letter);
const pieces = (bytes: Buffer) =>
  [bytes.subarray(0, 1000), bytes.subarray(1000)].map((piece) => Buffer.from(piece));

afterEach(() => vi.useRealTimers());

describe('bytes that come again', () => {
  test('are known, and others of the same length are not', () => {
    const known = recentBytes(answer('a'));
    expect(recentBytes(answer('a'))).toBe(known);
    const other = answer('a');
    other[40_001] = 0x62;
    expect(recentBytes(other)).not.toBe(known);
    expect(recentBytes(other)?.bytes.equals(other)).toBe(true);
  });

  test('in pieces are given as those that are here, without a copy', () => {
    const bytes = answer('c');
    recentBytes(bytes);
    expect(joined(pieces(bytes)) === bytes).toBe(true);
    const other = Buffer.from(bytes);
    other[other.length - 1] = 0x64;
    const made = joined(pieces(other));
    expect(made.equals(other)).toBe(true);
    expect(made === bytes).toBe(false);
    expect(joined([])).toHaveLength(0);
  });

  test('are not remembered when they are short or huge', () => {
    expect(recentBytes(answer('a', 8))).toBeUndefined();
    expect(recentBytes(answer('a', 3 * KIB))).toBeUndefined();
  });

  test('take no more than so much room: the oldest goes first', () => {
    const first = recentBytes(answer('0', KIB));
    for (let size = 1; size <= 16; size += 1) recentBytes(answer('x', KIB + size));
    expect(recentBytes(answer('0', KIB)) === first).toBe(false);
  });
});
