import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { captureAnswers } from '../capture.ts';
import { requests } from '../client.ts';
import type { Load } from '../load.ts';

const assets = join(import.meta.dirname, '../../../dist/client/assets');

/** A built script, as a browser requests it. */
export const load: Load = {
  name: 'static',
  target: 'static',
  about: 'The largest script of the public pages, brotli, beside the same bytes from memory.',
  async *cases(stage) {
    const product = await stage.product();
    const path = `/assets/${largestEntry()}`;
    const headers = { 'accept-encoding': 'br' };
    const file = await captureAnswers(stage, product, [path], headers);
    const contenders = {
      product,
      'bare node, constant': await stage.anchor('node-constant', file),
      'Express, constant': await stage.anchor('express-constant', file),
    };
    yield {
      name: 'script of the build, br',
      contenders: Object.entries(contenders).map(([name, started]) => ({
        name,
        ...requests(started, [{ path, headers }], { calls: 3000 }),
      })),
      limits: [{ figure: 'perCpuSecond', atLeast: 0.95, of: 'Express, constant' }],
    };
  },
};

/** Returns the script that every page loads first. */
function largestEntry(): string {
  const entries = readdirSync(assets).filter((name) => /^index-[\w-]+\.js$/.test(name));
  const [largest] = entries.toSorted(
    (a, b) => statSync(join(assets, b)).size - statSync(join(assets, a)).size,
  );
  if (!largest) throw new Error('The build has no script: run npm run build.');
  return largest;
}
