// @module-tag deep/journey: public pages of companies that are unlike the sample; they start an engine for each
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { companies } from '../screenshots/companies/index.ts';
import { startCompany } from '../screenshots/companies/start-company.ts';
import type { TestApp } from '../support/start-test-app.ts';
import { expectFits } from './support/fits.ts';
import { launchBrowser } from './support/launch.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const started: TestApp[] = [];
afterAll(() => Promise.all(started.map((app) => app.close())));

async function start(name: keyof typeof companies): Promise<TestApp> {
  const app = await startCompany(companies[name]);
  started.push(app);
  return app;
}

/** Returns how each large picture of the page is fitted into its place. */
const fits = (page: Page) =>
  page
    .getByRole('main')
    .locator('img')
    .evaluateAll((all) =>
      all.filter(({ clientWidth }) => clientWidth > 200).map((image) => getComputedStyle(image).objectFit),
    );

describe('a photographer who works alone', () => {
  test('shows upright and square pictures whole, and is presented at length', async () => {
    const { page, watch, close } = await openVisitor(browser.current, await start('photographer'));
    await page.goto('/portfolioOne/1');
    const slides = page.getByRole('list', { name: 'Images of The gate at seven' }).getByRole('img');
    const fitOf = (at: number) => slides.nth(at).evaluate((image) => getComputedStyle(image).objectFit);
    await expect.poll(() => fitOf(0)).toBe('contain');
    await page.getByRole('button', { name: 'Show image 3 of 4' }).click();
    await expect.poll(() => fitOf(2)).toBe('cover');
    await page.goto('/portfolio/Outside');
    await page.getByText('Last lorry').first().scrollIntoViewIfNeeded();
    // The category, then a portrait, a square and a landscape.
    await expect.poll(() => fits(page)).toEqual(['cover', 'contain', 'contain', 'cover']);

    await page.goto('/team');
    await page.getByText('developed her first film in its sink').waitFor();
    const photo = await page.getByRole('main').locator('img').boundingBox();
    expect(photo?.width).toBeGreaterThan(400);
    await expectFits(page, 'the photographer');
    expectQuiet(watch);
    await page.goto('/nowhere');
    expect(await page.getByRole('main').getByRole('link').allTextContents()).toEqual(['Home', 'Portfolio']);
    await close();
  });
});

describe('a school', () => {
  test('has two posts of equal size, and names its only category once', async () => {
    const { page, close } = await openVisitor(browser.current, await start('school'));
    await page.goto('/publishing');
    const widths = () =>
      page
        .getByRole('article')
        .locator('img')
        .evaluateAll((all) => all.map(({ clientWidth }) => clientWidth));
    const [first = 0, second] = await widths();
    expect(first).toBeGreaterThan(600);
    expect(second).toBe(first);
    await page.goto('/portfolio');
    const rows = page.getByRole('region', { name: 'All work' }).getByRole('listitem');
    expect(await rows.allTextContents()).toEqual([
      'The library that children run',
      'Building with blocks, from arches to cities',
      'Market arithmetic',
    ]);
    await close();
  });
});

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
