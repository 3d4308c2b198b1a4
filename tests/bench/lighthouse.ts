import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { launchOptions } from '../browser/chromium.ts';
import type { Figures } from './compare.ts';

/** npx fetches it when it is needed: it is 100 MB that nothing else needs. */
const program = 'lighthouse@13.5.0';

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
}

/** Runs Lighthouse with its default phone and network, in the Chromium of the tests. */
export async function lighthouse(url: string): Promise<Figures> {
  const { executablePath = '', args = [] } = await launchOptions();
  const flags = ['--headless', ...args.map((flag) => (flag.includes(' ') ? `"${flag}"` : flag))].join(' ');
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', program, url, '--quiet', '--output=json', `--chrome-flags=${flags}`],
    { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 1 << 26 },
  );
  const { categories, audits }: Report = JSON.parse(stdout);
  const scores = Object.entries(categories).map(([name, { score }]) => [name, score * 100]);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    ...Object.fromEntries(scores),
    'LCP ms': value('largest-contentful-paint'),
    'TBT ms': value('total-blocking-time'),
    CLS: value('cumulative-layout-shift'),
  };
}
