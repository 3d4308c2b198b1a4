import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { signIn } from '../../support/sign-in.ts';
import { type Call, requests } from '../client.ts';
import { type Amounts, fillEngine, fillPostgres } from '../full-engine.ts';
import type { Contender, Load } from '../load.ts';
import type { Stage, Started } from '../stage.ts';

const admin = { email: 'bench@studio.example', password: 'a password of the bench' };
const amounts: Amounts = {
  applicants: 50_000,
  projects: 200,
  jobs: 200,
  posts: 5_000,
  categories: 20,
  messages: 2_000,
  members: 20,
  deleted: 0,
};

/** Settings of an operator: answered writes are on the disk. */
const durable = { fsync: 'on', full_page_writes: 'on', shared_buffers: '256MB' };

/** Reads of admins, which are never cached, and reads of visitors without a cache. */
const reads: Record<string, string> = {
  'list of applicants': `${callPath(contract.getApplicants)}?page=1`,
  'applicants by name, page 500': `${callPath(contract.getApplicants)}?page=500&sort=name`,
  'search for one applicant': `${callPath(contract.getApplicants)}?search=applicant-4711@`,
  'list of posts': `${callPath(contract.blogs)}?page=1`,
  'one post': callPath(contract.singlePost, { id: 2 }),
};

/** The same site on files and on PostgreSQL, with one process and with two, all on one machine. */
export const load: Load = {
  name: 'scale',
  target: 'scale',
  about:
    'Reads and writes on SQLite and on PostgreSQL (on this machine), one process and two, with 50,000 applicants and 5,000 posts.',
  byDefault: false,
  async *cases(stage) {
    const files = stage.folder();
    await fillEngine(files, amounts);
    const postgres = await startPostgres(durable);
    try {
      const DATABASE_URL = `${postgres.origin}postgres`;
      await fillPostgres(DATABASE_URL, amounts);
      const onFiles = await site(stage, { DATA_DIR: files });
      const one = await site(stage, { DATABASE_URL });
      const other = await site(stage, { DATABASE_URL });
      const [ofFiles, ofPostgres] = [await sessionOf(onFiles), await sessionOf(one)];
      const contenders = (calls: (headers: Headers) => Call[], connections: number): Contender[] => {
        const asked = (name: string, headers: Headers, ...targets: Started[]) => ({
          name,
          // The same number of concurrent requests, however many processes answer.
          ...requests(targets, calls(headers), { connections, calls: 600, milliseconds: 1_500 }),
        });
        return [
          asked('SQLite, one process', ofFiles, onFiles),
          asked('PostgreSQL, one process', ofPostgres, one),
          // Both processes have the same secret and the same sessions.
          asked('PostgreSQL, two processes', ofPostgres, one, other),
        ];
      };
      for (const [name, path] of Object.entries(reads))
        yield { name, rounds: 3, contenders: contenders((headers) => [{ path, headers }], 8) };
      yield { name: 'a status changed, two at a time', rounds: 3, contenders: contenders(changes, 2) };
      yield { name: 'statuses changed by eight at once', rounds: 3, contenders: contenders(changes, 8) };
    } finally {
      await postgres.stop();
    }
  },
};

function site(stage: Stage, environment: Record<string, string>): Promise<Started> {
  return stage.product({
    SESSION_SECRET: 'the same thirty-two bytes everywhere',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    SAMPLE_CONTENT: 'off',
    LOG_LEVEL: 'warn',
    ...environment,
  });
}

type Headers = Record<string, string>;

async function sessionOf(started: Started): Promise<Headers> {
  return { cookie: (await signIn(started, admin)).cookie, 'x-csrf': '1' };
}

/** Returns calls that each change another applicant than the call before; the statuses rotate. */
function changes(headers: Headers): Call[] {
  const statuses = ['reviewing', 'shortlisted', 'interview'];
  let number = 0;
  return Array.from({ length: 1_000 }, (_, index) => ({
    path: callPath(contract.updateApplicantStatus, { id: index * 49 + 1 }),
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json' },
    body: () => {
      number += 1;
      return JSON.stringify({ status: statuses[number % statuses.length] });
    },
  }));
}
