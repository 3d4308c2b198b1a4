import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { releaseBatch, takeInBatches, writeBatch } from '../../../server/forms/batches.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Takes a stream in batches that wait until the test releases them. */
function taking(stream: Readable, refuse = 'nothing') {
  const batches: PromiseWithResolvers<void>[] = [];
  const sizes: number[] = [];
  const taken = takeInBatches(stream, {
    first: 1,
    saw: (chunk) => {
      if (String(chunk) === refuse) throw new Error('refused');
    },
    take: (batch) => {
      sizes.push(Buffer.concat(batch).length);
      batches.push(Promise.withResolvers());
      return batches.at(-1)?.promise ?? Promise.resolve();
    },
  });
  taken.catch(() => {});
  const release = async () => {
    batches.at(-1)?.resolve();
    await settle();
  };
  return { taken, sizes, release };
}

it('every byte is given in order, whatever the sizes of the chunks', async () => {
  const sent = [1, 3, 70_000, 0, 600_000, 524_288, 2].map((size, index) => Buffer.alloc(size, String(index)));
  const taken: Buffer[] = [];
  const take = async (batch: readonly Buffer[]) => {
    taken.push(...batch);
    await settle();
  };
  await takeInBatches(Readable.from(sent, { objectMode: false }), { first: 4, saw: () => {}, take });
  expect(Buffer.concat(taken).equals(Buffer.concat(sent))).toBe(true);
});

it('it ends with what a chunk is refused for, once the batch before it is taken', async () => {
  const stream = new PassThrough({ highWaterMark: 10_000_000 });
  const { taken, sizes, release } = taking(stream, 'bad');
  stream.write('x');
  await settle();
  stream.write(Buffer.alloc(600_000));
  await release();
  stream.write('bad');
  await release();
  await expect(taken).rejects.toThrow('refused');
  expect([sizes.length, stream.destroyed]).toEqual([2, false]);
});

it('a batch is written whole also where the disk takes it bit by bit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-batch-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = await open(join(folder, 'a'), 'w');
  const writev = file.writev.bind(file);
  file.writev = ((chunks: Buffer[]) => writev([(chunks[0] as Buffer).subarray(0, 5)])) as typeof file.writev;
  await writeBatch(
    file,
    ['abc', 'defghijklm', '', 'n'].map((text) => Buffer.from(text)),
  );
  await file.close();
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('abcdefghijklmn');
});

it('memory is given back of whole chunks only: the rest of another may be a text of the form', () => {
  const [whole, larger] = [Buffer.allocUnsafeSlow(65_536), Buffer.allocUnsafeSlow(65_536)];
  releaseBatch([whole, larger.subarray(0, 65_535), Buffer.from('small')]);
  expect([whole.length, larger.length]).toEqual([0, 65_536]);
});
