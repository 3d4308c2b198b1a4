import type { z } from 'zod';
import { categoryPath } from '#shared/category-path.ts';
import { callPath } from '#shared/contract/call-path.ts';
import { type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { signIn } from '../../support/sign-in.ts';
import { type Blocks, watchBlocks } from '../blocks.ts';
import { requests } from '../client.ts';
import { type Amounts, fillEngine, fillLog } from '../full-engine.ts';
import type { Case, Contender, Load, Round } from '../load.ts';
import { misses, writer } from '../misses.ts';
import { whileOthersAsk } from '../pinger.ts';
import { meterCpu } from '../process-cost.ts';
import type { Stage, Started } from '../stage.ts';

const admin = { email: 'bench@studio.example', password: 'a password of the bench' };
const few: Amounts = {
  applicants: 500,
  projects: 50,
  jobs: 20,
  posts: 50,
  categories: 20,
  messages: 200,
  members: 20,
  deleted: 50,
};
/** A hundred times as many of the records that accumulate over the years. */
const many: Amounts = {
  ...few,
  applicants: 50_000,
  projects: 5_000,
  jobs: 2_000,
  posts: 5_000,
  messages: 20_000,
  deleted: 5_000,
};
/** Numbers of lines in the activity log. */
const lines = { few: 1_000, many: 100_000 };

const pages = [
  '/',
  '/portfolio',
  categoryPath('Category 1'),
  '/publishing',
  '/view-blog/1',
  '/careers',
  '/careers/apply',
  '/team',
];

/**
 * Files that contain all records: their cost may grow with the content, but other requests are answered meanwhile.
 */
const wholeFiles = ['/sitemap.xml', '/feed.xml', '/jobs.xml', callPath(contract.exportApplicants)];
/** The activity log, whose pages have no numbers. */
const logQueries = [
  ['first page', ''],
  ['one kind of thing', '?resource=message'],
  ['one action, rarely done', '?action=addCategory'],
] as const;
/** Searches that match most records, or have to scan them; the result is cached until the next write. */
const broad = [
  `${callPath(contract.findAnything)}?search=applicant`,
  `${callPath(contract.findAnything)}?search=post`,
  `${callPath(contract.getApplicants)}?search=mail.example`,
  `${callPath(contract.getApplicants)}?search=e&page=25`,
  `${callPath(contract.getJobs)}?search=designer`,
  `${callPath(contract.jobs)}?search=designer`,
];
/** Number of page addresses in the full engine: open jobs, active posts, projects. */
const addresses = 1_500 + 4_500 + 5_000;

/** The cost of a call must not grow with the amount of content in the engine. */
export const load: Load = {
  name: 'growth',
  target: 'growth',
  about: 'Lists, searches and pages on the embedded engine with a hundred times as much content.',
  async *cases(stage) {
    const full = await filled(stage, many, lines.many);
    const small = await filled(stage, few, lines.few);
    const compared = (name: string, path: string, pathOfSmall = path): Case => ({
      name,
      rounds: 3,
      contenders: [
        { name: 'full', ...asked(full, path) },
        { name: 'a hundredth', ...asked(small, pathOfSmall) },
      ],
      limits: [{ figure: 'cpu', atMost: 2, of: 'a hundredth' }],
    });
    for (const row of rows.filter(isList)) {
      for (const [name, query] of Object.entries(queriesOf(row))) {
        yield compared(`${row.name}, ${name}`, pathOf(row) + query);
      }
      const [last, lastOfSmall] = [await lastPage(full, pathOf(row)), await lastPage(small, pathOf(row))];
      if (last !== lastOfSmall) {
        const [path, pathOfSmall] = [last, lastOfSmall].map((page) => `${pathOf(row)}?page=${page}`);
        yield compared(`${row.name}, last page`, path ?? '', pathOfSmall);
      }
    }
    yield compared('getVersions of a post', `${callPath(contract.getVersions)}?resource=blog&id=1`);
    yield compared('getHistory of a post', `${callPath(contract.getHistory)}?resource=blog&id=1`);
    for (const [name, query] of logQueries)
      yield compared(`getActivity, ${name}`, callPath(contract.getActivity) + query);
    const made = async (name: string, path: string, pathOfSmall = path): Promise<Case> => ({
      name,
      rounds: 3,
      contenders: [
        await misses('full', full, full.cookie, path, { requests: 6, warmUps: 15 }),
        await misses('a hundredth', small, small.cookie, pathOfSmall, { requests: 6, warmUps: 15 }),
      ],
      limits: [{ figure: 'cpuMs', atMost: 2, of: 'a hundredth' }],
    });
    for (const path of pages) yield made(path, path);
    const posts = callPath(contract.activeBlogs);
    const [last, lastOfSmall] = [await lastPage(full, posts), await lastPage(small, posts)];
    yield made('/publishing, last page', `/publishing?page=${last}`, `/publishing?page=${lastOfSmall}`);
    for (const path of wholeFiles) yield wholeFile(path, full, small);
    for (const path of broad) yield asNew(path, full, small);
  },
};

interface Filled extends Started {
  cookie: string;
  blocks: Blocks;
}

async function filled(stage: Stage, amounts: Amounts, logLines: number): Promise<Filled> {
  const folder = stage.folder();
  await fillEngine(folder, amounts);
  await fillLog(folder, logLines);
  const blocks = watchBlocks(stage.folder());
  const product = await stage.product({
    ...blocks.environment,
    DATA_DIR: folder,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    SAMPLE_CONTENT: 'off',
  });
  const { cookie } = await signIn(product, admin);
  return Object.assign(product, { cookie, blocks });
}

/** Sends the session cookie: the visitors' cache would hide the cost of a read. */
function asked(target: Filled, path: string) {
  const call = { path, headers: { cookie: target.cookie, 'x-csrf': '1' } };
  return requests(target, [call], { connections: 2, calls: 60, milliseconds: 250 });
}

/** Requests the file once, since it may be cached afterwards. */
function wholeFile(path: string, full: Filled, small: Filled): Case {
  const contender = (name: string, started: Filled): Contender => ({
    name,
    round: async () => {
      let body = '';
      const read = async () => {
        body = await textOf(started, path);
      };
      let found: Round = {};
      const longestBlock = await started.blocks.longestDuring(started, async () => {
        found = await whileOthersAsk(started, read);
      });
      const kilobytes = Buffer.byteLength(body) / 1000;
      const cpu = ((found.cpuMs ?? Number.NaN) * 1000) / kilobytes;
      const listed = body.split('<loc>').length - 1;
      return {
        ...found,
        longestBlock,
        kilobytes,
        cpuPerKilobyte: cpu,
        ...(listed > 0 && { addresses: listed }),
      };
    },
  });
  return {
    name: path,
    rounds: 1,
    contenders: [contender('full', full), contender('a hundredth', small)],
    limits: [
      { figure: 'longestBlock', atMost: 20 },
      { figure: 'cpuPerKilobyte', atMost: 1.5, of: 'a hundredth' },
      ...(path === '/sitemap.xml' ? [{ figure: 'addresses', atLeast: addresses } as const] : []),
    ],
  };
}

/** Measures each request uncached: an admin writes in between. */
function asNew(path: string, full: Filled, small: Filled): Case {
  const contender = (name: string, started: Filled): Contender => ({
    name,
    round: async () => {
      await (await writer(started, started.cookie))();
      const cpu = meterCpu(started.pid);
      const longestBlock = await started.blocks.longestDuring(started, () => textOf(started, path));
      return { longestBlock, cpuMs: cpu() / 1000 };
    },
  });
  return {
    name: `${path}, after a write`,
    contenders: [contender('full', full), contender('a hundredth', small)],
    limits: [{ figure: 'longestBlock', atMost: 20 }],
  };
}

async function textOf({ url, cookie }: Filled, path: string): Promise<string> {
  const answer = await fetch(url + path, { headers: { cookie, 'x-csrf': '1' } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
  return text;
}

const pathOf = (row: ContractRow) => callPath(row, { categoryId: 1, id: 1 });

async function lastPage(started: Filled, path: string): Promise<number> {
  return JSON.parse(await textOf(started, path)).data.last_page;
}

function isList(row: ContractRow): boolean {
  const { shape } = row.data as { shape?: object };
  // Versions belong to a single record and have their own case.
  const isOfOne = row.name === contract.getVersions.name;
  return row.method === 'GET' && !isOfOne && shape !== undefined && 'current_page' in shape;
}

/** Returns queries for the first page of a list, a search that matches most records, and a search without a match. */
function queriesOf(row: ContractRow): Record<string, string> {
  const parameters = (row.query as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {};
  const searches = { 'a search': '?search=e', 'a search in vain': '?search=qqqqqq' };
  return { 'first page': '', ...('search' in parameters && searches) };
}
