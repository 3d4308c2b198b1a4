import type { Page } from '#shared/schemas/envelope.ts';
import type { EmploymentType, JobFacets, LocationType } from '#shared/schemas/job.ts';
import { isoNow } from '../clock.ts';
import { countRows, readPage } from '../database/read-page.ts';
import { matchesWords, wordsOf } from '../database/search.ts';
import type { Db } from '../database/types.ts';
import { type ListedJobRow, listedColumns } from './repository.ts';

/** What a visitor may narrow the list down by. */
export interface JobFilters {
  search?: string | undefined;
  department?: string | undefined;
  employment_type?: EmploymentType | undefined;
  location_type?: LocationType | undefined;
}

type Facet = keyof JobFacets & string;

/** More than any studio has; a list of choices must not grow without end. */
const facetValues = 100;

/**
 * One page of the jobs that visitors see, in drag order, then the last posted first, with the choices that each filter
 * still has: `facets` counts a filter's values among the jobs that match all the other filters.
 */
export async function pageOfOpenJobs(
  db: Db,
  page: number,
  filters: JobFilters,
  now: string = isoNow(),
): Promise<Page<ListedJobRow> & { facets: JobFacets }> {
  return db.transaction().execute(async (tx) => {
    const found = await readPage(
      tx,
      page,
      (on) => countRows(openJobs(on, filters, now).select((select) => select.fn.countAll().as('total'))),
      (on, limit, offset) =>
        openJobs(on, filters, now)
          .select(listedColumns)
          .orderBy('v_order')
          .orderBy('posted_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
    );
    const facets: JobFacets = {
      department: await countValues(tx, 'department', filters, now),
      employment_type: await countValues(tx, 'employment_type', filters, now),
      location_type: await countValues(tx, 'location_type', filters, now),
    };
    return { ...found, facets };
  });
}

async function countValues(db: Db, facet: Facet, filters: JobFilters, now: string) {
  const rows = await openJobs(db, { ...filters, [facet]: undefined }, now)
    .select((select) => [select.ref(facet).as('value'), select.fn.countAll().as('count')])
    .groupBy(facet)
    .orderBy('count', 'desc')
    .orderBy('value')
    .limit(facetValues)
    .execute();
  return rows.map(({ value, count }) => ({ value, count: Number(count) }));
}

/** The same rule as `visibilityOf`, for lists: open, and not past its end. */
function openJobs(db: Db, filters: JobFilters, now: string) {
  const { search, department, employment_type: employment, location_type: location } = filters;
  return db
    .selectFrom('jobs')
    .where('deleted_at', 'is', null)
    .where('status', '=', 'open')
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .$if(search !== undefined, (query) => query.where(matchesWords('jobs', wordsOf(search ?? ''))))
    .$if(department !== undefined, (query) => query.where('department', '=', department ?? ''))
    .$if(employment !== undefined, (query) =>
      query.where('employment_type', '=', employment as EmploymentType),
    )
    .$if(location !== undefined, (query) => query.where('location_type', '=', location as LocationType));
}
