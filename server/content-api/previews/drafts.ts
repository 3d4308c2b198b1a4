import type { Id } from '#shared/id.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { endOf, type Job } from '#shared/schemas/job.ts';
import { type Draft, draftSchemas, type PreviewResource } from '#shared/schemas/preview.ts';
import type { Project } from '#shared/schemas/project.ts';
import { shownId } from '../../database/public-ids.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { posts, projects } from '../content/tables.ts';
import { findJob } from '../jobs/repository.ts';
import { parseFields } from '../validation/field-errors.ts';

/** The id of a draft that was never saved. No row has this id, and it can be used in a URL. */
const unsavedId: RowId = 999_999_999_999_999;

/** Data that a preview takes from the stored record, since the draft does not contain it. */
type Stored = { id: RowId; public_id: string | null; created_at?: string; posted_at?: string | null };

/**
 * Returns a draft as a visitor would read the published record: stored data, such as the date, and the contents of
 * the draft. Rejects with 422 for a field that cannot be shown, and 404 when the row does not exist.
 */
export async function entityOf(
  db: Db,
  resource: PreviewResource,
  rowId: RowId | null,
  draft: unknown,
  now: string,
  zone: string,
): Promise<{ id: Id }> {
  const stored = rowId === null ? undefined : await storedOf(db, resource, rowId);
  const id = stored ? shownId(stored) : unsavedId;
  if (resource === 'blog') return blogOf(parseFields(draftSchemas.blog, draft), id, stored, now);
  if (resource === 'project') return projectOf(parseFields(draftSchemas.project, draft), id, stored, now);
  return jobOf(parseFields(draftSchemas.job, draft), id, stored, now, zone);
}

/** Returns the stored record. Rejects with 404 if the record was deleted, so that a link to it shows nothing. */
export async function storedOf(db: Db, resource: PreviewResource, id: RowId): Promise<Stored> {
  const found = await (resource === 'job'
    ? findJob(db, id)
    : (resource === 'blog' ? posts : projects).findListed(db, id));
  assertThat(found, `${resource}.notFound`, 404);
  return found;
}

function blogOf(draft: Draft<'blog'>, id: Id, stored: Stored | undefined, now: string): Blog {
  return { id, ...draft, is_active: 1, created_at: stored?.created_at ?? now, updated_at: now };
}

function projectOf(draft: Draft<'project'>, id: Id, stored: Stored | undefined, now: string): Project {
  const { images, category_id, project_url, ...texts } = draft;
  return {
    id,
    ...texts,
    images: images.map((image, at) => ({ id: at + 1, image })),
    project_url: project_url || null,
    category_id: category_id ?? unsavedId,
    v_order: 0,
    created_at: stored?.created_at ?? now,
    updated_at: now,
  };
}

/** Returns the draft of a job as an open job, since a preview shows what the draft will become. */
function jobOf(draft: Draft<'job'>, id: Id, stored: Stored | undefined, now: string, zone: string): Job {
  const { show_salary, closes_at, ...rest } = draft;
  const end = closes_at === '' ? null : endOf(closes_at, zone);
  const isShown = show_salary === 1;
  return {
    id,
    ...rest,
    slug: '',
    employment_type: draft.employment_type ?? 'FULL_TIME',
    location_type: draft.location_type ?? 'onsite',
    salary_min: isShown ? draft.salary_min : null,
    salary_max: isShown ? draft.salary_max : null,
    salary_currency: isShown && draft.salary_currency !== '' ? draft.salary_currency : null,
    salary_unit: isShown ? draft.salary_unit : null,
    show_salary,
    status: 'open',
    v_order: 0,
    posted_at: stored?.posted_at ?? now,
    // A past date is left out, since the preview would show a job that accepts no applications. The date has to be
    // changed anyway before the job opens.
    closes_at: end !== null && end > now ? closes_at : null,
    created_at: stored?.created_at ?? now,
    updated_at: now,
  };
}
