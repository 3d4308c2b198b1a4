// @module-tag deep/journey: line heights of the pages that language.test.ts reads
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/start-test-app.ts';
import { launchBrowser } from './support/launch.ts';
import { openVisitor } from './support/visitor.ts';

const browser = launchBrowser();

test('text of several lines on an Urdu site has the line height of Nastaliq, whatever the font of its container', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'studio-urdu-'));
  await writeFile(
    join(dir, 'site.json'),
    JSON.stringify({ language: 'ur', name: 'نان گھر', email: 'office@naan.example' }),
  );
  const app = await startTestApp({ DATA_DIR: dir });
  const { page, close } = await openVisitor(browser.current, app, { width: 360, height: 740 });
  for (const path of ['/delete-account', '/careers/apply?spontaneous=1', '/contact', '/terms-conditions']) {
    await page.goto(path);
    expect(await page.locator('main p:visible').count(), path).toBeGreaterThan(0);
    expect(await page.locator('main').evaluate(crowdedTexts), path).toEqual([]);
  }
  await close();
  await app.close();
});

/** Returns the beginnings of paragraphs and terms whose lines are too close for Nastaliq. Runs in the page. */
function crowdedTexts(main: Element): string[] {
  return [...main.querySelectorAll('p, li, dt, dd')].flatMap((element) => {
    const { fontSize, lineHeight } = getComputedStyle(element);
    const isCrowded = Number.parseFloat(lineHeight) < 2 * Number.parseFloat(fontSize);
    return isCrowded && /\p{Script=Arabic}/u.test(element.textContent)
      ? [element.textContent.slice(0, 40)]
      : [];
  });
}
