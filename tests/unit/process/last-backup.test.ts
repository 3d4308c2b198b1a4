import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backupState, lastBackup, recordBackup } from '../../../server/process/last-backup.ts';
import { folderForEach } from '../../support/temp-folder.ts';

const day = 86_400_000;
const noon = Date.parse('2026-11-22T12:00:00.000Z');
const at = (time: number) => new Date(time).toISOString();
let dataDir: string;
folderForEach((made) => (dataDir = made));

it('admins are warned after two days, after an attempt that failed, and where there never was a backup, two days after the folder was made', async () => {
  expect(await backupState(dataDir)).toBeNull();
  await writeFile(join(dataDir, 'site.json'), '{}');
  expect(await backupState(dataDir)).toEqual({ last_at: null, is_old: false });
  expect(await backupState(dataDir, Date.now() + 2.1 * day)).toEqual({ last_at: null, is_old: true });
  await recordBackup(dataDir, { path: '/b/site.tar.gz', size: 7 }, noon);
  const isOld = async (now: number) => {
    const state = await backupState(dataDir, now);
    expect(state?.last_at).toBe(at(noon));
    return state?.is_old;
  };
  expect([
    await isOld(noon + 2 * day),
    await isOld(noon + 2 * day + 1),
    await isOld(noon - 365 * day),
  ]).toEqual([false, true, true]);
  await recordBackup(dataDir, { problem: 'no room' }, noon + day);
  expect(await isOld(noon + day)).toBe(true);
  await writeFile(join(dataDir, 'last-backup.json'), '{"good":');
  expect(await lastBackup(dataDir)).toEqual({ good: null, failed: null });
});
