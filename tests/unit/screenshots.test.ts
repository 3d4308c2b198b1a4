import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { jobInputSchema } from '#shared/schemas/job.ts';
import { siteSchema } from '#shared/schemas/site.ts';
import { companies } from '../screenshots/companies/index.ts';
import { contactSheet } from '../screenshots/contact-sheet.ts';
import { adminViews, routesWithoutView } from '../screenshots/views.ts';

test('npm run lab -- screenshots has a picture of every screen of the admin area but the sign-in, which it takes as a visitor', () => {
  const left = routesWithoutView(adminViews).filter((route) => route.startsWith('/admin'));
  expect(left).toEqual([routes.adminLogin]);
});

describe.each(Object.entries(companies))('the company %s', (_name, company) => {
  test('can be saved', () => {
    expect(siteSchema.safeParse(company.site).error?.issues ?? []).toEqual([]);
    for (const job of company.jobs ?? []) expect(jobInputSchema.safeParse(job).error).toBeUndefined();
  });

  test('has no word of the sample', () => {
    expect(textsOf(company).filter((text) => /naqsh|peshawar|پشاور/i.test(text))).toEqual([]);
  });
});

test('the company in Urdu has no word in Latin letters', () => {
  const technical = /<[^>]+>|&[a-z]+;|^\S+@\S+$|^https?:\S+$|^[/#]\S+$/g;
  const { site, ...content } = companies['game-studio'];
  const { brand: _brand, language: _language, currency: _currency, ...told } = site;
  const latin = textsOf({ told, content })
    .map((text) => text.replace(technical, ''))
    .filter((text) => /[a-z]/i.test(text));
  // Names of files, ids and choices.
  expect(
    latin.filter((text) => !/^(<svg|last-lorry|about|menu|PKR|MONTH|[A-Z]+_TIME|onsite|remote)/.test(text)),
  ).toEqual([]);
});

test('the photographer has twelve pictures', () => {
  const works = companies.photographer.categories?.flatMap((category) => category.works) ?? [];
  expect(works.flatMap(({ pictures }) => pictures)).toHaveLength(12);
});

test('a contact sheet shows only the first screen of each picture, a row for each page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-sheet-'));
  try {
    const file = join(folder, 'page.png');
    const red = { width: 360, height: 800, channels: 3 as const, background: '#f00' };
    await sharp({ create: red }).extend({ bottom: 2000, background: '#00f' }).png().toFile(file);
    const shot = { file, width: 360, height: 800 };
    const sheet = sharp(await contactSheet([[shot, shot], [shot]]));
    expect(await sheet.metadata()).toMatchObject({ format: 'webp', width: 156, height: 310 });
    const { channels } = await sheet.stats();
    expect(channels[2]?.max).toBeLessThan(200);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Returns every text in a value, however deep. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
