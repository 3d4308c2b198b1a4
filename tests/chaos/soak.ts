import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { filesUnder } from '../support/engine/engine-data.ts';
import { freePort } from '../support/free-port.ts';
import { makeProduct } from '../support/product.ts';
import { openWriters } from './writers.ts';

// `npm run lab -- soak`: readers and writers for some minutes; memory and handles have to stay as they were.

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const seconds = Number(values.minutes) * 60;

/** The growth that is allowed between the first third and the end: caches are bounded, but not yet full by then. */
const growth = {
  process_resident_memory_bytes: 48 * 2 ** 20,
  nodejs_heap_size_used_bytes: 16 * 2 ** 20,
  process_open_fds: 8,
  nodejs_active_resources_total: 8,
};
type Levels = Record<keyof typeof growth, number>;
const names = Object.keys(growth) as (keyof Levels)[];

const folder = mkdtempSync(join(tmpdir(), 'studio-soak-'));
const metricsPort = await freePort();
const product = await makeProduct(folder, { SAMPLE_CONTENT: 'on', METRICS_PORT: String(metricsPort) });

/** The lowest levels within some seconds: garbage and connections under way come and go. */
async function levelsFor(time: number) {
  const lowest = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Levels;
  for (const end = performance.now() + time * 1000; performance.now() < end; await sleep(500)) {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    for (const name of names)
      lowest[name] = Math.min(lowest[name], Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]));
  }
  return lowest;
}

try {
  await product.start();
  const { url } = product;
  const home = await (await fetch(url)).text();
  const pages = [
    '/',
    '/portfolio',
    '/publishing',
    '/team',
    '/careers',
    '/careers/apply',
    '/contact',
    '/view-blog/1',
    '/nowhere',
  ];
  const calls = [
    '/api/activeBlogs?page=1',
    '/api/jobs',
    '/api/team',
    '/api/singlePost/1',
    '/api/getProjectCategory',
  ];
  const paths = [...pages, ...calls, ...(home.match(/\/(assets|img)\/[\w./-]+\.\w+/g) ?? [])];
  const writers = await openWriters([url], 2);
  const failures: string[] = [];
  let reads = 0;
  let isOver = false;
  const reading = Array.from({ length: 6 }, async (_, lane) => {
    for (let round = lane; !isOver; round += 1) {
      const path = round % 20 === 0 ? `/api/jobs?search=${round}` : (paths[round % paths.length] ?? '/');
      // Some leave before the answer.
      const signal = AbortSignal.timeout(round % 50 === 0 ? 3 : 60_000);
      const { status } = await fetch(url + path, { signal }).then(
        async (answer) => ({ status: answer.status, body: await answer.arrayBuffer() }),
        (error: Error) => ({ status: error.name === 'TimeoutError' && round % 50 === 0 ? 0 : 599 }),
      );
      reads += 1;
      if (status >= 500) failures.push(`${path} with ${status}`);
      await sleep(5);
    }
  });
  await sleep((seconds * 1000) / 5);
  const early = await levelsFor(seconds / 5);
  await sleep(seconds * 1000 * (2 / 5));
  const late = await levelsFor(seconds / 5);
  isOver = true;
  await Promise.all(reading);
  await writers.stop();
  await product.stop();
  const grown = names.filter((name) => !(late[name] <= early[name] + growth[name]));
  const problems = [
    ...grown.map((name) => `${name} grows from ${early[name]} to ${late[name]}`),
    ...writers.problems,
    ...failures,
    ...product.child.complaints,
    ...filesUnder(join(folder, 'tmp')).map((name) => `${name} is left`),
  ];
  console.log(
    `${seconds} s: ${reads} reads and ${writers.counts().acknowledged} writes; ${problems.length} problems.`,
  );
  for (const name of names) console.log(`${name}: ${early[name]} after a third, ${late[name]} at the end`);
  for (const problem of problems.slice(0, 50)) console.log(`NOT HELD: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
