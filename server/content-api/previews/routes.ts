import { hash, randomBytes } from 'node:crypto';
import type { Entity } from '#shared/entities/entity.ts';
import { isFile, isPreviewed, namesWhere } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';
import type { Blog } from '#shared/entities/post.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Id } from '#shared/id.ts';
import { endOf, type Job } from '#shared/schemas/job.ts';
import {
  type PreviewInput,
  type PreviewResource,
  previewDays,
  previewedContent,
  previewLimits,
  readDraft,
} from '#shared/schemas/preview.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import type { Db, RowId } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { type Admin, nameOf } from '../auth/accounts.ts';
import type { EngineAnswer, EngineCall, Handlers, WithRowIds } from '../calls.ts';
import { type Chore, dayMs } from '../chore.ts';
import { presentRow, withDetails } from '../content/table.ts';
import { tables } from '../content/tables.ts';
import { withoutHiddenSalary } from '../jobs/routes.ts';

const minuteMs = 60_000;
/** Number of random bytes in the secret of a link; 128 bits cannot be guessed. */
const secretBytes = 16;

/** The columns of a link that are shown: all but its draft, which may be megabytes. */
const listed = ['id', 'who', 'created_at', 'updated_at', 'expires_at'] as const;

const hashOf = (secret: string) => hash('sha256', secret, 'hex');

/** Previews: drafts behind links (docs/product.md §18). `now` returns milliseconds since 1970. */
export function previewHandlers(db: Db, site: LiveSite, now: () => number = Date.now): Handlers {
  const iso = (ms = now()) => new Date(ms).toISOString();

  async function list(admin: Admin | undefined, resource: PreviewResource, id: RowId | null = null) {
    assertThat(admin, 'session.required', 401);
    return { data: await linksTo(db, { admin, resource, id }, iso()) };
  }

  async function save(
    admin: Admin | undefined,
    resource: PreviewResource,
    input: WithRowIds<'saveJobPreview', Omit<PreviewInput, 'resource'>>,
  ): Promise<EngineAnswer> {
    assertThat(admin, 'session.required', 401);
    const { row_id, link_id, days = previewDays[1] } = input;
    const own = input.own === 1 && link_id === null ? 1 : 0;
    const at = now();
    const draft = readDraft(entities[resource].fields, input.draft);
    const secret = randomBytes(secretBytes).toString('base64url');
    const link = await db.transaction().execute(async (tx) => {
      await eraseExpired(tx, iso(at));
      // More than the texts, because the release before, which may run beside this one, shows what is stored as it is.
      const shown = await shownDraft(tx, { resource, row_id, draft }, iso(at), site().time_zone);
      assertThat(shown, `${resource}.notFound`, 404);
      const entity = JSON.stringify(shown);
      const bytes = Buffer.byteLength(entity);
      const links = await linksTo(tx, { admin, resource, id: row_id }, iso(at));
      const drafted = { entity, bytes, updated_at: iso(at) };
      if (link_id !== null) {
        const isThere = links.some(({ id }) => id === link_id);
        assertThat(isThere, 'preview.notFound', 404);
        const changed = tx.updateTable('previews').set(drafted).where('id', '=', link_id);
        return changed.returning(listed).executeTakeFirstOrThrow();
      }
      if (own === 0 && links.length >= previewLimits.links)
        throw new AppError('preview.tooMany', 422, { values: { limit: previewLimits.links } });
      const lastsMs = own === 1 ? previewLimits.ownMinutes * minuteMs : days * dayMs;
      const link = {
        resource,
        row_id,
        admin_id: admin.id,
        secret_hash: hashOf(secret),
        who: nameOf(admin),
        own,
        created_at: iso(at),
        expires_at: iso(at + lastsMs),
      };
      const made = tx.insertInto('previews').values({ ...link, ...drafted });
      return made.returning(listed).executeTakeFirstOrThrow();
    });
    const isNew = link_id === null;
    return {
      data: { ...link, secret: isNew ? secret : undefined },
      message: isNew ? 'preview.made' : 'preview.updated',
    };
  }

  async function revoke(
    { id, admin }: EngineCall,
    resources: readonly PreviewResource[],
  ): Promise<EngineAnswer> {
    assertThat(admin, 'session.required', 401);
    // An admin's own preview can be revoked only by that admin.
    const revoked = db
      .deleteFrom('previews')
      .where('id', '=', id)
      .where('resource', 'in', resources)
      .where((preview) => preview.or([preview('own', '=', 0), preview('admin_id', '=', admin.id)]));
    assertThat(await revoked.returning('id').executeTakeFirst(), 'preview.notFound', 404);
    return { data: null, message: 'preview.revoked' };
  }

  return {
    contentPreviews: (call) => list(call.admin, call.query.resource, call.query.id),
    jobPreviews: (call) => list(call.admin, 'job', call.query.id),
    async saveContentPreview(call) {
      const { resource, ...input } = await call.body();
      return save(call.admin, resource, input);
    },
    saveJobPreview: async (call) => save(call.admin, 'job', await call.body()),
    revokeContentPreview: (call) => revoke(call, previewedContent),
    revokeJobPreview: (call) => revoke(call, ['job']),
    async openPreview(call) {
      const { secret } = await call.body();
      const found = await db
        .selectFrom('previews')
        .selectAll()
        .where('secret_hash', '=', hashOf(secret))
        .where('expires_at', '>', iso())
        .executeTakeFirst();
      assertThat(found, 'preview.notFound', 404);
      const { resource, row_id, own, updated_at, expires_at } = found;
      const draft = JSON.parse(found.entity);
      const entity = await shownDraft(db, { resource, row_id, draft }, iso(), site().time_zone);
      // The same 404 as for an unknown secret, so that it does not reveal a deletion.
      assertThat(entity, 'preview.notFound', 404);
      return { data: { resource, entity, own, updated_at, expires_at } };
    },
  };
}

