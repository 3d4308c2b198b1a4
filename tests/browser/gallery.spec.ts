import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { build } from 'vite';
import { loadConfig } from '../../server/config.ts';
import { start } from '../../server/main.ts';
import type { Engine } from '../support/engines.ts';
import { test as base, expect, expectAccessible, type Open } from './fixtures.ts';
import { exactly, named } from './support/names.ts';

/**
 * Builds the gallery (npm run gallery), and shows it in the place of the client: the real server, with the headers under
 * which its pieces run. `show` opens one piece, or all of them.
 */
const test = base.extend<{ show: (piece?: string, width?: number) => Promise<Page> }, { gallery: Engine }>({
  gallery: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'studio-gallery-'));
      const clientDir = join(folder, 'client');
      const configFile = join(import.meta.dirname, '../../gallery/vite.config.ts');
      await build({ configFile, logLevel: 'error', build: { outDir: clientDir, emptyOutDir: true } });
      const config = loadConfig({ PORT: '0', SAMPLE_CONTENT: 'off', DATA_DIR: join(folder, 'data') });
      const running = await start(config, { clientDir, logStream: { write: () => {} } });
      await use({ app: running } as unknown as Engine);
      await running.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  show: async ({ open, gallery }: { open: Open; gallery: Engine }, use) =>
    use(async (piece, width) => {
      const page = await open(gallery, { width });
      await page.goto(`/admin/login${piece ? `?piece=${piece}` : ''}`);
      await expect(exactly(page, 'heading', piece ?? 'Button')).toBeVisible();
      return page;
    }),
});

const button = (place: Page | Locator, name: string) => exactly(place, 'button', name);
/** What the callbacks of the piece were called with. */
const told = (page: Page) => page.locator('output');

test('a menu is used by keys and by pointer, gives the focus back, and closes before the dialog that it is in', {
  tag: '@deep',
}, async ({ show }) => {
  const page = await show('Together');
  const menu = page.getByRole('menu');
  const item = (name: string) => named(page, 'menuitem', name);
  const actions = button(page, 'Actions');
  await actions.focus();
  await page.keyboard.press('ArrowDown');
  await expect(item('Edit')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(item('Open')).toBeFocused();
  await page.keyboard.press('d');
  await expect(item('Duplicate')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(told(page)).toHaveText('duplicate');
  await expect(actions).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(item('Edit')).toBeFocused();
  // Letters that follow each other quickly are one word, so "ed" does not lead to what begins with "d".
  await page.keyboard.type('ed');
  await expect(item('Edit')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(actions).toBeFocused();
  // By pointer: the button closes its menu again, and a disabled action does nothing.
  await actions.click();
  await item('Archive').click({ force: true });
  await expect(menu).toBeVisible();
  await actions.click();
  await expect(menu).toBeHidden();
  await actions.click();
  await named(page, 'heading', 'Together').click();
  await expect(menu).toBeHidden();
  await expect(told(page)).toHaveText('duplicate');
  // Escape closes the menu in a dialog, not the dialog.
  await actions.click();
  await item('Open').click();
  const dialog = named(page, 'dialog', 'A panel');
  await button(page, 'Actions inside').click();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();

  // An undo is taken by keys, once, never from within a text; and by pointer, also while a dialog is open and after it.
  const undo = button(page, 'Undo');
  await page.reload();
  await button(page, 'Delete').click();
  await expect(undo).toBeVisible();
  await named(page, 'searchbox', 'Search').focus();
  await page.keyboard.press('Control+z');
  await expect(told(page)).toHaveText('');
  await button(page, 'Delete').focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(undo).toBeHidden();
  await expect(told(page)).toHaveText('undone');
  await actions.click();
  await item('Open').click();
  await button(page, 'Delete inside').click();
  await undo.click();
  await expect(told(page)).toHaveText('undone, undone');
});

test('no piece is wider than a small screen, and axe finds nothing, also in what opens on demand', {
  tag: '@deep',
}, async ({ show }) => {
  const page = await show(undefined, 360);
  expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(40);
  await expectAccessible(page, 'every piece');
  for (const piece of ['Dialog', 'ConfirmDialog', 'Lightbox']) {
    await page.goto(`/admin/login?piece=${piece}`);
    for (const opener of await page.locator('figure').getByRole('button').all()) {
      const name = `${piece}, ${await opener.textContent()}`;
      await opener.click();
      const dialog = page.locator('dialog[open]');
      await expectAccessible(page, name);
      await page.keyboard.press('Escape');
      // A busy dialog stays open until its button is pressed.
      if (name.endsWith('Saving')) await button(dialog, 'Cancel').click();
      await expect(dialog).toBeHidden();
    }
  }
});
