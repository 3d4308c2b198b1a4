import { inOrderOf } from '#shared/in-order-of.ts';
import type { EmploymentType, JobFacets, LocationType } from '#shared/schemas/job.ts';
import { isoNow } from '../../database/clock.ts';
import { readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import { matchesWords, wordsOf } from '../../database/search.ts';
import type { Db } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { jobs } from '../content/tables.ts';
import type { JobRow } from './repository.ts';

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
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
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
 * Returns what visitors see of a job: all of it (`open`), only that it existed (`over`), or nothing (`hidden`). Deleted jobs and drafts are hidden, and so is a job that was never open, even if
 * it is closed or filled by now.
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