/** Lists the valid links to the draft of a record, newest first; without an id, of one that the admin has not saved. */
function linksTo(
  db: Db,
  { admin, resource, id }: { admin: Admin; resource: PreviewResource; id: RowId | null },
  now: string,
) {
  const links = db
    .selectFrom('previews')
    .select(listed)
    .where('resource', '=', resource)
    .where('expires_at', '>', now)
    .where('own', '=', 0)
    .orderBy('id', 'desc');
  return (
    id === null
      ? links.where('row_id', 'is', null).where('admin_id', '=', admin.id)
      : links.where('row_id', '=', id)
  ).execute();
}

/** Erases drafts whose links have expired. */
export function previewChore(db: Db): Chore {
  return {
    name: 'previews: erase expired',
    run: async (now) => ({ previews: await eraseExpired(db, now.toISOString()) }),
  };
}

async function eraseExpired(db: Db, now: string) {
  const erased = db.deleteFrom('previews').where('expires_at', '<=', now);
  return Number((await erased.executeTakeFirst()).numDeletedRows);
}

/** The id of a draft that was never saved. No row has this id, and it can be used in a URL. */
const unsavedId = 999_999_999_999_999;

type Shown = Partial<Omit<Blog & Project & Job, 'id'>> & { id: Id };

/** Returns the stored record as visitors would read it, without its text; undefined if it was deleted. */
async function storedOf(db: Db, resource: PreviewResource, id: RowId) {
  const row = await tables[resource].findListed(db, id);
  return row && presentRow<Shown>(entities[resource], row, 'alone');
}

/**
 * Returns a draft as a visitor would read the published record: its own texts, and the pictures, dates and the like of
 * the stored record. Undefined if the record was deleted. `draft` may have more than texts, which are left out.
 */
async function shownDraft(
  db: Db,
  { resource, row_id, draft }: { resource: PreviewResource; row_id: RowId | null; draft: object },
  now: string,
  zone: string,
): Promise<Shown | undefined> {
  const noun: Entity = entities[resource];
  const stored = row_id === null ? unsaved(resource, now) : await storedOf(db, resource, row_id);
  if (!stored) return undefined;
  const names = namesWhere(noun.fields, isPreviewed);
  const texts = Object.entries(draft).filter(([name]) => names.includes(name));
  const shown: Shown = { ...stored, ...Object.fromEntries(texts) };
  if (resource === 'job') return asOpen(shown, now, zone);
  if ('is_active' in noun.fields) shown.is_active = 1;
  if ('category_id' in noun.fields) shown.category_id ??= unsavedId;
  return (await withDetails(db, noun, [shown]))[0];
}

/** Returns what the page of an empty record needs. */
function unsaved(resource: PreviewResource, now: string): Shown {
  const { fields }: Entity = entities[resource];
  const names = namesWhere(fields, (field) => isFile(field) || field.fallback !== undefined);
  const empty = names.map((name) => [name, fields[name]?.fallback ?? null]);
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
