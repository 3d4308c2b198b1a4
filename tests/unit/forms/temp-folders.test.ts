import { EventEmitter } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Response } from 'express';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTempFolders } from '../../../server/forms/temp-folders.ts';

const log = pino({ level: 'silent' });
let root: string;
beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'studio-temp-')), 'tmp', 'uploads');
});
afterEach(() => rm(join(root, '../..'), { recursive: true, force: true }));

const response = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Response;

describe('temporary folders', () => {
  it('sweep what a crash left, and nothing beside it', async () => {
    await mkdir(join(root, 'form-left'), { recursive: true });
    await writeFile(join(root, 'form-left', '1'), 'left');
    await writeFile(join(root, '../../studio.sqlite'), 'kept');
    await openTempFolders(root, log);
    expect(await readdir(root)).toEqual([]);
    expect(await readdir(join(root, '../..'))).toContain('studio.sqlite');
    expect((await stat(root)).mode & 0o777).toBe(0o700);
  });

  it('are one for each request, readable by us alone, and gone when its response closes', async () => {
    const folders = await openTempFolders(root, log);
    const [one, other] = [response(), response()];
    const path = await folders.forResponse(one).newPath();
    const otherPath = await folders.forResponse(other).newPath();
    await writeFile(path, 'one');
    await writeFile(otherPath, 'other');
    expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
    one.emit('close');
    await expect.poll(async () => await readdir(root)).toHaveLength(1);
    await expect(stat(otherPath)).resolves.toBeDefined();
  });

  it('give a new path each time, also to several that ask at once', async () => {
    const folders = await openTempFolders(root, log);
    const folder = folders.forResponse(response());
    const paths = await Promise.all([folder.newPath(), folder.newPath(), folder.newPath()]);
    expect(new Set(paths).size).toBe(3);
    expect(await readdir(root)).toHaveLength(1);
  });

  it('wait for running writes, so that none leaves a file behind', async () => {
    const folders = await openTempFolders(root, log);
    const res = response();
    const folder = folders.forResponse(res);
    const path = await folder.newPath();
    let finish = () => {};
    const write = new Promise<void>((resolve) => {
      finish = resolve;
    }).then(() => writeFile(path, 'late'));
    const tracked = folder.track(write);
    res.emit('close');
    await expect(folder.newPath()).rejects.toThrow('over');
    expect(await readdir(root)).toHaveLength(1);
    finish();
    await tracked;
    await expect.poll(async () => await readdir(root)).toEqual([]);
  });
});
