import { job } from '#shared/entities/job.ts';
import { endOf, jobInputSchema } from '#shared/schemas/job.ts';
import { chooseSlug } from '../../../server/content-api/jobs/repository.ts';
import { shownId } from '../../../server/database/public-ids.ts';
import { ownSearchText } from '../../../server/database/search-texts.ts';
import { brokenRule } from './form-rules.ts';
import { movedRows } from './moved-rows.ts';

/** Form of the slugs that slug.ts makes. A row with any other slug is refused. */
const slugForm = /^(?=.{1,100}$)[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u;

/** Fields of a job that other products often do not require, and that may be empty in an import. */
const mayLack = ['department', 'city', 'country', 'salary_currency', 'salary_unit'] as const;

export const movedJobs = movedRows('jobs', {
  batch: 1,
  async problem(db, record, id) {
    const broken = brokenRule(jobInputSchema, record, mayLack);
    if (broken) return broken;
    if (record.status === 'open' && !record.posted_at && !record.created_at)
      return 'posted_at: an open job needs one';
    const { slug } = record;
    if (slug === undefined) return undefined;
    if (!slugForm.test(slug)) return 'slug: is not a valid slug';
    const other = await db
      .selectFrom('jobs')
      .select(['id', 'public_id'])
      .where('slug', '=', slug)
      .where('id', '<>', id)
      .executeTakeFirst();
    return other && `slug: job ${shownId(other)} already has it`;
  },
  // The next start brings the ends into the company's time zone.
  made: (record) => ({
    ends_at: record.closes_at === undefined ? undefined : endOf(record.closes_at, 'UTC'),
    search_text: ownSearchText(job.fields, record),
  }),
  chosen: {
    slug: (tx, { title }) => chooseSlug(tx, title),
    posted_at: (_tx, { status }, { created_at }) => (status === 'open' ? created_at : null),
  },
});
