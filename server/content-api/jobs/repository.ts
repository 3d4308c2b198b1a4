import type { ExpressionBuilder } from 'kysely';
import { job } from '#shared/entities/job.ts';
import { inOrderOf } from '#shared/in-order-of.ts';
import {
  type EmploymentType,
  endOf,
  type JobFacets,
  type JobInput,
  type JobStatus,
  type LocationType,
} from '#shared/schemas/job.ts';
import { isoNow, reading, readPage } from '../../database/rows.ts';
import { matchesWords, ownSearchText, spelledLatin, wordsOf } from '../../database/search.ts';
import type { Db, RowId, Tables } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { FieldErrors } from '../calls.ts';
import type { ListedRowOf, RowOf } from '../content/table.ts';
import { jobs } from '../content/tables.ts';

export type JobRow = RowOf<typeof job>;
/** A job in a list, without its description, which may be megabytes. */
export type ListedJobRow = ListedRowOf<typeof job>;

/**
 * Presents jobs with the number of their applicants and how many of them are unread, without spam and deleted
 * applicants.
 */
export async function withCounts<Row extends { id: RowId }, Shown>(
  db: Db,
  rows: readonly Row[],
  present: (row: Row) => Shown,
) {
  const ids = rows.map(({ id }) => id);
  const counts = await db
    .selectFrom('applicant_counts')
    .select(['job_id', 'is_read', 'total'])
    .where('job_id', 'in', ids)
    .where('status', '<>', 'spam')
    .execute();
  return rows.map((row) => {
    const own = counts.filter(({ job_id }) => job_id === row.id);
    const sum = (some: typeof own) => some.reduce((all, { total }) => all + total, 0);
    const unread_count = sum(own.filter(({ is_read }) => !is_read));
    return { ...present(row), applicants_count: sum(own), unread_count };
  });
}

/** Adds a job, by default as a draft. Needs a transaction: the slug depends on existing ones. */
export async function insertJob(tx: Db, input: JobInput, zone: string) {
  const status = input.status ?? 'draft';
  return jobs.insert(tx, {
    ...columnsOf(input, zone),
    slug: await chooseSlug(tx, input.title),
    v_order: input.v_order ?? 0,
    ...posted(status),
  });
}

/**
 * Changes a job. The slug follows the title until the job is posted; after that it stays, since the job's URL may be
 * known.
 */
export async function updateJob(tx: Db, before: JobRow, input: JobInput, zone: string) {
  return jobs.update(tx, before, {
    ...columnsOf(input, zone),
    slug: before.posted_at === null ? await chooseSlug(tx, input.title, before.id) : before.slug,
    v_order: input.v_order ?? before.v_order,
    ...posted(input.status ?? before.status, before),
  });
}

export function updateJobStatus(tx: Db, before: JobRow, status: JobStatus) {
  return jobs.update(tx, before, posted(status, before));
}

/** `posted_at` is the first time that a job was open, and never changes. */
function posted(status: JobStatus, before?: JobRow) {
  return { status, posted_at: before?.posted_at ?? (status === 'open' ? isoNow() : null) };
}

function columnsOf(
  { status: _status, v_order: _order, updated_at: _version, ...input }: JobInput,
  zone: string,
) {
  return {
    ...input,
    ends_at: endOf(input.closes_at, zone),
    search_text: ownSearchText(job.fields, input),
  };
}

/** Brings the ends of jobs that close on a day into the company's time zone, which may have changed. */
export async function renewEnds(db: Db, zone: string) {
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'closes_at', 'ends_at'])
    .where('closes_at', 'is not', null)
    .execute();
  for (const { id, closes_at, ends_at } of jobs) {
    const end = endOf(closes_at, zone);
    // Of two processes, each writes only what it has read.
    if (end !== ends_at)
      await db
        .updateTable('jobs')
        .set({ ends_at: end })
        .where('id', '=', id)
        .where('closes_at', '=', closes_at)
        .execute();
  }
}

/** Returns an unused slug. Slugs of deleted jobs count as used, since the jobs may be restored. */
async function chooseSlug(tx: Db, title: string, own?: RowId) {
  const slug = slugOf(title);
  // "-" comes directly before "." in the alphabet of slugs, so this range is every slug that begins with "slug-".
  const isNumbered = (where: ExpressionBuilder<Tables, 'jobs'>) =>
    where.and([where('slug', '>=', `${slug}-`), where('slug', '<', `${slug}.`)]);
  const similar = await tx
    .selectFrom('jobs')
    .select(['id', 'slug'])
    .where((where) => where.or([where('slug', '=', slug), isNumbered(where)]))
    .execute();
  return freeSlug(
    slug,
    similar.filter(({ id }) => id !== own).map((other) => other.slug),
  );
}

/** Latin letters as addresses spell them. Folding keeps the last three: stored texts are folded without them. */
const spelled: Record<string, string> = { ...spelledLatin, ħ: 'h', ŋ: 'ng', ŧ: 't' };

const longest = 80;

/**
 * Makes the last part of a URL from a title: "Señor Łódź-Entwickler (m/w)" → "senor-lodz-entwickler-m-w", at most 80
 * characters, cut between words. Letters of other scripts stay as they are: "فلم ایڈیٹر" → "فلم-ایڈیٹر". Titles
 * without a letter or digit become "job".
 */
