import { join } from 'node:path';
import { blogInputSchema } from '#shared/schemas/blog.ts';
import { employmentTypes, jobInputSchema, locationTypes } from '#shared/schemas/job.ts';
import { teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { insertBlog } from '../../server/content-api/blogs/repository.ts';
import { appendLogos, insertCategory } from '../../server/content-api/categories/repository.ts';
import { migrate } from '../../server/content-api/database/migrate.ts';
import { openDatabase } from '../../server/content-api/database/open.ts';
import { searchTextOf } from '../../server/content-api/database/search.ts';
import type { Db } from '../../server/content-api/database/types.ts';
import { insertJob, updateJobStatus } from '../../server/content-api/jobs/repository.ts';
import { insertMessage } from '../../server/content-api/messages/repository.ts';
import { insertProject } from '../../server/content-api/projects/repository.ts';
import { insertTeamMember } from '../../server/content-api/team/repository.ts';

/** How much an engine holds. */
export interface Amounts {
  applicants: number;
  projects: number;
  jobs: number;
  posts: number;
  categories: number;
  messages: number;
  members: number;
}

const paragraph = '<p>One of <em>many</em> paragraphs of a text that somebody wrote.</p>';
const text = paragraph.repeat(60);

/** Fills the database of an engine that does not run yet. */
export async function fillEngine(dataDir: string, amounts: Amounts): Promise<void> {
  const db = openDatabase(join(dataDir, 'content.sqlite'));
  try {
    await migrate(db);
    await db.transaction().execute(async (tx) => {
      await addProjects(tx, amounts);
      await addBlogs(tx, amounts);
      await addTeam(tx, amounts);
      await addMessages(tx, amounts);
      await addApplicants(tx, await addJobs(tx, amounts), amounts);
    });
  } finally {
    await db.destroy();
  }
}

/** Most projects are of the first category, so that one list has many pages. */
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
    await insertBlog(tx, { ...blogInputSchema.parse(post), blog_image: '/storage/f.webp' });
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
    const job = await insertJob(tx, input);
    jobs.push(number % 4 === 0 ? await updateJobStatus(tx, job, 'closed') : job);
  }
  return jobs;
}

/** Many at a time: one by one, as a form stores them, fifty thousand take a minute. */
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
