import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { atRest } from './at-rest.ts';

/** Every page under test loads axe again: the minified file takes half the time. */
const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Time within which a dialog has to have the focus, in milliseconds. */
const focusMs = 5_000;

/**
 * Expects axe to find nothing on the page, and no colour problem in the other colour scheme, which stays on
 * afterwards: the other rules would give the same result there. `inOneScheme` skips the other scheme. Behind a dialog
 * nothing can be reached: there axe checks only the uppermost dialog, which must have the focus. Frames of other
 * sites are excluded.
 */
export async function expectAccessible(
  page: Page,
  name: string,
  { inOneScheme = false } = {},
): Promise<void> {
  await atRest(page);
  await expect
    .poll(() => page.evaluate(placeOfFocus), { message: `${name}: the focus`, timeout: focusMs })
    .toMatch(/^in /);
  const { hasAxe, isDark } = await page.evaluate(() => ({
    hasAxe: 'axe' in window,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  }));
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  if (!hasAxe) await page.evaluate(`${axeSource};(${rememberColours})()`);
  expect(await violations(page), `${name}, ${first}`).toEqual([]);
  if (inOneScheme) return;
  // Without this, axe would read colours in the middle of a transition, and each step would be drawn.
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }');
    document.adoptedStyleSheets.push(still);
  });
  await page.emulateMedia({ colorScheme: second });
  const found = await violations(page, ['color-contrast', 'link-in-text-block']);
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
  expect(found, `${name}, ${second}`).toEqual([]);
}

/**
 * Returns where the focus is: in the uppermost dialog or, if none is open, in the page. Marks that dialog for axe.
 * The uppermost dialog is hit at its upper edge, where no other dialog covers it.
 */
function placeOfFocus(): string {
  const dialogs = [...document.querySelectorAll<HTMLElement>('dialog[open]')];
  const isOnTop = (dialog: Element) => {
    const { left, top, width } = dialog.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, Math.max(top, 0) + 6)?.closest('dialog') === dialog;
  };
  const top = dialogs.findLast(isOnTop) ?? dialogs.at(-1);
  for (const dialog of document.querySelectorAll<HTMLElement>('[data-top-dialog]'))
    delete dialog.dataset.topDialog;
  if (!top) return 'in the page';
  top.dataset.topDialog = '';
  const nameOf = (element: Element | null) =>
    element === document.body
      ? 'nothing'
      : (element?.ariaLabel ?? element?.textContent ?? '').trim().slice(0, 40) || element?.localName;
  const focus = document.activeElement;
  return top.contains(focus) ? 'in the dialog' : `on ${nameOf(focus)} outside of the dialog ${nameOf(top)}`;
}

/**
 * Caches parsed colours: axe parses a computed colour for every element and everything behind it, which is a third of
 * its time, and a page has few colours. A text that axe cannot parse is passed to axe every time.
 */
function rememberColours(): void {
  type Colour = { r: number; g: number; b: number; alpha: number };
  type Colours = { commons: { color: { Color: { prototype: { parseString(text: string): Colour } } } } };
  const { prototype } = (window as unknown as { axe: Colours }).axe.commons.color.Color;
  const read = prototype.parseString;
  const known = new Map<string, Colour>();
  prototype.parseString = function (this: Colour, text) {
    const colour = known.get(text);
    if (colour) return Object.assign(this, colour);
    read.call(this, text);
    const { r, g, b, alpha } = this;
    known.set(text, { r, g, b, alpha });
    return this;
  };
}

function violations(page: Page, rules?: string[]): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(
      { include: [document.querySelector('[data-top-dialog]') ?? document], exclude: [['iframe']] },
      { resultTypes: ['violations'], ...(runOnly && { runOnly }) },
    );
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, rules);
}
