import { createHash, randomBytes } from 'node:crypto';
import type { Id } from '#shared/id.ts';
import { readableBytes } from '#shared/limits.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import {
  type PreviewInput,
  type PreviewResource,
  previewDays,
  previewLimits,
} from '#shared/schemas/preview.ts';
import type { Project } from '#shared/schemas/project.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import type { Admin } from '../auth/repository.ts';
import type { EngineAnswer, EngineCall, Handlers } from '../calls.ts';
import type { Chore } from '../chore.ts';
import { placeOfAddress } from '../media/addresses.ts';
import { withDetailsOf } from '../pictures/details.ts';
import type { WithRowIds } from '../row-ids.ts';
import {
  deleteOlderOwn,
  deletePreview,
  eraseExpired,
  findPreview,
  insertPreview,
  listLinks,
  storedDraftBytes,
  updatePreview,
} from '../row-records/previews-repository.ts';
import { entityOf, storedOf } from './drafts.ts';

const dayMs = 24 * 60 * 60 * 1000;
const minuteMs = 60_000;
/** Number of random bytes in the secret of a link; 128 bits cannot be guessed. */
const secretBytes = 16;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Previews: drafts behind links (docs/product.md §18). `now` returns milliseconds since 1970. */
export function previewHandlers(db: Db, site: LiveSite, now: () => number = Date.now): Handlers {
  const iso = (ms = now()) => new Date(ms).toISOString();

  async function list(admin: Admin | undefined, resource: PreviewResource, id: RowId | undefined) {
    assertThat(admin, 'session.required', 401);
    const of = { resource, row_id: id ?? null, admin_id: admin.id };
    return { data: await listLinks(db, of, iso(), previewLimits.links) };
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
    const of = { resource, row_id, admin_id: admin.id };
    const draft = await entityOf(db, resource, row_id, input.draft, iso(at), site().time_zone);
    const entity = JSON.stringify(await withPictureIds(db, draft));
    const bytes = Buffer.byteLength(entity);
    const secret = randomBytes(secretBytes).toString('base64url');
    const link = await db.transaction().execute(async (tx) => {
      await eraseExpired(tx, iso(at));
      if (own === 1) await deleteOlderOwn(tx, admin.id, previewLimits.own - 1);
      const limit = previewLimits.bytes;
      if ((await storedDraftBytes(tx, link_id)) + bytes > limit)
        throw new AppError('preview.noRoom', 422, { values: { limit: readableBytes(limit) } });
      if (link_id !== null) {
        const updated = await updatePreview(tx, link_id, of, { entity, bytes, now: iso(at) });
        assertThat(updated, 'preview.notFound', 404);
        return updated;
      }
      if (own === 0 && (await listLinks(tx, of, iso(at), previewLimits.links)).length >= previewLimits.links)
        throw new AppError('preview.tooMany', 422, { values: { limit: previewLimits.links } });
      const lastsMs = own === 1 ? previewLimits.ownMinutes * minuteMs : days * dayMs;
      return insertPreview(tx, {
        ...of,
        secret_hash: hashOf(secret),
        who: nameOf(admin),
        own,
        bytes,
        created_at: iso(at),
        expires_at: iso(at + lastsMs),
        entity,
      });
    });
    const isNew = link_id === null;
    return {
      data: { ...link, ...(isNew && { secret }) },
      message: isNew ? 'preview.made' : 'preview.updated',
    };
  }

  async function revoke(
    { id, admin }: Pick<EngineCall, 'id' | 'admin'>,
    resources: readonly PreviewResource[],
  ): Promise<EngineAnswer> {
    assertThat(admin, 'session.required', 401);
    assertThat(await deletePreview(db, id, admin.id, resources), 'preview.notFound', 404);
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
    revokeContentPreview: (call) => revoke(call, ['blog', 'project']),
    revokeJobPreview: (call) => revoke(call, ['job']),
    async openPreview(call) {
      const { secret } = await call.body();
      const found = await findPreview(db, hashOf(secret), iso());
      assertThat(found, 'preview.notFound', 404);
      const { resource, row_id, entity, own, updated_at, expires_at } = found;
      // If the record was deleted, the answer is the same 404 as for an unknown secret, so that it does not reveal
      // the deletion.
      const isThere = row_id === null || (await storedOf(db, resource, row_id).catch(isNotFound));
      assertThat(isThere, 'preview.notFound', 404);
      const shown = await withPictures(db, JSON.parse(entity));
      return { data: { resource, entity: shown, own, updated_at, expires_at } };
    },
  };
}

function isNotFound(error: unknown): undefined {
  if (error instanceof AppError && error.status === 404) return undefined;
  throw error;
}

/** Erases drafts whose links have expired. */
export function previewChore(db: Db): Chore {
  return {
    name: 'previews: erase expired',
    run: async (now) => ({ previews: await eraseExpired(db, now.toISOString()) }),
  };
}

/** The parts of a draft that show pictures. */
type Shown = { id: Id } & Partial<Pick<Blog, 'blog_image' | 'picture_details'> & Pick<Project, 'images'>>;

/**
 * A draft as it is stored. `picture_ids` contains the library ids of its pictures; the keys are the addresses that
 * the pictures had when the draft was stored.
 */
type Kept = Shown & { picture_ids?: Record<string, RowId> };

/**
 * Returns the draft with the library ids of its pictures, for storing. If a picture is replaced everywhere
 * (docs/product.md §23), its address changes, but its id stays.
 */
async function withPictureIds(db: Db, draft: Shown): Promise<Kept> {
  const files = filesOf(draft);
  if (files.length === 0) return draft;
  const rows = await db.selectFrom('pictures').select(['id', 'file']).where('file', 'in', files).execute();
  return { ...draft, picture_ids: Object.fromEntries(rows.map(({ id, file }) => [file, id])) };
}

/** Returns a stored draft for visitors: with the present addresses and details of its pictures. */
async function withPictures(db: Db, { picture_ids = {}, ...draft }: Kept): Promise<Shown> {
  const files = await filesById(db, Object.values(picture_ids));
  const now = (image: string) => files.get(picture_ids[image] ?? 0) ?? image;
  const { blog_image, images } = draft;
  const shown = {
    ...draft,
    ...(blog_image && { blog_image: now(blog_image) }),
    ...(images && { images: images.map((each) => ({ ...each, image: now(each.image) })) }),
  };
  return withDetailsOf(db, shown, filesOf(shown));
}

async function filesById(db: Db, ids: RowId[]): Promise<Map<RowId, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('pictures').select(['id', 'file']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, file }) => [id, file]));
}

/**
 * Returns the stored files of a draft. Chosen files that were not saved yet are inline data of megabytes, and are
 * left out.
 */
function filesOf({ blog_image, images = [] }: Shown): string[] {
  const all = [blog_image, ...images.map(({ image }) => image)];
  return all.filter((image) => typeof image === 'string').filter((image) => placeOfAddress(image));
}
