import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { blogInputSchema } from '#shared/schemas/blog.ts';
import { employmentTypes, jobInputSchema, locationTypes } from '#shared/schemas/job.ts';
import { teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { insertLines, type NewLine } from '../../server/bff/activity/store.ts';
import { insertBlog, updateBlog } from '../../server/content-api/blogs/repository.ts';
import { appendLogos, insertCategory } from '../../server/content-api/categories/repository.ts';
import { insertJob, updateJobStatus } from '../../server/content-api/jobs/repository.ts';
import { insertMessage } from '../../server/content-api/messages/repository.ts';
import { insertProject } from '../../server/content-api/projects/repository.ts';
import { saveFirstVersion, saveVersion } from '../../server/content-api/row-records/save-version.ts';
import { insertTeamMember } from '../../server/content-api/team/repository.ts';
import { openSiteFile } from '../../server/database/databases.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openPostgres } from '../../server/database/postgres/open.ts';
import { searchTextOf } from '../../server/database/search.ts';
import { prepareActivityFile } from '../../server/database/site/activity-table.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import type { Db } from '../../server/database/types.ts';

/** Numbers of records in an engine. */
export interface Amounts {
  applicants: number;
  projects: number;
  jobs: number;
  posts: number;
  categories: number;
  messages: number;
  members: number;
  /** Number of these applicants that are in the trash. */
  deleted: number;
}

const paragraph = '<p>One of <em>many</em> paragraphs of a text that somebody wrote.</p>';
const text = paragraph.repeat(60);

/** Fills the database of an engine that is not running yet. */
export async function fillEngine(dataDir: string, amounts: Amounts): Promise<void> {
  const db = openSqlite(join(dataDir, 'content.sqlite'));
  try {
    await migrate(db);
    await fill(db, amounts);
  } finally {
    await db.destroy();
  }
}

/** Fills an empty PostgreSQL database (`url` as DATABASE_URL), and updates its statistics. */
export async function fillPostgres(url: string, amounts: Amounts): Promise<void> {
  const databases = await openPostgres(url, pino({ level: 'silent' }));
  try {
    const db = await databases.openContent();
    await fill(db, amounts);
    // Ids were set explicitly, so that the sequences must follow.
    for (const table of ['applicants', 'applicant_submissions']) {
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
        db,
      );
    }
    await sql`vacuum analyze`.execute(db);
  } finally {
    await databases.close();
  }
}

function fill(db: Db, amounts: Amounts): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await addProjects(tx, amounts);
    await addBlogs(tx, amounts);
    await addTeam(tx, amounts);
    await addMessages(tx, amounts);
    await addApplicants(tx, await addJobs(tx, amounts), amounts);
    const deleted_at = new Date().toISOString();
    await tx.updateTable('applicants').set({ deleted_at }).where('id', '<=', amounts.deleted).execute();
  });
}

/** Most projects belong to the first category, so that one list has many pages. */
async function addProjects(tx: Db, amounts: Amounts): Promise<void> {
  const ids: number[] = [];
  for (let number = 1; number <= amounts.categories; number += 1) {
    const id = await insertCategory(tx, { title: `Category ${number}`, image: '/storage/a.webp' });
    await appendLogos(tx, id, ['/storage/b.webp', '/storage/c.webp']);
    ids.push(id);
  }
  for (let number = 1; number <= amounts.projects; number += 1) {
    const category = number % 5 === 0 ? ids[number % ids.length] : ids[0];
    const values = {
      title: `Project ${number}`,
      description: text,
      v_order: number,
      project_url: null,
      video: null,
    };
    await insertProject(tx, { ...values, category_id: category ?? 0 }, [
      '/storage/d.webp',
      '/storage/e.webp',
    ]);
  }
}

async function addBlogs(tx: Db, amounts: Amounts): Promise<void> {
  for (let number = 1; number <= amounts.posts; number += 1) {
    const is_active = number % 10 === 0 ? 0 : 1;
    const post = { blog_title: `Post ${number}`, description: text, is_active };
    const values = { ...blogInputSchema.parse(post), blog_image: '/storage/f.webp' };
    const added = await insertBlog(tx, values);
    await saveFirstVersion(tx, 'blog', added.id, undefined);
    const keep = await saveVersion(tx, 'blog', added.id);
    await updateBlog(tx, added, { ...values, blog_title: `Post ${number}, once more` });
    await keep(undefined);
  }
}

async function addTeam(tx: Db, amounts: Amounts): Promise<void> {
  for (let number = 1; number <= amounts.members; number += 1) {
    const member = {
      name: `Member ${number}`,
      designation: 'Designer',
      bio: 'A life in pictures. '.repeat(20),
    };
    await insertTeamMember(tx, teamMemberInputSchema.parse(member), '/storage/g.webp');
  }
}

