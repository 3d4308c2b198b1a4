import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pagesWithData, pagesWithoutData } from '../support/public-pages.ts';
import { runActors } from './support/actors.ts';
import { signInAt } from './support/admin-client.ts';
import { type Child, startNode } from './support/child.ts';
import { formToken } from './support/forms.ts';
import { freePort, makeProduct } from './support/product.ts';
import { table } from './support/report.ts';
import { makeSaves } from './support/saves.ts';
import { between, seeded } from './support/seeded.ts';
import { createGap, createTally } from './support/tally.ts';
import { fetcher, filesOfPage, formSender, type Page, pageVisitor } from './support/visitors.ts';

/** Milliseconds for which the host is up and down; random between the two numbers. */
const there = [1_500, 3_500] as const;
const away = [1_500, 4_000] as const;

/**
 * Kills the host of a product under mixed load: visitors, forms, admins that read and, with `saves`, admins that
 * save. Returns the table of visitors' results, and the problems among them.
 */
export async function killHost(
  kills: number,
  seed: number,
  { saves: isSaving }: { saves: boolean },
): Promise<{ report: string; problems: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-chaos-'));
  const port = await freePort();
  let host: Child | undefined;
  const startHost = async () => {
    host = await startNode(join(import.meta.dirname, 'hosts/stub-host.ts'), {
      args: [String(port)],
      ready: /The host is at (\S+)/,
    });
  };
  await startHost();
  const product = await makeProduct(join(folder, 'data'), { UPSTREAM_URL: `http://127.0.0.1:${port}` });
  const tally = createTally();
  const pages: Page[] = [
    ...pagesWithData.map(({ path, always, main, side }) => ({
      path,
      words: [always, ...Object.values(main), ...Object.values(side)].map((word) => new RegExp(word)),
    })),
    ...pagesWithoutData.map((path) => ({ path, words: [/<h1/] })),
  ];
  try {
    await product.start();
    // Warms the cache: requests each page once, and the files that it shows.
    for (const { path } of pages) await (await fetch(product.url + path)).arrayBuffer();
    const [home, post] = await Promise.all(
      ['/', '/view-blog/1'].map((path) => filesOfPage(product.url, path)),
    );
    const files = [...(home?.files ?? []), ...(post?.files ?? [])];
    const images = [...(home?.images ?? []), ...(post?.images ?? [])];
    for (const path of images) await (await fetch(product.url + path)).arrayBuffer();
    const reads = [
      '/api/activeBlogs?page=1',
      '/api/singlePost/1',
      '/api/jobs',
      '/api/team',
      '/api/getProjects/1',
    ];
    for (const path of reads) await (await fetch(product.url + path)).arrayBuffer();

    // Admins save only content that visitors do not see: the host loses it at each restart.
    const saves = await makeSaves(await signInAt(product.url), tally, { isPublic: false });
    const gap = createGap();
    const counted = { product, tally };
    const actors = runActors(
      product,
      tally,
      [
        ...Array.from({ length: 4 }, () => pageVisitor(counted, pages, gap)),
        fetcher(counted, 'reads', reads),
        fetcher(counted, 'images', images),
        fetcher(counted, 'files', files),
        formSender(counted, await formToken(product.url), new Map()),
        ...saves.actors.filter(({ kind }) => isSaving || kind === 'admin reads'),
      ],
      seed,
    );
    const random = seeded(seed);
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(between(random, ...there));
      await host?.kill();
      await sleep(between(random, ...away));
      await startHost();
    }
    await sleep(there[0]);
    await actors.stop();
    // A dead host may fail saves and forms, which their senders see; visitors must notice nothing.
    const problems = [...tally.bad]
      .filter(([text]) => /^\//.test(text) && !/^\/api\/(blogs|getApplicants)/.test(text))
      .map(([text, times]) => `${text} × ${times}`);
    const report = table(isSaving ? 'the host is killed while admins save' : 'the host is killed', [
      ['SIGKILLs of the host', kills],
      ['requests', tally.requests],
      ...[...tally.statuses()].map(([kind, text]) => [`${kind}: statuses`, text] as const),
      ['longest time between two whole pages', `${Math.round(gap.longest())} ms`],
      [
        'pages, reads, images and files that visitors did not get',
        problems.length === 0 ? 0 : problems.join('; '),
      ],
    ]);
    return { report, problems };
  } finally {
    await product.stop();
    await host?.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
