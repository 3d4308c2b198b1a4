import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { pathTo } from '#shared/paths.ts';
import { launchOptions } from '../browser/support/launch.ts';
import { contextOptions } from '../browser/support/visitor.ts';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import { companies } from './companies/index.ts';
import { startCompany } from './companies/start-company.ts';
import { contactSheet, type Shot } from './contact-sheet.ts';
import { kindOf, nameOf, openView, publicViews, stillPicture } from './photograph.ts';

const starts: Record<string, () => Promise<TestApp>> = {
  sample: () => startTestApp({ SAMPLE_CONTENT: 'on' }),
  ...Object.fromEntries(
    Object.entries(companies).map(([name, company]) => [name, () => startCompany(company)]),
  ),
};

/** The names of all companies, the sample first. */
export const companyNames: readonly string[] = Object.keys(starts);

const screens = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 800 },
];
const themes = ['light', 'dark'] as const;

/** Pages that are the same for every company: pictures are taken, but the contact sheet is without them. */
const ofTheProduct: readonly string[] = [
  pathTo('privacyPolicy'),
  pathTo('termsConditions'),
  pathTo('deleteAccount'),
];

/**
 * Starts the built product for each company and photographs its public pages, whole, at three widths and in both
 * themes, into a folder for each company. `NAME.webp` shows the first screens of one page of each kind.
 */
export async function takeCompanies(folder: string, names: readonly string[] = companyNames): Promise<void> {
  const browser = await chromium.launch(await launchOptions());
  try {
    for (const name of names) {
      const app = await starts[name]?.();
      if (!app) throw new Error(`There is no company ${name}, only ${companyNames.join(', ')}.`);
      try {
        await mkdir(join(folder, name), { recursive: true });
        const pages = await takeCompany(browser, app, join(folder, name));
        await writeFile(join(folder, `${name}.webp`), await contactSheet(pages));
      } finally {
        await app.close();
      }
    }
  } finally {
    await browser.close();
  }
}

/** Returns the pictures of each page that the contact sheet shows. */
async function takeCompany(browser: Browser, app: TestApp, folder: string): Promise<Shot[][]> {
  const lists = [pathTo('portfolio'), pathTo('publishing'), pathTo('team'), pathTo('apps')];
  const views = await publicViews(app, lists, 5);
  const shots = new Map<string, Shot[]>(views.map(({ path }) => [path, []]));
  for (const screen of screens) {
    const context = await browser.newContext({ ...contextOptions(app, screen), reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    for (const view of views) {
      await page.emulateMedia({ colorScheme: 'light' });
      await openView(page, view);
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        const name = view.path === '/' ? 'home' : nameOf(view, '').slice(1);
        const file = join(folder, `${name}-${screen.width}-${colorScheme}.png`);
        await writeFile(file, await stillPicture(page));
        shots.get(view.path)?.push({ file, ...screen });
      }
    }
    await context.close();
  }
  const seen = new Set<string>();
  return [...shots].flatMap(([path, taken]) => {
    const kind = kindOf(path);
    if (seen.has(kind) || ofTheProduct.includes(path)) return [];
    seen.add(kind);
    return [taken];
  });
}
