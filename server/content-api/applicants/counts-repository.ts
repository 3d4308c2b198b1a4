import { type RawBuilder, sql } from 'kysely';
import type { ApplicantCounts, ApplicantStatus } from '#shared/schemas/applicant.ts';
import { dialectOf } from '../../database/dialect.ts';
import { idRanges } from '../../database/id-ranges.ts';
import { createQueryCache } from '../../database/query-cache.ts';
import type { RowId } from '../../database/row-id.ts';
import { containsWords, type IdRange, isIndexed, matchesWords, wordsOf } from '../../database/search.ts';
import type { Db } from '../../database/types.ts';

export interface ApplicantFilters {
  /** `none`: applicants without a job. */
  job_id?: RowId | 'none';
  /** By default all except spam. */
  status?: ApplicantStatus;
  search?: string;
  is_read?: '0' | '1';
}

/** The numbers of the applicants that match the filters of a list. */
interface Counted {
  /**
   * The numbers by status. The filter by status does not apply to them, so that an admin sees for every status how
   * many applicants it would show.
   */
  counts: ApplicantCounts;
  unread: number;
  total: number;
  /**
   * The ids of the search results, in no particular order; undefined if there is no search, or if one `Group` has
   * more results than `few`.
   */
  ids?: RowId[];
  /** True if the search matches all applicants. */
  isEverybody?: boolean;
}

/** The search results that have the same status, and are all read or all unread. */
interface Group {
  status: ApplicantStatus;
  is_read: number;
  total: number;
  ids: RowId[];
}

/** The `job_id` of the `applicant_counts` rows for all applicants, and for those without a job (migrations/triggers.ts). */
const everybody = -1;
const withoutJob = 0;
/**
 * If the filters other than the search leave at most this many applicants, a search on SQLite reads their texts in
 * one query instead of using the index. Also the maximum number of ids that are collected for a `Group`.
 */
const few = 2_000;

/** Cached results of searches. */
const found = createQueryCache<Group[]>();

/**
 * Counts the applicants that match the filters. A search is split into several queries, and must not run in a
 * transaction.
 */
export async function countApplicants(db: Db, filters: ApplicantFilters): Promise<Counted> {
  const { status, search } = filters;
  const groups =
    search === undefined ? await countedGroups(db, filters) : await foundGroups(db, filters, wordsOf(search));
  const counts: ApplicantCounts = {};
  for (const group of groups) counts[group.status] = (counts[group.status] ?? 0) + group.total;
  const shown = groups.filter((group) => (status ? group.status === status : group.status !== 'spam'));
  const total = sumOf(shown);
  const unread = sumOf(shown.filter((group) => !group.is_read));
  const ids = shown.flatMap((group) => group.ids);
  if (search === undefined) return { counts, unread, total };
  if (ids.length === total) return { counts, unread, total, ids };
  const isEverybody = sumOf(groups) === sumOf(await countedGroups(db, filters));
  return { counts, unread, total, isEverybody };
}

/** Selects the applicants that are not deleted, in every status, by all filters except the search. */
export function inAllStatuses(db: Db, { job_id: jobId, is_read: isRead }: ApplicantFilters) {
  let query = db.selectFrom('applicants').where('deleted_at', 'is', null);
  if (jobId === 'none') query = query.where('job_id', 'is', null);
  else if (jobId !== undefined) query = query.where('job_id', '=', jobId);
  if (isRead !== undefined) query = query.where('is_read', '=', Number(isRead));
  return query;
}

async function countedGroups(db: Db, { job_id: jobId, is_read: isRead }: ApplicantFilters): Promise<Group[]> {
  const rows = await db
    .selectFrom('applicant_counts')
    .select(['status', 'is_read', 'total'])
    .where('job_id', '=', jobId === 'none' ? withoutJob : (jobId ?? everybody))
    .$if(isRead !== undefined, (query) => query.where('is_read', '=', Number(isRead)))
    .orderBy('status')
    .execute();
  return rows.map((row) => ({ ...row, ids: [] }));
}

function foundGroups(db: Db, filters: ApplicantFilters, words: readonly string[]): Promise<Group[]> {
  // `db` is passed as the second argument too, since the search runs outside of a transaction. The cache then does
  // not store the result if a write may have changed rows while the search read them.
  return found(db, db, [filters.job_id, filters.is_read, words], () => lookFor(db, filters, words));
}

async function lookFor(db: Db, filters: ApplicantFilters, words: readonly string[]): Promise<Group[]> {
  const candidates = sumOf(await countedGroups(db, filters));
  // SQLite runs in this process and blocks it during a query, so a long search is split into id ranges; other calls
  // run between them.
  if (candidates <= few || dialectOf(db) === 'postgres') return findGroups(db, filters, words);
  const groups = new Map<string, Group>();
  for await (const range of idRanges(db, 'applicants')) {
    for (const part of await findGroups(db, filters, words, range)) {
      const key = `${part.status} ${part.is_read}`;
      const group = groups.get(key) ?? { ...part, total: 0, ids: [] };
      group.total += part.total;
      // For a group of more than `few` applicants no ids are collected.
      group.ids = group.total > few ? [] : [...group.ids, ...part.ids];
      groups.set(key, group);
    }
  }
  return [...groups.values()].sort((one, other) => (one.status < other.status ? -1 : 1));
}

async function findGroups(
  db: Db,
  filters: ApplicantFilters,
  words: readonly string[],
  range?: IdRange,
): Promise<Group[]> {
  const byIndex = isIndexed(words) && (range !== undefined || dialectOf(db) === 'postgres');
  const matches = byIndex
    ? matchesWords(db, 'applicants', words, range)
    : containsWords(db, 'applicants', words);
  const rows = await inAllStatuses(db, filters)
    .select((select) => [
      'status' as const,
      'is_read' as const,
      select.fn.countAll().as('total'),
      joinedIds(db).as('ids'),
    ])
    .where(matches)
    .$if(range !== undefined, (query) =>
      query.where('id', '>=', range?.from ?? 0).where('id', '<=', range?.to ?? 0),
    )
    .groupBy(['status', 'is_read'])
    .execute();
  return rows.map(({ status, is_read, total, ids }) => ({
    status,
    is_read,
    total: Number(total),
    ids: Number(total) > few || ids === null ? [] : ids.split(',').map(Number),
  }));
}

/** Returns SQL for the ids of a group. With more than `few` ids the value is not used. */
function joinedIds(db: Db): RawBuilder<string | null> {
  return dialectOf(db) === 'sqlite'
    ? sql`group_concat(id)`
    : sql`case when count(*) <= ${sql.lit(few)} then string_agg(id::text, ',') end`;
}

function sumOf(groups: readonly { total: number }[]): number {
  return groups.reduce((sum, { total }) => sum + total, 0);
}
