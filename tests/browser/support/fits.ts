import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { atRest } from './at-rest.ts';

/** Returns by how many pixels the page is wider than its window. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/**
 * Expects that the page fits its window: neither the page nor the open dialog scrolls sideways, and no element inside
 * does unless it is made for that (the toolbar of the editor, the tabs with counts, the columns of the board, the
 * list of waiting items, code and tables of a text). Each control of the page, or of the uppermost dialog, lies
 * within the window and measures 24 px in both directions (WCAG 2.5.8).
 */
export async function expectFits(page: Page, name: string): Promise<void> {
  await atRest(page);
  expect(await page.evaluate(misfits), name).toEqual([]);
}

/**
 * Expects that text of twice the size fits a phone (WCAG 1.4.4): nothing scrolls sideways, and no word is on more than
 * two lines.
 */
export async function expectLargeTextFits(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await atRest(page);
  expect(await page.evaluate(largeMisfits), `${name}: text of twice the size`).toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize(before);
}

function largeMisfits(): string[] {
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.documentElement;
  const found = root.scrollWidth > root.clientWidth + 1 ? [`wide: ${root.scrollWidth}`] : [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.parentElement?.closest('script, style, noscript, [aria-hidden=true]')) continue;
    for (const word of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]{2,}/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const tops = [...range.getClientRects()]
        .filter(({ width }) => width > 1)
        .map(({ top }) => Math.round(top));
      if (new Set(tops).size > 2) found.push(`broken: ${word[0]}`);
    }
  }
  return found;
}

function misfits(): string[] {
  const made = '[role=toolbar], nav, [aria-label="Applicants by status"], [aria-label="What waits"]';
  const page = document.documentElement;
  const root =
    [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main') ?? page;
  const nameOf = (element: Element) =>
    `${element.localName}.${element.className} ${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 60)}`;

  const holders = [page, root, ...root.querySelectorAll(':scope:is(dialog) > div')];
  const scrollers = [...root.querySelectorAll('*')].filter(
    (each) =>
      /auto|scroll/.test(getComputedStyle(each).overflowX) &&
      !each.closest(made) &&
      !each.matches('pre, table'),
  );
  const wide = [...new Set([...holders, ...scrollers])].filter(
    (each) => each.scrollWidth > each.clientWidth + 1,
  );

  /** Returns the area that a finger can press: a checkbox or a file input is also chosen by its label. */
  const targetOf = (control: Element) =>
    control.matches('[type=radio], [type=checkbox], [type=file]')
      ? (control.closest('label') ?? control)
      : control;
  const isInSentence = (control: Element) =>
    control.matches('a') &&
    getComputedStyle(control).display === 'inline' &&
    (control.parentElement?.textContent ?? '').trim() !== (control.textContent ?? '').trim();
  const controls = [
    ...root.querySelectorAll('a, button, summary, select, textarea, input:not([type=hidden])'),
  ]
    .filter((control) => !control.closest('[aria-hidden=true], [inert]'))
    .map((control) => ({ control, box: targetOf(control).getBoundingClientRect() }))
    // Visually hidden elements measure one pixel at most.
    .filter(({ box: { width, height } }) => width > 1 && height > 1);
  const small = controls.filter(
    ({ control, box: { width, height } }) => (width < 24 || height < 24) && !isInSentence(control),
  );
  const outside = controls.filter(
    ({ control, box: { left, right } }) =>
      (left < -1 || right > page.clientWidth + 1) && !control.closest(made),
  );
  return [
    ...wide.map((each) => `wide: ${nameOf(each)}`),
    ...small.map(({ control, box }) => `small: ${nameOf(control)} ${box.width} × ${box.height}`),
    ...outside.map(({ control, box }) => `outside: ${nameOf(control)} ${box.left} to ${box.right}`),
  ];
}
