import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { brandSchema } from '#shared/schemas/site/brand.ts';
import { filesIn, loadBrand } from '../../../server/site/brand-files.ts';
import { openDrawingsCache } from '../../../server/site/drawings-cache.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'studio-drawings-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const icons = new Map([['/icon.png', Buffer.from([0, 255, 10])]]);
const folder = () => join(dir, 'drawings');

/** Reads the cache as a start does; returns how many items had to be made. */
async function start(of: string[] = ['mark', '#fff']) {
  const makeIcons = vi.fn(async () => icons);
  const makeSize = vi.fn(async () => ({ width: 24, height: 12, format: 'svg' }));
  const kept = openDrawingsCache(folder());
  expect(await kept.icons(of, makeIcons)).toEqual(icons);
  expect(await kept.size(of, makeSize)).toMatchObject({ width: 24, height: 12 });
  return makeIcons.mock.calls.length + makeSize.mock.calls.length;
}

it('what one start has drawn and measured is there for the next, whatever it was made of', async () => {
  expect(await start()).toBe(2);
  expect(await start()).toBe(0);
  expect(await start(['mark', '#fff0'])).toBe(2);
  // The same characters, divided differently, are another key.
  expect(await start(['mark#', 'fff0'])).toBe(2);
});

it('a folder that cannot be written keeps nothing and fails nobody', async () => {
  await writeFile(folder(), 'a file where the folder should be');
  expect(await start()).toBe(2);
  expect(await start()).toBe(2);
});

it('what cannot be made is not kept', async () => {
  const kept = openDrawingsCache(folder());
  const failing = async () => Promise.reject(new Error('cannot be drawn'));
  await expect(kept.size(['bad'], failing)).rejects.toThrow('cannot be drawn');
  await expect(kept.size(['bad'], failing)).rejects.toThrow('cannot be drawn');
});

it('the icons of a company follow its colours, and come back as they were', async () => {
  const drawnWith = async (accent: string) => {
    const side = { background: '#ffffff', text: '#000000', accent };
    const dark = { background: '#000000', text: '#ffffff', accent: '#ff9db4' };
    const brand = brandSchema.parse({ colors: { light: side, dark } });
    const { files } = await loadBrand(filesIn(dir), brand, [], { kept: openDrawingsCache(folder()) });
    return [...files].map(([path, { variants }]) => [path, variants.identity.body.toString('base64')]);
  };
  const red = await drawnWith('#8a1c3f');
  expect(await drawnWith('#1c3f8a')).not.toEqual(red);
  expect(await drawnWith('#8a1c3f')).toEqual(red);
});
