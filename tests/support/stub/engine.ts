import { hash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pino from 'pino';
import { richTextSummary } from '#shared/rich-text.ts';
import { endOf } from '#shared/schemas/job.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { loadConfig } from '../../../server/config.ts';
import { ensureFirstAdmin } from '../../../server/content-api/auth/accounts.ts';
import { openContentApi } from '../../../server/content-api/content-api.ts';
import { fold, titleKey } from '../../../server/database/search.ts';
import { queriesOn } from '../../../server/database/sqlite.ts';
import { migratedFolder } from '../engine/empty-content.ts';

/** The only admin of the stub. */
export const stubAdmin = { email: 'admin@studio.example', password: 'correct horse battery' };

type Row = Record<string, unknown>;
/** Rows by table, which a call may not accept; `images` of a project are rows too. */
type Rows = Partial<Record<'blogs' | 'categories' | 'projects' | 'jobs' | 'team_members', readonly object[]>>;

/** The engine on a database of its own, which takes any form for a person's and counts none against a limit. */
export async function openStubEngine() {
  const folder = await migratedFolder('studio-stub-');
  const database = new DatabaseSync(join(folder, 'content.sqlite'), { enableForeignKeyConstraints: false });
  database.exec('pragma journal_mode = memory; pragma synchronous = off');
  const db = queriesOn(database);
  await ensureFirstAdmin(db, { ADMIN_EMAIL: stubAdmin.email, ADMIN_PASSWORD: stubAdmin.password });
  const api = await openContentApi(
    loadConfig({ DATA_DIR: folder, SAMPLE_CONTENT: 'off' }),
    pino({ level: 'silent' }),
    () => sampleSite,
    { dialect: 'sqlite', openContent: async () => db },
    {
      formTokens: {
        issue: () => `stub-form-${randomBytes(6).toString('hex')}`,
        judge: () => 'fine',
      },
      counts: {
        of: () => ({ decide: async (_key, decide) => decide([], Date.now()).result }),
        close: async () => {},
      },
    },
  );
  const all = (sql: string, ...values: string[]) => database.prepare(sql).all(...values) as Row[];
  const insert = (table: string, row: Row) => {
    const columns = all('select name from pragma_table_info(?)', table).map(({ name }) => String(name));
    const names = columns.filter((name) => row[name] !== undefined);
    const sql = `insert or replace into ${table} (${names}) values (${names.map(() => '?')})`;
    database.prepare(sql).run(...names.map((name) => row[name] as SQLInputValue));
  };
  return {
    handle: api.handle,
    rows: (table: string) => all(`select * from ${table} order by id`),
    fill(rows: Rows) {
      for (const [table, given] of Object.entries(rows))
        for (const row of given as Row[]) {
          insert(table, { ...derivedFrom(row), ...row });
          for (const [position, image] of ((row.images ?? []) as Row[]).entries())
            insert('project_images', { created_at: row.created_at, ...image, position, project_id: row.id });
        }
    },
    clear() {
      for (const table of contentTables) database.exec(`delete from ${table}`);
    },
    /** Returns a valid token of the only admin, also where a test has moved the clock. */
    signedIn() {
      const token = randomBytes(32).toString('base64url');
      const [created_at, expires_at] = [0, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString());
      insert('tokens', { token_hash: hash('sha256', token), admin_id: 1, created_at, expires_at });
      return token;
    },
    async close() {
      await api.close();
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const contentTables = [
  'blogs',
  'categories',
  'tech_images',
  'projects',
  'project_images',
  'jobs',
  'applicants',
  'messages',
  'applicant_submissions',
  'applicant_notes',
  'applicant_events',
  'team_members',
];

/** The columns that the engine derives from a record when it saves it; each table takes those that it has. */
function derivedFrom(row: Row): Row {
  const text = (name: string) => String(row[name] ?? '');
  return {
    summary: richTextSummary(text('description')),
    title_key: titleKey(text('title')),
    image: '',
    ends_at: endOf((row.closes_at ?? null) as string | null, 'Asia/Karachi'),
    search_text: fold(['title', 'city', 'country'].map(text).join(' ')),
  };
}
