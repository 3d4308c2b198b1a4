// @module-tag deep/journey: builds the gallery; the screens of the first depth are made of its pieces
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { pngFile } from './support/blogs.ts';
import { gallerySite } from './support/gallery-site.ts';
import { launchBrowser } from './support/launch.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = gallerySite();

/** Opens the gallery with one piece or all pieces. */
async function openGallery({ piece, width = 1440 }: { piece?: string; width?: number } = {}) {
  const visitor = await openVisitor(browser.current, site, { width });
  await visitor.page.goto(`/admin/login${piece ? `?piece=${piece}` : ''}`);
  await visitor.page.getByRole('heading', { name: piece ?? 'Button', exact: true }).waitFor();
  return visitor;
}

/** Finds one state of a piece by its name. */
const state = (place: Page | Locator, name: string) => place.getByRole('figure', { name, exact: true });
/** Returns what the callbacks of the piece were called with. */
const told = (page: Page) => page.locator('output').textContent();
const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

test('a menu is used by keys and by pointer, gives the focus back, and closes before the dialog that it is in', async () => {
  const { page, watch, close } = await openGallery({ piece: 'Together' });
  const menu = page.getByRole('menu');
  await button(page, 'Actions').focus();
  await page.keyboard.press('ArrowDown');
  await menu.waitFor();
  expect(await focused(page)).toBe('Edit');
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toBe('Open');
  await page.keyboard.press('d');
  expect(await focused(page)).toBe('Duplicate');
  await page.keyboard.press('Enter');
  await menu.waitFor({ state: 'detached' });
  expect(await told(page)).toBe('duplicate');
  expect(await focused(page)).toBe('Actions');

  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Actions');

  // By pointer: the button closes its menu again, and a disabled action does nothing.
  await button(page, 'Actions').click();
  await menu.waitFor();
  await page.getByRole('menuitem', { name: /Archive/ }).click({ force: true });
  await expect.poll(() => menu.isVisible()).toBe(true);
  await button(page, 'Actions').click();
  await menu.waitFor({ state: 'detached' });
  await button(page, 'Actions').click();
  await menu.waitFor();
  await page.getByRole('heading', { name: 'Together' }).click();
  await menu.waitFor({ state: 'detached' });
  expect(await told(page)).toBe('duplicate');

  // Escape closes the menu inside a dialog but not the dialog; closing the dialog restores the focus.
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Open' }).click();
  const dialog = page.getByRole('dialog', { name: 'A panel' });
  await button(page, 'Actions inside').click();
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Actions');
  expectQuiet(watch);
  await close();
});

test('an undo is taken by keys, once, never from within a text; and by pointer, also while a dialog is open', async () => {
  const { page, watch, close } = await openGallery({ piece: 'Together' });
  await button(page, 'Delete').click();
  await button(page, 'Undo').waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).focus();
  await page.keyboard.press('Control+z');
  expect(await told(page)).toBe('');
  await button(page, 'Delete').focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await button(page, 'Undo').waitFor({ state: 'detached' });
  expect(await told(page)).toBe('undone');

  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Open' }).click();
  await button(page, 'Delete inside').click();
  await button(page, 'Undo').click();
  await expect.poll(() => told(page)).toBe('undone, undone');
  await button(page, 'Undo').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The toasts outlive the dialog in which they were opened.
  await button(page, 'Delete').click();
  await button(page, 'Undo').click();
  await expect.poll(() => told(page)).toBe('undone, undone, undone');
  expectQuiet(watch);
  await close();
});

test('images: one that is refused costs none of the others, and the focus survives a removal', async () => {
  const { page, watch, close } = await openGallery({ piece: 'FilesField' });
  const field = state(page, 'stored, and to be changed');
  const remove = field.getByRole('button', { name: /^Remove / });
  const names = () => remove.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  await field
    .getByLabel('Images', { exact: true })
    .setInputFiles([
      await pngFile('a.png'),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
      await pngFile('b.png'),
    ]);
  await page.getByText('notes.txt: this file is not one of the accepted types').waitFor();
  await expect.poll(names).toEqual(['Remove stored.png', 'Remove a.png', 'Remove b.png']);
  await button(field, 'Move a.png later').press('Enter');
  expect(await names()).toEqual(['Remove stored.png', 'Remove b.png', 'Remove a.png']);
  expect(await focused(page)).toBe('Move a.png later');
  await button(field, 'Remove b.png').press('Enter');
  await expect.poll(() => focused(page)).toBe('Remove a.png');
  await button(field, 'Remove stored.png').press('Enter');
  await expect.poll(names).toEqual(['Remove a.png']);
  await expect.poll(() => focused(page)).toBe('Remove a.png');
  expectQuiet(watch);
  await close();
});

test('a search is asked for once, after a rest or on Enter', async () => {
  const { page, close } = await openGallery({ piece: 'SearchField' });
  const search = page.getByRole('searchbox', { name: 'Search', exact: true });
  await search.fill(' reel ');
  await search.press('Enter');
  await expect.poll(() => told(page)).toBe('search: reel');
  await search.fill('film');
  await expect.poll(() => told(page)).toBe('search: reel, search: film');
  await button(state(page, 'default'), 'Clear the search').click();
  await expect.poll(() => told(page)).toBe('search: reel, search: film, search: ');
  expect(await search.evaluate((element) => element === document.activeElement)).toBe(true);
  await close();
});

test('a tick box that is held still keeps its state and tells of nothing', async () => {
  const { page, close } = await openGallery({ piece: 'Checkbox' });
  const held = page.getByRole('checkbox', { name: 'Held' });
  await held.focus();
  await page.keyboard.press('Space');
  await page.getByText('Held', { exact: true }).click();
  await expect.poll(() => held.isChecked()).toBe(true);
  expect(await told(page)).toBe('');
  await close();
});

test('nothing is wider than a small screen, and axe finds nothing', async () => {
  const { page, watch, close } = await openGallery({ width: 360 });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);
  expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(40);
  // All pieces at once: that takes half the time of one kind after the other.
  await expectAccessible(page, 'every piece');
  await button(page, 'Actions').click();
  await page.getByRole('menu').waitFor();
  await expectAccessible(page, 'an open menu');
  expectQuiet(watch);
  await close();
});

test('what opens on demand is accessible too, and Escape closes it', async () => {
  for (const piece of ['Dialog', 'ConfirmDialog', 'Lightbox']) {
    const { page, watch, close } = await openGallery({ piece });
    for (const opener of await page.locator('figure').getByRole('button').all()) {
      const name = `${piece}, ${await opener.textContent()}`;
      await opener.click();
      const dialog = page.locator('dialog[open]');
      await dialog.waitFor();
      await expectAccessible(page, name);
      await page.keyboard.press('Escape');
      // A busy dialog stays open until its button is pressed.
      if (name.endsWith('Saving')) await button(dialog, 'Cancel').click();
      await dialog.waitFor({ state: 'detached' });
    }
    expectQuiet(watch);
    await close();
  }
});
