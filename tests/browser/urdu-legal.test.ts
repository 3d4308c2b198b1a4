// @module-tag deep/journey: the words of the legal pages in the browser; what the server sends is in tests/contract/pages
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathTo } from '#shared/paths.ts';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import { launchBrowser } from './support/launch.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

let app: TestApp;
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'studio-urdu-'));
  const company = { language: 'ur', name: 'Naan House', email: 'office@naan.example' };
  await writeFile(join(dir, 'site.json'), JSON.stringify(company));
  app = await startTestApp({ DATA_DIR: dir });
});
afterAll(() => app?.close());

test('the legal texts of a site in Urdu are hydrated in Urdu, and rendered in Urdu after a link', async () => {
  const { page, watch, close } = await openVisitor(browser.current, app);
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
  await page.goto(pathTo('privacyPolicy'));
  await heading('آپ کے حقوق').waitFor();
  await page.getByRole('contentinfo').getByRole('link', { name: 'شرائط و ضوابط' }).click();
  await heading('املاکِ دانش').waitFor();
  expect(await page.title()).toBe('شرائط و ضوابط · Naan House');

  await page.goto(pathTo('contact'));
  await page.getByRole('contentinfo').getByRole('link', { name: 'رازداری کی پالیسی' }).click();
  await heading('آپ کے حقوق').waitFor();
  expect(await page.getByRole('main').getByText('Legal basis').count()).toBe(0);
  const name = page.getByRole('banner').getByText('Naan House');
  expect(await name.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe('en');
  expectQuiet(watch);
  await close();
});
