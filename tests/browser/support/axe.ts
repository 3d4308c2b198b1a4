import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Every page that is looked at reads it anew: the small one takes half the time. */
const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * axe finds nothing on the page as it stands, and nothing about its colours in the other colour scheme, which the page
 * has from then on: the other rules would say the same. Frames of other sites are theirs to mend.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const { hasAxe, first, second } = await page.evaluate(async () => {
    // What moves is looked at when it has come to rest. One that is cancelled, as by a pointer that has left, is over too.
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((each) => each.finished),
    );
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    return {
      hasAxe: 'axe' in window,
      first: isDark ? ('dark' as const) : ('light' as const),
      second: isDark ? ('light' as const) : ('dark' as const),
    };
  });
  if (!hasAxe) await page.evaluate(`${axeSource};(${rememberColours})()`);
  expect(await violations(page), `${name}, ${first}`).toEqual([]);
  // Colours that change over a moment would be seen halfway, and each step of the way is drawn.
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
 * axe reads the words of a computed colour for every element and everything behind it, a third of all its time: the few that a
 * page has it need to read only once. Words that it cannot read it is given each time.
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
      { exclude: [['iframe']] },
      { resultTypes: ['violations'], ...(runOnly && { runOnly }) },
    );
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, rules);
}
