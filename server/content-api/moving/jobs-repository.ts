import { endOf, jobInputSchema } from '#shared/schemas/job.ts';
import type { ArchiveRecords } from '../../archive/records.ts';
import { shownId } from '../../database/public-ids.ts';
import { searchTextOf } from '../../database/search.ts';
import { chooseSlug } from '../jobs/repository.ts';
import { brokenRule } from './form-rules.ts';
import { commonOf, extraOf, type MovedRows, momentsOf } from './rows-repository.ts';

/** What slug.ts makes of titles. */
const slugForm = /^(?=.{1,100}$)[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u;

/** What other products often do not ask of a job. */
const mayLack = ['department', 'city', 'country', 'salary_currency', 'salary_unit'] as const;

export const movedJobs: MovedRows<'jobs'> = {
  table: 'jobs',
  batch: 1,
  async read(db, ids) {
    const rows = await db
      .selectFrom('jobs')
      .selectAll()
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(
      ({ deleted_at: _deleted, ends_at: _ends, search_text: _found, public_id, extra, ...row }) => ({
        ...row,
        id: shownId({ id: row.id, public_id }),
        show_salary: row.show_salary === 1 ? 1 : 0,
        ...extraOf({ extra }),
      }),
    );
  },
  async problem(db, record, id) {
    const broken = brokenRule(jobInputSchema, record, mayLack);
    if (broken) return broken;
    if (record.status === 'open' && !record.posted_at && !record.created_at)
      return 'posted_at: an open job needs one';
    const { slug } = record;
    if (slug === undefined) return undefined;
    if (!slugForm.test(slug)) return 'slug: is no end of an address of ours';
    const other = await db
      .selectFrom('jobs')
      .select(['id', 'public_id'])
      .where('slug', '=', slug)
      .where('id', '<>', id)
      .executeTakeFirst();
    return other && `slug: job ${shownId(other)} has it already`;
  },
  async write(tx, record, { id, isThere, place: _ }) {
    const moments = await momentsOf(tx, 'jobs', record, { id, isThere });
    const values = { ...columnsOf(record), ...moments };
    if (isThere) await tx.updateTable('jobs').set(values).where('id', '=', id).execute();
    else
      await tx
        .insertInto('jobs')
        .values({
          ...values,
          id,
          slug: values.slug ?? (await chooseSlug(tx, record.title)),
          posted_at: values.posted_at ?? (record.status === 'open' ? moments.created_at : null),
          department: values.department ?? '',
          show_salary: values.show_salary ?? 0,
          openings: values.openings ?? 1,
          v_order: values.v_order ?? 0,
        })
        .execute();
    return [];
  },
};

function columnsOf(record: ArchiveRecords['jobs']) {
  const { id: _, text_media: _media, extra: _extra, ...columns } = record;
  return {
    ...columns,
    ...commonOf(record),
    closes_at: record.closes_at,
    ends_at: record.closes_at === undefined ? undefined : endOf(record.closes_at),
    search_text: searchTextOf(
      record.title,
      record.department ?? null,
      record.city ?? null,
      record.region ?? null,
      record.country ?? null,
    ),
  };
}
