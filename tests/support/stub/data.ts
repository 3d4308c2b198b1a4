import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Id } from '#shared/id.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import type { SingleApplicant } from '#shared/schemas/applicant.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import type { Category } from '#shared/schemas/category.ts';
import { endOf, type Job } from '#shared/schemas/job.ts';
import type { Message } from '#shared/schemas/message.ts';
import type { Project } from '#shared/schemas/project.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { emailKey, searchedTextOf } from '../../../server/content-api/applicants/apply-routes.ts';
import { ensureFirstAdmin } from '../../../server/content-api/auth/repository.ts';
import { fold } from '../../../server/database/case-folding.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { searchTextOf } from '../../../server/database/search.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import { titleKey } from '../../../server/database/title-key.ts';

/** Records of the stub as its calls answer them; an assignment replaces all records of a kind. */
export interface StubData {
  blogs: Dated<Blog>[];
  categories: Dated<Category>[];
  projects: Dated<Project>[];
  jobs: Dated<Job>[];
  applicants: SingleApplicant[];
  team: Dated<TeamMember>[];
  messages: Message[];
}
type Dated<Of> = Of & { created_at: string; updated_at: string };

/** The only admin of the stub, who makes also the changes that tests make. */
export const stubAdmin = { email: 'admin@studio.example', password: 'correct horse battery' };
export const stubAdminName = 'Stub Admin';

type Row = Record<string, unknown>;
type Kind = keyof StubData;

const tables: Record<Kind, { table: string; derived?: (row: Row) => Row; lists?: Record<string, string> }> = {
  blogs: { table: 'blogs', derived: summarised },
  categories: {
    table: 'categories',
    derived: ({ title, image }) => ({ title_key: titleKey(String(title)), image: image ?? '' }),
    lists: { tech_img: 'tech_images.category_id' },
  },
  projects: { table: 'projects', derived: summarised, lists: { images: 'project_images.project_id' } },
  jobs: {
    table: 'jobs',
    derived: (job) => ({
      ends_at: endOf((job.closes_at as string | null) ?? null, sampleSite.time_zone),
      search_text: searchTextOf(
        ...['title', 'department', 'city', 'region', 'country'].map((name) => (job[name] as string) ?? null),
      ),
    }),
  },
  applicants: {
    table: 'applicants',
    derived: (row) => ({
      sort_name: fold(String(row.name)),
      email_key: emailKey(String(row.email)),
      search_text: searchedTextOf(row as never, String(row.reference)),
    }),
    lists: {
      submissions: 'applicant_submissions.applicant_id',
      notes: 'applicant_notes.applicant_id',
      events: 'applicant_events.applicant_id',
    },
  },
  team: { table: 'team_members', derived: ({ image }) => ({ image: image ?? '' }) },
  messages: { table: 'messages' },
};

function summarised({ description }: Row): Row {
  return { summary: richTextSummary(String(description ?? '')) };
}

let migrated: Promise<Buffer> | undefined;

/** Opens a migrated database for one stub; the migrations run once a process. */
export async function openStubDatabase(folder: string): Promise<DatabaseSync> {
  migrated ??= (async () => {
    const made = await mkdtemp(join(tmpdir(), 'studio-stub-empty-'));
    const db = openSqlite(join(made, 'content.sqlite'));
    await migrate(db);
    await ensureFirstAdmin(db, { ADMIN_EMAIL: stubAdmin.email, ADMIN_PASSWORD: stubAdmin.password });
    await db.updateTable('admins').set({ name: stubAdminName }).execute();
    await db.destroy();
    const bytes = await readFile(join(made, 'content.sqlite'));
    await rm(made, { recursive: true });
    return bytes;
  })();
  const file = join(folder, 'content.sqlite');
  await writeFile(file, await migrated);
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec('pragma journal_mode = memory; pragma synchronous = off');
  return database;
}

/**
 * The records of the engine as plain lists. An assignment replaces all records of a kind, also by what no call accepts; a
 * list that was read has the columns of the table, and of an applicant those of the first submission too.
 */
export function recordsIn(database: DatabaseSync): StubData {
  const all = (table: string): Row[] => {
    const isErased = columns(table).includes('deleted_at') ? 'where deleted_at is null' : '';
    return database.prepare(`select * from ${table} ${isErased} order by id`).all();
  };
  const columns = (table: string) =>
    database
      .prepare('select name from pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name));

  function insert(table: string, row: Row): Id {
    const names = columns(table).filter((name) => row[name] !== undefined);
    const sql = `insert into ${table} (${names}) values (${names.map(() => '?')})`;
    const values = names.map((name) => row[name] as SQLInputValue);
    return Number(database.prepare(sql).run(...values).lastInsertRowid);
  }

  function write({ table, derived, lists = {} }: (typeof tables)[Kind], row: Row): void {
    const id = insert(table, { ...row, ...derived?.(row) });
    database
      .prepare('insert or replace into last_edits (resource, row_id, who, at) values (?, ?, ?, ?)')
      .run(table, id, stubAdminName, String(row.updated_at));
    for (const [name, place] of Object.entries(lists)) {
      const [child = '', key = ''] = place.split('.');
      for (const [position, item] of ((row[name] ?? []) as Row[]).entries())
        insert(child, {
          ...{ cv_file: `private/cv/${'0'.repeat(32)}.pdf`, updated_at: row.updated_at },
          ...item,
          ...{ position, [key]: id, from_status: item.from, to_status: item.to },
          created_at: item.created_at ?? item.when,
        });
    }
  }

  const data = {} as StubData;
  for (const kind of Object.keys(tables) as Kind[]) {
    const { table, lists = {} } = tables[kind];
    Object.defineProperty(data, kind, {
      enumerable: true,
      get: () => {
        const sent = kind === 'applicants' ? all('applicant_submissions') : [];
        return all(table).map((row) => ({
          ...sent.find(({ applicant_id }) => applicant_id === row.id),
          ...row,
        }));
      },
      set: (rows: Row[]) => {
        for (const place of [table, ...Object.values(lists)])
          database.exec(`delete from ${place.split('.')[0]}`);
        for (const row of rows) write(tables[kind], row);
      },
    });
  }
  return data;
}
