import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { launchOptions } from '../../browser/support/launch.ts';
import type { Round } from '../load.ts';

/** npx downloads it on demand, since it is 100 MB that nothing else needs. */
const program = 'lighthouse@13.5.0';

/** The fields of its report that are used. */
interface Report {
  categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', { score: number }>;
  audits: Record<string, { numericValue?: number; details?: { items: Item[] } }>;
}

interface Item {
  resourceType?: string;
  transferSize?: number;
}

/** Runs Lighthouse with its default phone and network, in the Chromium of the tests. */
export async function lighthouse(url: string): Promise<Round> {
  const { executablePath = '', args = [] } = await launchOptions();
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      program,
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility,best-practices,seo',
      `--chrome-flags=${['--headless', ...args.map((flag) => (flag.includes(' ') ? `"${flag}"` : flag))].join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 1 << 26 },
  );
  return figuresOf(JSON.parse(stdout));
}

function figuresOf({ categories, audits }: Report): Round {
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const items = audits['network-requests']?.details?.items ?? [];
  const kib = (...types: string[]) =>
    items
      .filter(({ resourceType = '' }) => types.length === 0 || types.includes(resourceType))
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1024;
  return {
    performance: categories.performance.score * 100,
    accessibility: categories.accessibility.score * 100,
    bestPractices: categories['best-practices'].score * 100,
    seo: categories.seo.score * 100,
    fcp: value('first-contentful-paint') / 1000,
    lcp: value('largest-contentful-paint') / 1000,
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    requests: items.length,
    scriptKib: kib('Script'),
    styleKib: kib('Stylesheet'),
    fontKib: kib('Font'),
    imageKib: kib('Image'),
    totalKib: kib(),
  };
}
