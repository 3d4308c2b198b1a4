// @module-tag deep/journey: public pages of companies that are unlike the sample; they start an engine for each
import { afterAll, describe, expect, test } from 'vitest';
import { companies } from '../screenshots/companies/index.ts';
import { startCompany } from '../screenshots/companies/start-company.ts';
import type { TestApp } from '../support/start-test-app.ts';
import { launchBrowser } from './support/launch.ts';
import { openVisitor } from './support/visitor.ts';

const browser = launchBrowser();
const started: TestApp[] = [];
afterAll(() => Promise.all(started.map((app) => app.close())));

async function start(name: keyof typeof companies): Promise<TestApp> {
  const app = await startCompany(companies[name]);
  started.push(app);
  return app;
}

describe('a studio in Urdu', () => {
  test('has the titles of its works at the edge of the picture at which they are read from', async () => {
    const { page, close } = await openVisitor(browser.current, await start('game-studio'));
    await page.goto('/');
    const plate = page.getByRole('article').filter({ hasText: 'باؤلی' });
    const [ground, title] = [await plate.boundingBox(), await plate.getByRole('heading').boundingBox()];
    const right = (box: typeof ground) => Math.round((box?.x ?? 0) + (box?.width ?? 0));
    expect(right(title)).toBe(right(ground));
    await close();
  });
});