async function addMessages(tx: Db, amounts: Amounts): Promise<void> {
  for (let number = 1; number <= amounts.messages; number += 1) {
    const created_at = new Date(Date.now() - number * 60_000).toISOString();
    await insertMessage(tx, {
      type: 'contact',
      name: `Sender ${number}`,
      email: `sender-${number}@mail.example`,
      phone: null,
      subject: 'A question',
      message: 'We would like to work with you. '.repeat(20),
      app_name: null,
      account_identifier: null,
      status: number % 3 === 0 ? 'replied' : 'new',
      due_at: null,
      handled_at: null,
      deleted_at: null,
      created_at,
      updated_at: created_at,
    });
  }
}

async function addJobs(tx: Db, amounts: Amounts): Promise<{ id: number; title: string }[]> {
  const jobs: { id: number; title: string }[] = [];
  for (let number = 1; number <= amounts.jobs; number += 1) {
    const input = jobInputSchema.parse({
      title: `Designer ${number}`,
      department: `Department ${number % 8}`,
      employment_type: employmentTypes[number % employmentTypes.length],
      location_type: locationTypes[number % locationTypes.length],
      city: 'Peshawar',
      country: 'Pakistan',
      description: text,
      status: 'open',
    });
    const job = await insertJob(tx, input, 'UTC');
    jobs.push(number % 4 === 0 ? await updateJobStatus(tx, job, 'closed') : job);
  }
  return jobs;
}

/** Inserts in batches: one by one, as a form stores them, fifty thousand take a minute. */
async function addApplicants(
  tx: Db,
  jobs: readonly { id: number; title: string }[],
  amounts: Amounts,
): Promise<void> {
  const at = new Date().toISOString();
  const numbers = Array.from({ length: amounts.applicants }, (_, index) => index + 1);
  for (let from = 0; from < numbers.length; from += 250) {
    const some = numbers.slice(from, from + 250);
    const known = some.map((id) => {
      const sent = { reference: `B${id}`, name: `Applicant ${id}`, email: `applicant-${id}@mail.example` };
      return { id, sent, job: jobs[id % jobs.length] };
    });
    const applicants = known.map(({ id, sent, job }) => ({
      ...sent,
      id,
      job_id: job?.id ?? null,
      job_title: job?.title ?? null,
      sort_name: searchTextOf(sent.name),
      email_key: sent.email,
      search_text: searchTextOf(sent.name, sent.email, phone, phone.replace(/\D/g, ''), sent.reference),
      status: id % 50 === 0 ? ('spam' as const) : ('new' as const),
      rating: 0,
      is_read: 0,
      submissions_count: 1,
      last_submitted_at: at,
      retain_until: '2100-01-01',
      created_at: at,
      updated_at: at,
    }));
    const submissions = known.map(({ id, sent }) => ({
      ...sent,
      applicant_id: id,
      number: 1,
      phone,
      city: 'Peshawar',
      cover_letter: 'I would like to work with you. '.repeat(30),
      cv_file: `/private/cv/${id}`,
      cv_name: 'cv.pdf',
      cv_mime: 'application/pdf',
      cv_size: 100_000,
      consent_at: at,
      created_at: at,
    }));
    await tx.insertInto('applicants').values(applicants).execute();
    await tx.insertInto('applicant_submissions').values(submissions).execute();
  }
}

const phone = '+92 91 1234567';

/** Fills the activity log of a data folder with a line every five minutes until now. */
export async function fillLog(dataDir: string, lines: number): Promise<void> {
  const db = openSiteFile(join(dataDir, 'bff.sqlite'));
  try {
    await prepareActivityFile(db);
    const now = Date.now();
    const lineOf = (number: number): NewLine => ({
      key: `line-${number}`,
      at: now - number * 300_000,
      actor: {
        user: { id: number % 10, name: `Person ${number % 10}`, email: `p${number % 10}@mail.example` },
      },
      ...(number % 1_000 === 0
        ? { action: 'addCategory', resource: 'category' }
        : number % 3 === 0
          ? { action: 'updateMessageStatus', resource: 'message' }
          : { action: 'editBlog', resource: 'blog' }),
      resourceId: number % 500,
      fields: ['blog_title', 'description'],
      address: '192.0.2.7',
      request: `request-${number}`,
      outcome: 'done',
    });
    const numbers = Array.from({ length: lines }, (_, index) => index + 1);
    for (let from = 0; from < lines; from += 1_000)
      await insertLines(db, numbers.slice(from, from + 1_000).map(lineOf));
  } finally {
    await db.destroy();
  }
}
