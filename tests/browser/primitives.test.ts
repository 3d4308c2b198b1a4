import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { pngFile } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { lift } from './support/lift.ts';
import { primitivesSite } from './support/primitives/primitives-site.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = primitivesSite();

async function openPrimitives(width = 1440) {
  const visitor = await openVisitor(browser.current, site, { width });
  await visitor.page.goto('/admin/login');
  await visitor.page.getByRole('heading', { name: 'Primitives' }).waitFor();
  return visitor;
}

const told = (page: Page) => page.evaluate(() => (window as unknown as { told: string[] }).told);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

test('a menu is used by keys, and gives the focus back', async () => {
  const { page, watch, close } = await openPrimitives();
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
  expect(await told(page)).toEqual(['duplicate']);
  expect(await focused(page)).toBe('Actions');

  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Actions');
  expectQuiet(watch);
  await close();
});

test('a menu is used by pointer: its button closes it again, a disabled action does nothing', async () => {
  const { page, close } = await openPrimitives();
  const menu = page.getByRole('menu');
  await button(page, 'Actions').click();
  await menu.waitFor();
  await page.getByRole('menuitem', { name: /Archive/ }).click({ force: true });
  expect(await menu.isVisible()).toBe(true);
  await button(page, 'Actions').click();
  await menu.waitFor({ state: 'detached' });
  await button(page, 'Actions').click();
  await menu.waitFor();
  await page.getByRole('heading', { name: 'Primitives' }).click();
  await menu.waitFor({ state: 'detached' });
  expect(await told(page)).toEqual([]);
  await close();
});

test('Esc closes the menu inside a dialog and leaves the dialog; closed, the dialog gives back the focus', async () => {
  const { page, close } = await openPrimitives();
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Open' }).click();
  const dialog = page.getByRole('dialog', { name: 'A panel' });
  await button(page, 'Actions inside').click();
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(await dialog.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Actions');
  await close();
});

test('an undo is taken by keys, once, and never from within a text', async () => {
  const { page, watch, close } = await openPrimitives();
  await button(page, 'Delete').click();
  await button(page, 'Undo').waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).focus();
  await page.keyboard.press('Control+z');
  expect(await told(page)).toEqual([]);
  await button(page, 'Delete').focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await button(page, 'Undo').waitFor({ state: 'detached' });
  expect(await told(page)).toEqual(['undone']);
  expectQuiet(watch);
  await close();
});

test('an undo can be pressed while a dialog is open', async () => {
  const { page, close } = await openPrimitives();
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Open' }).click();
  await button(page, 'Delete inside').click();
  await button(page, 'Undo').click();
  await button(page, 'Undo').waitFor({ state: 'detached' });
  expect(await told(page)).toEqual(['undone']);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The toasts live on after the dialog that they were in.
  await button(page, 'Delete').click();
  await button(page, 'Undo').click();
  await expect.poll(() => told(page)).toEqual(['undone', 'undone']);
  await close();
});

test('rows are put in order by buttons and by keys, and the focus goes with them', async () => {
  const { page, watch, close } = await openPrimitives();
  const names = () => page.locator('tbody td:last-child').allTextContents();
  await button(page, 'Move Reel down').press('Enter');
  await expect.poll(names).toEqual(['Poster', 'Reel', 'Film']);
  expect(await focused(page)).toBe('Move Reel down');
  await page.getByText('Reel is now 2 of 3.').waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(['Poster', 'Film', 'Reel']);
  expect(await focused(page)).toBe('Move Reel down');
  expect(await told(page)).toEqual(['order: Poster Reel Film', 'order: Poster Film Reel']);

  await lift(page, button(page, 'Reorder Reel'), 'Reel lifted, over place 3 of 3.');
  await page.keyboard.press('ArrowUp');
  await page.getByText('Reel lifted, over place 2 of 3.').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await expect.poll(names).toEqual(['Poster', 'Reel', 'Film']);
  await expect.poll(() => focused(page)).toBe('Reorder Reel');
  expectQuiet(watch);
  await close();
});

test('images: one that is refused costs none of the others, and the focus survives a removal', async () => {
  const { page, watch, close } = await openPrimitives();
  const remove = page.getByRole('button', { name: /^Remove / });
  const names = () => remove.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  await page
    .getByLabel('Images', { exact: true })
    .setInputFiles([
      await pngFile('a.png'),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
      await pngFile('b.png'),
    ]);
  await page.getByText('notes.txt: this file is not one of the accepted types').waitFor();
  await expect.poll(names).toEqual(['Remove stored.png', 'Remove a.png', 'Remove b.png']);
  await button(page, 'Move a.png later').press('Enter');
  expect(await names()).toEqual(['Remove stored.png', 'Remove b.png', 'Remove a.png']);
  expect(await focused(page)).toBe('Move a.png later');
  await button(page, 'Remove b.png').press('Enter');
  await expect.poll(() => focused(page)).toBe('Remove a.png');
  await button(page, 'Remove stored.png').press('Enter');
  await expect.poll(names).toEqual(['Remove a.png']);
  await expect.poll(() => focused(page)).toBe('Remove a.png');
  expectQuiet(watch);
  await close();
});

test('a search is asked for once, after a rest or on Enter', async () => {
  const { page, close } = await openPrimitives();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill(' reel ');
  await search.press('Enter');
  await expect.poll(() => told(page)).toEqual(['search: reel']);
  await search.fill('film');
  await expect.poll(() => told(page)).toEqual(['search: reel', 'search: film']);
  await button(page, 'Clear the search').click();
  await expect.poll(() => told(page)).toEqual(['search: reel', 'search: film', 'search: ']);
  expect(await search.evaluate((element) => element === document.activeElement)).toBe(true);
  await close();
});

test('a tick box that is held still keeps its state and tells of nothing', async () => {
  const { page, close } = await openPrimitives();
  const held = page.getByRole('checkbox', { name: 'Held' });
  await held.focus();
  await page.keyboard.press('Space');
  await page.getByText('Held', { exact: true }).click();
  expect(await held.isChecked()).toBe(true);
  expect(await told(page)).toEqual([]);
  await close();
});

test('nothing is wider than a small screen, and axe finds nothing', async () => {
  const { page, watch, close } = await openPrimitives(360);
  await expectAccessible(page, 'primitives');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await button(page, 'Actions').click();
  await page.getByRole('menu').waitFor();
  await expectAccessible(page, 'an open menu');
  expectQuiet(watch);
  await close();
});
