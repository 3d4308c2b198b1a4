// @module-tag deep/hostile: 900 made-up texts past the sanitiser
import { expect, test } from 'vitest';
import { openCanary, shownText } from '../fuzz/html-judge.ts';
import { certain } from '../fuzz/kinds/html.ts';
import { launchBrowser } from './support/launch.ts';

const browser = launchBrowser();

/** The same seed in every run; `npm run lab -- fuzz --only html` uses others. */
const seed = 20_261_122;

test('no text gets anything past the sanitiser, in a page without CSP: parsed with it, and written into it', async () => {
  const canary = await openCanary(await browser.current.newContext());
  // Payloads that certainly run prove that the page would notice.
  for (const [number, shown] of certain.entries()) {
    expect(await canary.judge([{ number, shown }]), shown).not.toEqual([]);
  }
  for (const from of [0, 300, 600]) {
    const texts = Array.from({ length: 300 }, (_, at) => shownText(seed, from + at));
    expect(await canary.judge(texts)).toEqual([]);
  }
  await canary.close();
});
