import { expect, it, onTestFinished } from 'vitest';
import { linesTo } from '../../../server/http/log-lines.ts';

const line = (number: number) => `{"n":${number},"text":"${'a'.repeat(300)}"}\n`;

/** An output that accepts `room` more bytes, then fails with this code. */
function output(code: string) {
  const taken: Buffer[] = [];
  const state = { room: 0, code, tries: 0 };
  const lines = linesTo((bytes) => {
    state.tries += 1;
    const count = Math.min(bytes.length, state.room);
    if (count === 0) throw Object.assign(new Error(state.code), { code: state.code });
    state.room -= count;
    taken.push(Buffer.from(bytes.subarray(0, count)));
    return count;
  });
  onTestFinished(() => {
    state.code = 'EPIPE';
    state.room = 0;
    lines.flush();
  });
  const told = () =>
    Buffer.concat(taken)
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((text) => JSON.parse(text) as { n?: number; lost?: number });
  return { lines, state, told, bytes: () => Buffer.concat(taken).length };
}

it.each(['EAGAIN', 'ENOSPC', 'EIO'])(
  'an output that takes no more (%s) gets what waited, whole and in order, and how many lines are missing',
  (code) => {
    const { lines, state, told } = output(code);
    state.room = 100_001;
    for (let number = 0; number < 10_000; number += 1) lines.write(line(number));
    lines.flush();
    const lost = lines.lost();
    expect(lost).toBeGreaterThan(5_000);
    // With a little room, queued lines are written first, without gaps between them.
    state.room = 777;
    lines.flush();
    lines.write(line(10_000));
    expect(lines.lost()).toBe(lost + 1);
    state.room = Number.POSITIVE_INFINITY;
    lines.flush();
    lines.write(line(10_001));
    lines.flush();

    const all = told();
    const kept = 10_000 - lost;
    expect(all.slice(0, kept).map(({ n }) => n)).toEqual(Array.from({ length: kept }, (_, index) => index));
    expect(all.slice(kept)).toEqual([
      expect.objectContaining({ lost: lost + 1, msg: expect.stringContaining(`${lost + 1} log lines`) }),
      expect.objectContaining({ n: 10_001 }),
    ]);
    expect(lines.lost()).toBe(lost + 1);
  },
);
