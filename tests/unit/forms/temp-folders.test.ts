import { EventEmitter } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Response } from 'express';
import pino from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { openTempFolders } from '../../../server/forms/temp-folders.ts';
import { folderForEach } from '../../support/temp-folder.ts';

let data: string;
let root: string;
folderForEach((made) => (data = made));
beforeEach(async () => {
  root = join(data, 'tmp', 'uploads');
});

const open = () => openTempFolders(root, pino({ level: 'silent' }));
const response = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Response;
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

it('each request has one folder, readable by us alone, which is gone when its response closes and no write runs any more', async () => {
  const folders = await open();
  const [res, other] = [response(), response()];
  const folder = folders.forResponse(res);
  const paths = await Promise.all([folder.newPath(), folder.newPath()]);
  expect([new Set(paths).size, await modeOf(join(paths[0], '..')), await readdir(root)]).toMatchObject([
    2,
    0o700,
    { length: 1 },
  ]);
  const otherPath = await folders.forResponse(other).newPath();
  await writeFile(otherPath, 'other');
  const write = Promise.withResolvers<void>();
  const tracked = folder.track(write.promise.then(() => writeFile(paths[0], 'late')));
  res.emit('close');
  await expect(folder.newPath()).rejects.toThrow('over');
  expect(await readdir(root)).toHaveLength(2);
  write.resolve();
  await tracked;
  await expect.poll(() => readdir(root)).toHaveLength(1);
  await expect(stat(otherPath)).resolves.toBeDefined();
});
