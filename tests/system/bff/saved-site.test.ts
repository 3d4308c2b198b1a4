import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  addFile,
  deleteUnnamedFiles,
  fileProblem,
  listVersions,
  readFile,
  saveSite,
} from '../../../server/bff/saved-site/saved-site.ts';
import { makeBffTables } from '../../../server/database/site/tables.ts';
import { openSiteFile } from '../../../server/database/sqlite.ts';
import { folderForEach } from '../../support/temp-folder.ts';

let folder: string;
folderForEach((made) => (folder = made));

it('the store of the site keeps 50 of 300 versions, and the files that they name', async () => {
  const db = openSiteFile(join(folder, 'bff.sqlite'));
  await makeBffTables(db);
  const old = 0;
  for (const name of ['logo-first.svg', 'logo-last.svg', 'logo-new.svg'])
    await addFile(db, name, Buffer.from(name), name === 'logo-new.svg' ? Date.now() : old);
  for (let number = 0; number < 300; number += 1) {
    // The newest versions have no logo.
    const brand = { logo: number < 200 ? 'logo-first.svg' : number < 298 ? 'logo-last.svg' : undefined };
    const site = { name: `Save ${number}`, brand };
    expect(await saveSite(db, number, { site, who: 'Ada', savedAt: number + 1 })).toBeDefined();
  }
  await deleteUnnamedFiles(db, Date.now());
  const versions = await listVersions(db);
  expect(versions).toHaveLength(50);
  expect(versions.at(0)).toMatchObject({ number: 300, changed: ['name'] });
  expect(versions.at(-1)).toMatchObject({ number: 251 });
  expect(await readFile(db, 'logo-first.svg')).toBeUndefined();
  expect(String(await readFile(db, 'logo-last.svg'))).toBe('logo-last.svg');
  expect(String(await readFile(db, 'logo-new.svg'))).toBe('logo-new.svg');
  await db.destroy();
});

it('the store of the site takes 300 files or 200 MB of them, and any of them again', async () => {
  const db = openSiteFile(join(folder, 'bff.sqlite'));
  await makeBffTables(db);
  const files = Array.from({ length: 300 }, (_, at) => ({
    name: `logo-${at}.svg`,
    bytes: Buffer.from('<svg/>'),
    added_at: 0,
  }));
  await db.insertInto('site_files').values(files.slice(1)).execute();
  expect(await fileProblem(db, 'logo-0.svg', 6)).toBeUndefined();
  const tooMuch = 'cannot be stored: a site has at most 300 files with 200 MB in all.';
  expect(await fileProblem(db, 'logo-0.svg', 200 * 1024 * 1024)).toContain(tooMuch);
  await addFile(db, 'logo-0.svg', Buffer.from('<svg/>'), 0);
  expect(await fileProblem(db, 'logo-300.svg', 6)).toContain(tooMuch);
  expect(await fileProblem(db, 'logo-7.svg', 6)).toBeUndefined();
  await db.destroy();
});
