import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runActors } from './support/actors.ts';
import { type AdminClient, signInAt } from './support/admin-client.ts';
import { engineProblems } from './support/engine-data.ts';
import { formToken } from './support/forms.ts';
import { formsOfEngine } from './support/hosts.ts';
import { makeProduct } from './support/product.ts';
import { problemsText, spread, table } from './support/report.ts';
import { makeSaves } from './support/saves.ts';
import { between, seeded } from './support/seeded.ts';
import { createGap, createTally } from './support/tally.ts';
import {
  fetcher,
  filesOfPage,
  formSender,
  type Page,
  pageVisitor,
  type SentForms,
} from './support/visitors.ts';

/** Milliseconds that the product runs before it is killed; random between the two. */
const lives = [700, 3_000] as const;
/** Milliseconds within which the product has to be up again. */
const backMs = 3_000;

/**
 * Kills the product on its own engine under mixed load, and compares its data with the answers that clients received.
 */
export async function killProduct(
  kills: number,
  seed: number,
): Promise<{ report: string; problems: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-chaos-'));
  const product = await makeProduct(join(folder, 'data'));
  const tally = createTally();
  try {
    await product.start();
    const admin = await signInAt(product.url);
    const pages = await pagesOfSitemap(product.url);
    const { files, images } = await filesOfPage(product.url, '/');
    const sent: SentForms = new Map();
    const saves = await makeSaves(admin, tally, { jobs: await addJobs(admin) });
    const gap = createGap();
    const counted = { product, tally };
    const token = await formToken(product.url);
    const reads = ['/api/activeBlogs?page=1', '/api/jobs', '/api/team', '/api/getProjectCategory'];
    const actors = runActors(
      product,
      tally,
      [
        ...Array.from({ length: 2 }, () => pageVisitor(counted, pages, gap)),
        fetcher(counted, 'reads', reads),
        fetcher(counted, 'images', images),
        fetcher(counted, 'files', files),
        formSender(counted, token, sent),
        formSender(counted, token, sent),
        ...saves.actors,
      ],
      seed,
    );
    const random = seeded(seed);
    const restarts: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(between(random, ...lives));
      restarts.push(await product.killAndStart());
    }
    await sleep(lives[0]);
    await actors.stop();
    await product.stop();
    // A start removes what the last kill left behind; the data is checked while the product is idle.
    await product.start();
    await waitForForms(admin);
    await product.stop();

    const lost = [...saves.problems(product.dataDir), ...formProblems(product.dataDir, sent)];
    const half = engineProblems(product.dataDir);
    const late = restarts.filter((each) => each > backMs).length;
    const taken = [...sent.values()].filter(({ answer }) => answer !== undefined).length;
    const report = table('the product is killed', [
      ['SIGKILLs of the product', kills],
      ['requests', tally.requests],
      ...[...tally.statuses()].map(([kind, text]) => [`${kind}: statuses`, text] as const),
      ['from the signal to the first page', spread(restarts)],
      ['longest time between two whole pages', `${Math.round(gap.longest())} ms`],
      ['answered writes, lost of them', `${saves.answered + taken}, ${problemsText(lost)}`],
      ['half things: rows without files, files without rows', problemsText(half)],
    ]);
    const problems = [
      ...lost,
      ...half,
      ...(late > 0 ? [`${late} starts took more than ${backMs} ms`] : []),
      ...[...tally.bad].map(([text, times]) => `${text} × ${times}`),
    ];
    return { report, problems };
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function pagesOfSitemap(url: string): Promise<Page[]> {
  const xml = await (await fetch(`${url}/sitemap.xml`)).text();
  const paths = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname);
  return [...new Set(paths)].map((path) => ({ path, words: [/<h1/, /<\/html>/] }));
}

async function addJobs(admin: AdminClient): Promise<number[]> {
  const ids: number[] = [];
  for (const title of ['Cutter', 'Grader', 'Sound designer']) {
    const { status, body } = await admin.post('/api/addJob', {
      title,
      department: 'Film',
      employment_type: 'FULL_TIME',
      location_type: 'onsite',
      city: 'Peshawar',
      country: 'Pakistan',
      description: '<p>Cut.</p>',
      status: 'open',
    });
    const { id } = (body.data ?? {}) as { id?: number };
    if (id === undefined) throw new Error(`addJob was answered with ${status}`);
    ids.push(id);
  }
  return ids;
}

/** Waits for forms that were accepted while the engine did not answer. */
async function waitForForms(admin: AdminClient): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { body } = await admin.get('/api/siteStatus');
    if ((body.data as { intake: { waiting: number } }).intake.waiting === 0) return;
    await sleep(100);
  }
}

function formProblems(dataDir: string, sent: SentForms): string[] {
  const byEmail = Map.groupBy(formsOfEngine(dataDir), ({ email }) => email);
  return [...sent].flatMap(([email, { form, answer }]) => {
    const stored = byEmail.get(email) ?? [];
    if (stored.length > 1) return [`${email} is there ${stored.length} times`];
    const [one] = stored;
    if (!one) return answer ? [`${email}, answered with ${answer.status}, is lost`] : [];
    const isSame =
      one.name === form.name &&
      one.cvHash === form.cvHash &&
      (answer?.reference === undefined || one.reference === answer.reference);
    return isSame ? [] : [`${email} is there with another name, CV or reference`];
  });
}
