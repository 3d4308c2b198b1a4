import { type Fields, isFile, isPreviewed, namesWhere } from '#shared/entities/entity.ts';
import type { Id } from '#shared/id.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { endOf, type Job } from '#shared/schemas/job.ts';
import { type PreviewResource, previewed } from '#shared/schemas/preview.ts';
import type { Project } from '#shared/schemas/project.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { presentRow } from '../content/present.ts';
import { tables } from '../content/tables.ts';
import { withoutHiddenSalary } from '../jobs/present.ts';
import { withDetailsOf } from '../pictures/details.ts';

/** The id of a draft that was never saved. No row has this id, and it can be used in a URL. */
const unsavedId = 999_999_999_999_999;

type Shown = Partial<Omit<Blog & Project & Job, 'id'>> & { id: Id };

/** Returns the stored record as visitors would read it, without its text; undefined if it was deleted. */
async function storedOf(db: Db, resource: PreviewResource, id: RowId): Promise<Shown | undefined> {
  const row = await tables[resource].findListed(db, id);
  return row && presentRow<Shown>(previewed[resource], row, 'alone');
}

/**
 * Returns a draft as a visitor would read the published record: its own texts, and the pictures, dates and the like of
 * the stored record. Undefined if the record was deleted. `draft` may have more than texts, which are left out.
 */
export async function shownDraft(
  db: Db,
  { resource, row_id, draft }: { resource: PreviewResource; row_id: RowId | null; draft: object },
  now: string,
  zone: string,
): Promise<Shown | undefined> {
  const stored = row_id === null ? unsaved(resource, now) : await storedOf(db, resource, row_id);
  if (!stored) return undefined;
  const names = namesWhere(previewed[resource].fields, isPreviewed);
  const texts = Object.entries(draft).filter(([name]) => names.includes(name));
  const shown: Shown = { ...stored, ...Object.fromEntries(texts) };
  if (resource === 'job') return asOpen(shown, now, zone);
  const { blog_image, images = [], category_id } = shown;
  const entity = {
    ...shown,
    ...(resource === 'blog' ? { is_active: 1 } : { category_id: category_id ?? unsavedId }),
  };
  return withDetailsOf(db, entity, [blog_image, ...images.map(({ image }) => image)]);
}

/** Returns what the page of an empty record needs. */
function unsaved(resource: PreviewResource, now: string): Shown {
  const { fields } = previewed[resource];
  const names = namesWhere(fields, (field) => isFile(field) || field.fallback !== undefined);
  const empty = names.map((name) => [name, (fields as Fields)[name]?.fallback ?? null]);
  return { ...Object.fromEntries(empty), id: unsavedId, created_at: now, updated_at: now };
}

/** Returns the draft of a job as an open job, since a preview shows what the draft will become. */
function asOpen(
  { employment_type, location_type, posted_at, closes_at, ...shown }: Shown,
  now: string,
  zone: string,
) {
  const end = endOf(closes_at ?? null, zone);
  return withoutHiddenSalary({
    ...shown,
    employment_type: employment_type ?? 'FULL_TIME',
    location_type: location_type ?? 'onsite',
    status: 'open',
    posted_at: posted_at ?? now,
    // A past date is left out, since the preview would show a job that accepts no applications. The date has to be
    // changed anyway before the job opens.
    closes_at: end !== null && end > now ? closes_at : null,
  } as Job);
}
