import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { releaseBatch, takeInBatches, writeBatch } from '../../../server/forms/batches.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

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
