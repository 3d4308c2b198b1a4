import type { z } from 'zod';
import { type ContractRow, rows } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
import { signIn } from '../../support/sign-in.ts';
import { requests } from '../client.ts';
import { type Amounts, fillEngine } from '../full-engine.ts';
import type { Case, Load } from '../load.ts';
import { misses } from '../misses.ts';
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
};
/** A hundred times as much of what grows with the years. */
const many: Amounts = {
  ...few,
  applicants: 50_000,
  projects: 5_000,
  jobs: 2_000,
  posts: 5_000,
  messages: 20_000,
};

const pages = ['/', '/portfolio', '/publishing', '/view-blog/1', '/careers', '/careers/apply', '/team'];

/** What a call costs must not follow what the engine holds. */
export const load: Load = {
  name: 'growth',
  target: 'growth',
  about: 'Lists, searches and pages on the embedded engine with a hundred times as much content.',
  async *cases(stage) {
    const full = await filled(stage, many);
    const small = await filled(stage, few);
    const compared = (name: string, path: string): Case => ({
      name,
      rounds: 3,
      contenders: [
        { name: 'full', ...asked(full, path) },
        { name: 'a hundredth', ...asked(small, path) },
      ],
      limits: [{ figure: 'cpu', atMost: 2, of: 'a hundredth' }],
    });
    for (const row of rows.filter(isList)) {
      for (const [name, query] of Object.entries(queriesOf(row))) {
        yield compared(`${row.name}, ${name}`, callPath(row, { categoryId: 1, id: 1 }) + query);
      }
    }
    for (const path of pages) {
      const few = { requests: 8, warmUps: 20 };
      yield {
        name: path,
        rounds: 3,
        contenders: [
          await misses('full', full, full.cookie, path, few),
          await misses('a hundredth', small, small.cookie, path, few),
        ],
        limits: [{ figure: 'cpuMs', atMost: 2, of: 'a hundredth' }],
      };
    }
  },
};

interface Filled extends Started {
  cookie: string;
}

async function filled(stage: Stage, amounts: Amounts): Promise<Filled> {
  const folder = stage.folder();
  await fillEngine(folder, amounts);
  const product = await stage.product({
    DATA_DIR: folder,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    SAMPLE_CONTENT: 'off',
  });
  const { cookie } = await signIn(product, admin);
  return Object.assign(product, { cookie });
}

/** With a session: what is kept for visitors would hide what a read costs. */
function asked(target: Filled, path: string) {
  const call = { path, headers: { cookie: target.cookie, 'x-csrf': '1' } };
  return requests(target, [call], { connections: 2, calls: 60, milliseconds: 250 });
}

function isList(row: ContractRow): boolean {
  const { shape } = row.data as { shape?: object };
  return row.method === 'GET' && shape !== undefined && 'current_page' in shape;
}

/** The first page of a list, a search that finds most, and one that finds nothing. */
function queriesOf(row: ContractRow): Record<string, string> {
  const parameters = (row.query as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {};
  const searches = { 'a search': '?search=e', 'a search in vain': '?search=qqqqqq' };
  return { 'first page': '', ...('search' in parameters && searches) };
}
