import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { releaseBatch, takeInBatches, writeBatch } from '../../../server/forms/batches.ts';

const chunk = (bytes: number, fill = 'x') => Buffer.alloc(bytes, fill);
const settle = () => new Promise((resolve) => setImmediate(resolve));
const nothing = { first: 4, saw: () => {} };

/** A consumer whose batches wait until the test releases them. */
function slowTaker() {
  const batches: { bytes: number; done: () => void; fail: (error: Error) => void }[] = [];
  const take = (batch: readonly Buffer[]) =>
    new Promise<void>((done, fail) => {
      batches.push({ bytes: Buffer.concat(batch).length, done, fail });
    });
  return { batches, take };
}

describe('taking in batches', () => {
  it('gives every byte in order, whatever the sizes of the chunks', async () => {
    const sizes = [1, 3, 5, 70_000, 0, 600_000, 1, 524_288, 2];
    const sent = sizes.map((size, index) => chunk(size, String(index)));
    const taken: Buffer[] = [];
    await takeInBatches(Readable.from(sent, { objectMode: false }), {
      ...nothing,
      take: async (batch) => {
        taken.push(...batch);
        await settle();
      },
    });
    expect(Buffer.concat(taken).equals(Buffer.concat(sent))).toBe(true);
  });

  it('gathers nothing behind the first batch, by which the stream is judged', async () => {
    const stream = new PassThrough({ highWaterMark: 1_000_000 });
    const { batches, take } = slowTaker();
    const seen: number[] = [];
    const taken = takeInBatches(stream, { first: 4, saw: ({ length }) => seen.push(length), take });
    for (const bytes of [3, 3, 5, 7]) stream.write(chunk(bytes));
    await settle();
    expect(seen).toEqual([3, 3]);
    expect(batches).toMatchObject([{ bytes: 6 }]);
    batches[0]?.done();
    await settle();
    expect(seen).toEqual([3, 3, 5, 7]);
    stream.end();
    await settle();
    expect(batches).toMatchObject([{ bytes: 6 }, { bytes: 12 }]);
    batches[1]?.done();
    await expect(taken).resolves.toBeUndefined();
  });

  it('takes one at a time, and lets the stream wait once the next is full', async () => {
    const stream = new PassThrough({ highWaterMark: 10_000_000 });
    const { batches, take } = slowTaker();
    let seen = 0;
    void takeInBatches(stream, { first: 1, saw: ({ length }) => (seen += length), take });
    stream.write('x');
    await settle();
    batches[0]?.done();
    await settle();
    for (let sent = 0; sent < 40; sent += 1) stream.write(chunk(65_536));
    await settle();
    expect(batches).toHaveLength(2);
    expect(seen).toBe(1 + 16 * 65_536);
    batches[1]?.done();
    await settle();
    expect(batches).toHaveLength(3);
    expect(seen).toBe(1 + 24 * 65_536);
    stream.destroy();
  });

  it('holds few chunks, however small they are', async () => {
    const stream = new PassThrough({ highWaterMark: 10_000_000 });
    const { batches, take } = slowTaker();
    let seen = 0;
    const taken = takeInBatches(stream, { first: 2, saw: () => (seen += 1), take });
    for (let sent = 0; sent < 1000; sent += 1) stream.write('x');
    await settle();
    batches[0]?.done();
    await settle();
    expect(batches).toMatchObject([{ bytes: 2 }, { bytes: 64 }]);
    expect(seen).toBe(2 + 64 + 64);
    stream.destroy(new Error('gone'));
    await settle();
    batches[1]?.done();
    await expect(taken).rejects.toThrow('gone');
    expect(batches).toHaveLength(2);
  });

  it('ends with what a chunk is refused for, once the batch before it is taken', async () => {
    const stream = new PassThrough({ highWaterMark: 10_000_000 });
    const { batches, take } = slowTaker();
    let isOver = false;
    const saw = ({ length }: Buffer) => {
      if (length === 2) throw new Error('refused');
    };
    const taken = takeInBatches(stream, { first: 1, saw, take }).finally(() => {
      isOver = true;
    });
    taken.catch(() => {});
    stream.write('x');
    await settle();
    batches[0]?.done();
    stream.write(chunk(600_000));
    await settle();
    stream.write('xx');
    await settle();
    expect(isOver).toBe(false);
    batches[1]?.done();
    await expect(taken).rejects.toThrow('refused');
    expect(batches).toHaveLength(2);
    expect(stream.destroyed).toBe(false);
  });

  it('ends with what a batch fails with, or the stream, ended or not', async () => {
    const full = Promise.reject(new Error('no room'));
    await expect(takeInBatches(Readable.from([chunk(9)]), { ...nothing, take: () => full })).rejects.toThrow(
      'no room',
    );
    const cut = new PassThrough();
    const taken = takeInBatches(cut, { ...nothing, take: async () => {} });
    cut.write('xxxxxxxx');
    cut.destroy();
    await expect(taken).rejects.toThrow('Premature close');
    await expect(takeInBatches(cut, { ...nothing, take: async () => {} })).rejects.toThrow('Premature close');
  });
});

it('a batch is written whole also where the disk takes it bit by bit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-batch-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = await open(join(folder, 'a'), 'w');
  const writev = file.writev.bind(file);
  file.writev = ((chunks: Buffer[]) => writev([(chunks[0] as Buffer).subarray(0, 5)])) as typeof file.writev;
  await writeBatch(file, [Buffer.from('abc'), Buffer.from('defghijklm'), Buffer.alloc(0), Buffer.from('n')]);
  await file.close();
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('abcdefghijklmn');
});

it('memory is given back of whole chunks only: the rest of another may be a text of the form', () => {
  const whole = Buffer.allocUnsafeSlow(65_536);
  const larger = Buffer.allocUnsafeSlow(65_536);
  const part = larger.subarray(0, 65_535);
  const small = Buffer.from('small');
  releaseBatch([whole, part, small]);
  expect([whole.length, larger.length, part.length, small.length]).toEqual([0, 65_536, 65_535, 5]);
});
