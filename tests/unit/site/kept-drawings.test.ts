import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { brandSchema } from '#shared/schemas/site/brand.ts';
import { loadBrand } from '../../../server/site/brand-files.ts';
import { keepDrawings } from '../../../server/site/kept-drawings.ts';
import { fillDisk } from '../../support/full-disk.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'studio-drawings-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const icons = new Map([['/icon.png', Buffer.from([0, 255, 10])]]);
const folder = () => join(dir, 'drawings');

/** Asks as a start would: how many had to be made. */
async function start(of: string[] = ['mark', '#fff']) {
  const makeIcons = vi.fn(async () => icons);
  const makeSize = vi.fn(async () => ({ width: 24, height: 12, format: 'svg' }));
  const kept = keepDrawings(folder());
  expect(await kept.icons(of, makeIcons)).toEqual(icons);
  expect(await kept.size(of, makeSize)).toMatchObject({ width: 24, height: 12 });
  await kept.forgetUnused();
  return makeIcons.mock.calls.length + makeSize.mock.calls.length;
}

it('what one start has drawn and measured is there for the next, whatever it was made of', async () => {
  expect(await start()).toBe(2);
  expect(await start()).toBe(0);
  expect(await start(['mark', '#fff0'])).toBe(2);
  // The same letters, cut elsewhere, are something else.
  expect(await start(['mark#', 'fff0'])).toBe(2);
});

it('what no start asks for any more goes, and nothing else of the folder', async () => {
  await start();
  await writeFile(join(folder(), 'notes.txt'), 'mine');
  await writeFile(
    join(folder(), `drawing-${'a'.repeat(43)}.01234567`),
    'a draft of a start that was cut off',
  );
  await start(['another mark']);
  const names = await readdir(folder());
  expect(names).toHaveLength(3);
  expect(names).toContain('notes.txt');
  expect(await start()).toBe(2);
});

it('a file that is not whole, or that somebody has changed, is made anew', async () => {
  await start();
  for (const name of await readdir(folder())) await truncate(join(folder(), name), 50);
  expect(await start()).toBe(2);
  for (const name of await readdir(folder())) {
    const text = await readFile(join(folder(), name), 'utf8');
    await writeFile(join(folder(), name), text.replace(/\d/, '7').slice(0, -1));
  }
  expect(await start()).toBe(2);
  expect(await start()).toBe(0);
});

it('a folder that cannot be written keeps nothing and fails nobody', async () => {
  await writeFile(folder(), 'a file where the folder should be');
  expect(await start()).toBe(2);
  expect(await start()).toBe(2);
});

it('a disk that is full at any write keeps nothing half and fails nobody', async () => {
  let refused = 1;
  for (let taken = 0; refused > 0; taken += 1) {
    await rm(folder(), { recursive: true, force: true });
    const disk = fillDisk(taken);
    expect(await start()).toBe(2);
    refused = disk.refused();
    disk.free();
    const names = await readdir(folder()).catch(() => []);
    expect(names.filter((name) => !/^drawing-[\w-]{43}$/.test(name))).toEqual([]);
    expect(await start()).toBe(2 - names.length);
    expect(await start()).toBe(0);
  }
});

it('what cannot be made is not kept', async () => {
  const kept = keepDrawings(folder());
  const failing = async () => Promise.reject(new Error('cannot be drawn'));
  await expect(kept.size(['bad'], failing)).rejects.toThrow('cannot be drawn');
  await expect(kept.size(['bad'], failing)).rejects.toThrow('cannot be drawn');
});

it('the icons of a company follow its colours, and come back as they were', async () => {
  const drawnWith = async (accent: string) => {
    const side = { background: '#ffffff', text: '#000000', accent };
    const dark = { background: '#000000', text: '#ffffff', accent: '#ff9db4' };
    const brand = brandSchema.parse({ colors: { light: side, dark } });
    const { files } = await loadBrand(dir, brand, [], keepDrawings(folder()));
    return [...files].map(([path, { variants }]) => [path, variants.identity.body.toString('base64')]);
  };
  const red = await drawnWith('#8a1c3f');
  expect(await drawnWith('#1c3f8a')).not.toEqual(red);
  expect(await drawnWith('#8a1c3f')).toEqual(red);
});
