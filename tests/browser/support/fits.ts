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
