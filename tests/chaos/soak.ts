import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '#shared/limits.ts';
import { runActors } from './support/actors.ts';
import { signInAt } from './support/admin-client.ts';
import type { Child } from './support/child.ts';
import { formToken } from './support/forms.ts';
import { type Mode, openGate } from './support/gate.ts';
import { startEngineProcess } from './support/hosts.ts';
import { type Holdings, holdingsOf } from './support/inspector.ts';
import { commuter, halfUploader, leaver, searcher } from './support/leavers.ts';
import { filesUnder } from './support/plain-names.ts';
import { makeProduct } from './support/product.ts';
import { machine, table } from './support/report.ts';
import { makeSaves } from './support/saves.ts';
import { createGap, createTally } from './support/tally.ts';
import { fetcher, filesOfPage, formSender, pageVisitor } from './support/visitors.ts';

// `npm run lab -- soak`: the events of an hour in five minutes, with a host that fails in every way; then compares
// the product's resources with those after the first fifth. `--seconds=60` is for a quick look. Exit code 1 when they
// grow.
const seconds = Number(/--seconds=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 300);
const seed = Number(/--seed=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 1);

/**
 * The host's states in turn, repeated, with their milliseconds. `killed`: the engine's process is killed, and a new
 * one starts.
 */
const weather: readonly [Mode | 'killed', number][] = [
  ['open', 3_000],
  ['refused', 1_500],
  ['open', 2_500],
  ['slow', 2_000],
  ['open', 2_500],
  ['503', 1_500],
  ['open', 2_500],
  ['killed', 500],
  ['open', 2_500],
  ['silent', 2_000],
  ['open', 2_500],
  ['cut', 1_000],
  ['open', 2_500],
  ['429', 1_000],
];
/** Longer than the lifetime of idle connections and of the thread for long texts (server/rich-text/README.md). */
const restMs = 35_000;
/** Permitted growth in MiB: caches in memory are bounded, but half-full pages of the allocator are not. */
const addedMemory = { rss: 24, heap: 12 };
/**
 * Permitted variation: the number of idle connections to the host varies by a few. A leak would add one for each
 * fault, and there are sixty faults.
 */
const spare = 5;

// The settings with which the product restarts itself (server/process-settings.ts), which it cannot do under an
// inspector.
const settings = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '65536' };
const flags = ['--max-semi-space-size=2', '--inspect=127.0.0.1:0'];

const folder = mkdtempSync(join(tmpdir(), 'studio-soak-'));
const hostDir = join(folder, 'host');
let engine: Child = await startEngineProcess(hostDir, { SAMPLE_CONTENT: 'on' });
const gate = await openGate(engine.address);
const environment = { UPSTREAM_URL: gate.url, UPSTREAM_TIMEOUT_MS: '1500', ...settings };
const product = await makeProduct(join(folder, 'product'), environment, flags);
const tally = createTally();
const gap = createGap();
try {
  await product.start();
  const admin = await signInAt(product.url);
  const token = await formToken(product.url);
  await sleep(limits.formMinSeconds * 1000);
  const paths = [
    '/',
    '/portfolio',
    '/publishing',
    '/team',
    '/careers',
    '/careers/apply',
    '/contact',
    '/view-blog/1',
  ];
  const { files, images } = await filesOfPage(product.url, '/');
  const counted = { product, tally };
  const pages = paths.map((path) => ({ path, words: [/<h1/] }));
  const reads = [
    '/api/activeBlogs?page=1',
    '/api/jobs',
    '/api/team',
    '/api/getProjectCategory',
    '/api/singlePost/1',
  ];
  const saves = await makeSaves(admin, tally, { isPublic: false });
  const actors = [
    ...Array.from({ length: 3 }, () => pageVisitor(counted, pages, gap)),
    fetcher(counted, 'reads', reads),
    fetcher(counted, 'images', images),
    fetcher(counted, 'files', files),
    formSender(counted, token, new Map()),
    leaver(counted, [...images, ...paths, '/api/activeBlogs?page=1']),
    halfUploader(counted),
    commuter(counted),
    searcher(counted),
    ...saves.actors,
  ];
  const early = await loadFor(seconds / 5, seed);
  const late = await loadFor((seconds * 4) / 5, seed + 1);

  const left = filesUnder(join(product.dataDir, 'tmp'));
  const problems = [...grown(early, late), ...late.temporary, ...left, ...product.child.complaints];
  const size = ({ rss, heap }: Holdings) => `${rss.toFixed(0)} and ${heap.toFixed(0)} MiB`;
  console.log(
    `${machine()}; seed ${seed}.\n\n${table(`${seconds} s of an hour's mix`, [
      ['requests', tally.requests],
      ...[...tally.statuses()].map(([kind, text]) => [`${kind}: statuses`, text] as const),
      ['RSS and heap, after a fifth', size(early)],
      ['RSS and heap, at the end', size(late)],
      ['descriptors, after a fifth and at the end', `${early.descriptors}, ${late.descriptors}`],
      ['listeners of the process', `${early.listeners}, ${late.listeners}`],
      ['timers, sockets and others, after a fifth', kindsText(early)],
      ['timers, sockets and others, at the end', kindsText(late)],
      ['temporary files: open, on the disk', `${late.temporary.length}, ${left.length}`],
    ])}`,
  );
  for (const problem of problems) console.log(`NOT HELD: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;

  /**
   * Runs the load for this many seconds; then measures the product's resources after all clients have left and the
   * queue is empty.
   */
  async function loadFor(length: number, chance: number): Promise<Holdings> {
    const running = runActors(product, tally, actors, chance);
    const end = performance.now() + length * 1000;
    for (let turn = 0; performance.now() < end; turn += 1) {
      const [mode, ms] = weather[turn % weather.length] ?? ['open', 1_000];
      if (mode === 'killed') {
        await engine.kill();
        await sleep(ms);
        engine = await startEngineProcess(hostDir, { SAMPLE_CONTENT: 'on' });
        gate.target = engine.address;
      } else {
        await gate.set(mode);
        await sleep(ms);
      }
    }
    await gate.set('open');
    await running.stop();
    await sleep(restMs);
    // Connections that are kept alive for the next call are not a leak: they are closed here, so that only leaks
    // remain.
    await gate.set('refused');
    await gate.set('open');
    await sleep(1_000);
    return holdingsOf(product.child, product.dataDir);
  }
} finally {
  await product.stop();
  await gate.close();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
}

function grown(early: Holdings, late: Holdings): string[] {
  const kinds = [...late.resources].flatMap(([name, count]) => {
    const before = early.resources.get(name) ?? 0;
    return count > before + spare ? [`${name}: ${before} have become ${count}`] : [];
  });
  return [
    ...(late.rss > early.rss + addedMemory.rss ? ['memory grows'] : []),
    ...(late.heap > early.heap + addedMemory.heap ? ['the heap grows'] : []),
    ...(late.descriptors > early.descriptors + spare ? ['descriptors are left open'] : []),
    ...(late.listeners > early.listeners ? ['listeners are left'] : []),
    ...kinds,
  ];
}

function kindsText({ resources }: Holdings): string {
  return [...resources].map(([name, count]) => `${name} × ${count}`).join(', ');
}
