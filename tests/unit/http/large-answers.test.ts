import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createLargeAnswers } from '../../../server/http/large-answers.ts';

const KB = 1024;

/** A response whose reader has been stalled for this many milliseconds. */
function reader(standstill = 0) {
  const res = new EventEmitter() as EventEmitter & { destroyed: boolean; standstill: number };
  return Object.assign(res, {
    destroyed: false,
    standstill,
    destroy() {
      res.destroyed = true;
      // The event is asynchronous, as with a real response.
      queueMicrotask(() => res.emit('close'));
    },
    asResponse: res as unknown as ServerResponse,
  });
}
const standstillOf = (res: ServerResponse) => (res as unknown as { standstill: number }).standstill;
const answer = (letter: string, kilobytes = 100) => Buffer.alloc(kilobytes * KB, letter);
const answers = () => createLargeAnswers(300 * KB, 5_000, standstillOf);

describe('large answers that wait for their readers', () => {
  it('are in memory once, however many read them', () => {
    const large = answers();
    const readers = Array.from({ length: 60 }, () => reader());
    const sent = readers.map(({ asResponse }) => large.hold(asResponse, answer('a')));
    expect(new Set(sent).size).toBe(1);
    expect(large.held()).toBe(100 * KB);
    for (const each of readers.slice(1)) each.emit('close');
    expect(large.held()).toBe(100 * KB);
    readers[0]?.emit('close');
    expect(large.held()).toBe(0);
  });

  it('and small ones do not count', () => {
    const large = answers();
    const bytes = answer('a', 10);
    expect(large.hold(reader().asResponse, bytes)).toBe(bytes);
    expect(large.held()).toBe(0);
  });

  it('past the limit, who has stood still the longest makes room', async () => {
    const large = answers();
    const [slow, still, stillest] = [reader(0), reader(6_000), reader(9_000)];
    large.hold(slow.asResponse, answer('a'));
    large.hold(still.asResponse, answer('b'));
    large.hold(stillest.asResponse, answer('c'));
    large.hold(reader().asResponse, answer('d'));
    expect([slow.destroyed, still.destroyed, stillest.destroyed]).toEqual([false, false, true]);
    await Promise.resolve();
    expect(large.held()).toBe(300 * KB);
  });

  it('and nobody who reads is cut off for another: who comes then is told to come again', () => {
    const large = answers();
    const readers = ['a', 'b', 'c'].map((letter) => {
      const each = reader(4_000);
      large.hold(each.asResponse, answer(letter));
      return each;
    });
    expect(() => large.hold(reader().asResponse, answer('d'))).toThrow(
      expect.objectContaining({ status: 503, code: 'answer.busy', headers: { 'Retry-After': '10' } }),
    );
    expect(readers.some((each) => each.destroyed)).toBe(false);
    // An answer that is already held needs no more space.
    expect(() => large.hold(reader().asResponse, answer('a'))).not.toThrow();
  });

  it('one reader who goes on keeps an answer for those who stand still', () => {
    const large = answers();
    const [going, standing] = [reader(0), reader(60_000)];
    large.hold(going.asResponse, answer('a', 200));
    large.hold(standing.asResponse, answer('a', 200));
    expect(() => large.hold(reader().asResponse, answer('b', 200))).toThrow();
    expect(standing.destroyed).toBe(false);
  });

  it('a single answer larger than the limit is sent', () => {
    const large = answers();
    expect(() => large.hold(reader().asResponse, answer('a', 500))).not.toThrow();
  });
});