export function slugOf(title: string) {
  const plain = title
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    // Removes accents of Latin letters, and the vowel signs of Arabic and Hebrew, which URLs omit.
    .replace(/(?<=\p{Script=Latin})\p{M}+|[\u064b-\u0652\u0670\u0591-\u05c7]/gu, '')
    .normalize('NFC')
    .replace(/\p{L}/gu, (letter) => spelled[letter] ?? letter)
    .replace(/['’\u200c\u200d]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const signs = [...plain];
  if (signs.length <= longest) return plain || 'job';
  const cut = signs.slice(0, longest + 1).join('');
  return cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : signs.slice(0, longest).join('');
}

/** Returns the slug with the smallest number that is not in `taken`: "designer", "designer-2", "designer-3" … */
function freeSlug(slug: string, taken: readonly string[]) {
  const known = new Set(taken);
  if (!known.has(slug)) return slug;
  let number = 2;
  while (known.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/**
 * Throws 422 if a job is to be open without a description, or after its closing date. That date is checked only when
 * the job opens or the date changes, so that an expired job can be corrected without changing the date.
 */
export function assertCanOpen(
  status: JobStatus,
  job: Pick<JobInput, 'description' | 'closes_at'>,
  zone: string,
  before?: Pick<JobRow, 'status' | 'closes_at'>,
) {
  if (status !== 'open') return;
  const errors = new FieldErrors();
  if (job.description === '') errors.add('description', 'job.descriptionRequired');
  const opens = before?.status !== 'open' || before.closes_at !== job.closes_at;
  const end = endOf(job.closes_at, zone);
  if (opens && end !== null && end <= isoNow()) errors.add('closes_at', 'job.closesInPast');
  errors.throwIfAny();
}

/** The filters of a visitor's job list. */
interface JobFilters {
  search?: string;
  department?: string;
  employment_type?: EmploymentType;
  location_type?: LocationType;
}

const facetNames = ['department', 'employment_type', 'location_type'] as const;
type Facet = (typeof facetNames)[number];

/** The columns of an open job that the filters and the order need. */
type OpenJob = { id: RowId } & Record<Facet, string>;

/** Maximum number of choices that are listed for one filter. No studio has so many. */
const facetValues = 100;

/**
 * Reads one page of the jobs that visitors see, sorted by drag position, then by posting time, newest first. Also
 * returns the choices of each filter: `facets` counts a filter's values among the jobs that match all the other
 * filters.
 */
export async function pageOfOpenJobs(db: Db, page: number, filters: JobFilters, now: string = isoNow()) {
  return reading(db, async (tx) => {
    const { ids, facets } = matchingOf(await findOpenJobs(tx, filters.search, now), filters);
    const read = await readPage(
      tx,
      page,
      async () => ids.length,
      async (on, limit, offset) => {
        const some = ids.slice(offset, offset + limit);
        return some.length === 0 ? [] : inOrderOf(some, await jobs.listed(on, some), ({ id }) => id);
      },
    );
    return { ...read, facets };
  });
}

/**
 * Finds the open jobs by the rule of `visibilityOf`: the status is open, and the closing date has not
 * passed. Without search words the query reads only an index.
 */
function findOpenJobs(tx: Db, search: string | undefined, now: string) {
  return tx
    .selectFrom('jobs')
    .select(['id', ...facetNames])
    .where('deleted_at', 'is', null)
    .where('status', '=', 'open')
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .$if(search !== undefined, (query) => query.where(matchesWords(tx, 'jobs', wordsOf(search ?? ''))))
    .orderBy('v_order')
    .orderBy('posted_at', (posted) => posted.desc().nullsLast())
    .orderBy('id', 'desc')
    .execute();
}

function matchingOf(open: readonly OpenJob[], { search: _search, ...filters }: JobFilters) {
  const matches = (job: OpenJob, except?: Facet) =>
    facetNames.every((name) => name === except || filters[name] === undefined || job[name] === filters[name]);
  const countValues = (facet: Facet) => {
    // An empty value is not a choice: a job from another product may have no department.
    const among = open.filter((job) => job[facet] !== '' && matches(job, facet));
    return Object.entries(Object.groupBy(among, (job) => job[facet]))
      .map(([value, jobs = []]) => ({ value, count: jobs.length }))
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
      .slice(0, facetValues);
  };
  return {
    ids: open.filter((job) => matches(job)).map((job) => job.id),
    facets: Object.fromEntries(facetNames.map((name) => [name, countValues(name)])) as JobFacets,
  };
}

/**
 * Returns what visitors see of a job: all of it (`open`), only that it existed (`over`), or nothing (`hidden`). Deleted
 * jobs and drafts are hidden, and so is a job that was never open, even if it is closed or filled by now.
 */
function visibilityOf(job: JobRow, now: string = isoNow()) {
  if (job.deleted_at !== null || job.status === 'draft' || job.posted_at === null) return 'hidden';
  return job.status === 'open' && (job.ends_at === null || job.ends_at > now) ? 'open' : 'over';
}

/**
 * Returns the job of this id while it accepts applications. Rejects with AppError: 404 job.notFound for a job that
 * visitors never see; 410 job.closed, with the title, for a job that is closed, filled or past its date.
 */
export async function findOpenJob(db: Db, id: RowId, now: string = isoNow()) {
  const job = await jobs.find(db, id);
  const visibility = job ? visibilityOf(job, now) : 'hidden';
  assertThat(job && visibility !== 'hidden', 'job.notFound', 404);
  if (visibility === 'over') throw new AppError('job.closed', 410, { data: { title: job.title } });
  return job;
}
