import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { contract, type FileField } from '#shared/contract/index.ts';
import { storeFile } from '../../../server/forms/store-file.ts';
import { image } from '../../support/files.ts';

it('a file is written whole, for us alone to read, and never over one that is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const bytes = await image('png');
  const field = contract.saveBlog.upload.files[0] as FileField;
  const store = () => storeFile(Readable.from([bytes]), join(folder, 'a'), field, bytes.length);
  expect(await store()).toEqual({ size: bytes.length, type: 'image/png' });
  const { size, mode } = await stat(join(folder, 'a'));
  expect([size, mode & 0o777]).toEqual([bytes.length, 0o600]);
  await expect(store()).rejects.toMatchObject({ code: 'EEXIST' });
});
