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
import { emailKey } from '../../../server/content-api/applicants/apply-routes.ts';
import { ensureFirstAdmin } from '../../../server/content-api/auth/repository.ts';
import { fold } from '../../../server/database/case-folding.ts';
import { migrate } from '../../../server/database/migrate.ts';
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
type Row = Record<string, unknown>;

/** The only admin of the stub, who makes also the changes that tests make. */
export const stubAdmin = { email: 'admin@studio.example', password: 'correct horse battery' };
export const stubAdminName = 'Stub Admin';

/** Each kind's table, and the tables of the lists within its rows, by the column that names the row. */
const tables: Record<keyof StubData, [string, Record<string, [table: string, key: string]>?]> = {
  blogs: ['blogs'],
  categories: ['categories', { tech_img: ['tech_images', 'category_id'] }],
  projects: ['projects', { images: ['project_images', 'project_id'] }],
  jobs: ['jobs'],
  applicants: [
    'applicants',
    {
      submissions: ['applicant_submissions', 'applicant_id'],
      notes: ['applicant_notes', 'applicant_id'],
      events: ['applicant_events', 'applicant_id'],
    },
  ],
  team: ['team_members'],
  messages: ['messages'],
};

/** The columns that the engine derives from a record when it saves it; each table takes those that it has. */
const derivedFrom = (row: Row): Row => {
  const text = (name: string) => String(row[name] ?? '');
  return {
    ...{ summary: richTextSummary(text('description')), title_key: titleKey(text('title')) },
    ...{ ends_at: endOf((row.closes_at ?? null) as string | null, 'Asia/Karachi'), image: row.image ?? '' },
    ...{ sort_name: fold(text('name')), email_key: emailKey(text('email')) },
    search_text: fold(['title', 'city', 'country', 'name', 'email', 'reference'].map(text).join(' ')),
  };
};

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
  await writeFile(join(folder, 'content.sqlite'), await migrated);
  const database = new DatabaseSync(join(folder, 'content.sqlite'), { enableForeignKeyConstraints: false });
  database.exec('pragma journal_mode = memory; pragma synchronous = off');
  return database;
}

/**
 * The records of the engine as plain lists. An assignment may hold also what no call accepts; a list that was read has
 * the columns of the table, and of an applicant those of the first submission too.
 */
export function recordsIn(database: DatabaseSync): StubData {
  const columns = (table: string) =>
    database
      .prepare('select name from pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name));
  const all = (table: string) =>
    database
      .prepare(
        `select * from ${table} ${columns(table).includes('deleted_at') ? 'where deleted_at is null' : ''} order by id`,
      )
      .all() as Row[];

  function insert(table: string, row: Row): Id {
    const names = columns(table).filter((name) => row[name] !== undefined);
    const sql = `insert or replace into ${table} (${names}) values (${names.map(() => '?')})`;
    return Number(
      database.prepare(sql).run(...names.map((name) => row[name] as SQLInputValue)).lastInsertRowid,
    );
  }

  const data = {} as StubData;
  for (const [kind, [table, lists = {}]] of Object.entries(tables))
    Object.defineProperty(data, kind, {
      enumerable: true,
      get() {
        const sent = kind === 'applicants' ? all('applicant_submissions') : [];
        return all(table).map((row) => ({ ...sent.find((each) => each.applicant_id === row.id), ...row }));
      },
      set(rows: Row[]) {
        for (const each of [table, ...Object.values(lists).map(([child]) => child)])
          database.exec(`delete from ${each}`);
        for (const row of rows) {
          const id = insert(table, { ...row, ...derivedFrom(row) });
          insert('last_edits', {
            resource: table,
            row_id: id,
            who: stubAdminName,
            at: String(row.updated_at),
          });
          for (const [name, [child, key]] of Object.entries(lists))
            for (const [position, item] of ((row[name] ?? []) as Row[]).entries())
              insert(child, {
                ...{ cv_file: `private/cv/${'0'.repeat(32)}.pdf`, updated_at: row.updated_at },
                ...{ ...item, position, [key]: id, from_status: item.from, to_status: item.to },
                created_at: item.created_at ?? item.when,
              });
        }
      },
    });
  return data;
}
