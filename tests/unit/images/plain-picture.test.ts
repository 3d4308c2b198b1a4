import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plainHash, takeOutMetadata } from '../../../server/image-files/plain-picture.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plain-picture-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Returns the files in the test's folder that this process has open. */
async function openFiles(): Promise<string[]> {
  const targets = await Promise.all(
    (await readdir('/proc/self/fd')).map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')),
  );
  return targets.filter((each) => each.startsWith(folder));
}

test.runIf(process.platform === 'linux')(
  'a picture is closed when the disk is full, or when it is none',
  async () => {
    const picture = join(folder, 'large.png');
    const raw = { width: 400, height: 400, channels: 3 } as const;
    await sharp(randomBytes(480_000), { raw }).png().toFile(picture);
    // Every write to this device fails as on a full disk.
    await symlink('/dev/full', `${picture}.plain`);
    await expect(takeOutMetadata(picture)).rejects.toMatchObject({ code: 'ENOSPC' });
    const text = join(folder, 'text');
    await writeFile(text, randomBytes(480_000));
    expect(await plainHash(text)).toBeUndefined();
    await vi.waitFor(async () => expect(await openFiles()).toEqual([]), { timeout: 10_000 });
  },
);
