import type { Kysely } from 'kysely';
import { pictureInputSchema, pictureReplacementSchema, type StoredPicture } from '#shared/schemas/picture.ts';
import { versionedResources } from '#shared/schemas/versions.ts';
import { isoAfter } from '../../database/clock.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { displayName } from '../../forms/file-types.ts';
import { type Admin, nameOf } from '../auth/repository.ts';
import type { EngineCall, Handlers } from '../calls.ts';
import { changeRow } from '../content/handlers.ts';
import { saveVersion } from '../content/versions.ts';
import { assertNotNewer, noteEdit } from '../edits/repository.ts';
import type { ReceivedFile } from '../media/form.ts';
import { pictureColumns } from '../media/repository.ts';
import type { MediaStore } from '../media/store.ts';
import { FieldErrors, formFields } from '../validation/field-errors.ts';
import {
  findPicture,
  forgetPicture,
  type PictureRow,
  pageOfPictures,
  pictureAt,
  releasePicture,
  updatePicture,
  usersOf,
  usesOf,
} from './repository.ts';

/**
 * Replaces a file wherever it is used, the trash included; each record that uses it gets a new version, made by
 * `admin`. Call it in the transaction of the change.
 */
async function replaceEverywhere(tx: Db, before: string, after: string, admin: Admin | undefined) {
  const users = await usersOf(tx, before);
  const keeps: (() => Promise<RowId | undefined>)[] = [];
  for (const { noun, id } of users) {
    const resource = versionedResources.find((each) => each === noun.resource);
    if (!resource) continue;
    const keep = await saveVersion(tx, resource, id);
    keeps.push(() => keep(admin));
  }
  for (const { table, column } of pictureColumns) {
    // Kysely cannot type an update of "one of these columns".
    const anyTable = tx as unknown as Kysely<Record<string, Record<string, string>>>;
    await anyTable
      .updateTable(table)
      .set({ [column]: after })
      .where(column, '=', before)
      .execute();
  }
  const who = nameOf(admin);
  for (const {
    noun: { table },
    id,
    updated_at,
  } of users) {
    const version = { id, updated_at: isoAfter(updated_at) };
    await tx.updateTable(table).set({ updated_at: version.updated_at }).where('id', '=', id).execute();
    await noteEdit(tx, table, version, who);
  }
  for (const keep of keeps) await keep();
}

const noun = { resource: 'picture', table: 'pictures' } as const;

/** Handles the calls about the library of pictures (docs/product.md §23). */
export function pictureHandlers(db: Db, media: MediaStore): Handlers {
  return {
    async getPictures(call) {
      const found = await pageOfPictures(db, call.page, call.query);
      return { data: { ...found, data: found.data.map(presentPicture) } };
    },
    async getSinglePicture(call) {
      return { data: presentPicture(await there(db, call.id)) };
    },
    async getPictureUses(call) {
      return { data: await usesOf(db, (await there(db, call.id)).file) };
    },
    async addPicture(call) {
      const { input, image } = await pictureForm(call, pictureInputSchema);
      const who = nameOf(call.admin);
      const added = await media.change(
        [image],
        async ({ tx, addressOf }) => {
          const before = await pictureAt(tx, addressOf(image));
          const alt = input.alt ?? before.alt;
          const after = await updatePicture(tx, before, { kept: 1, alt }, who);
          await noteEdit(tx, 'pictures', after, who);
          return after;
        },
        { who },
      );
      return { data: presentPicture(added), message: 'picture.added' };
    },
    async updatePicture(call) {
      const { updated_at: version, name, alt, ...focus } = await call.body();
      const changed = await db.transaction().execute(async (tx) => {
        const before = await there(tx, call.id);
        const changes = {
          ...focus,
          name: name === undefined ? undefined : displayName(name, before.type),
          alt: alt === null ? '' : alt,
        };
        return changeRow(tx, noun, before, { version, by: call.admin }, () =>
          updatePicture(tx, before, changes, nameOf(call.admin)),
        );
      });
      return { data: presentPicture(changed), message: 'picture.updated' };
    },
    async replacePicture(call) {
      const { input, image } = await pictureForm(call, pictureReplacementSchema);
      const who = nameOf(call.admin);
      const replaced = await media.change(
        [image],
        async ({ tx, addressOf, drop }) => {
          const before = await there(tx, call.id);
          await assertNotNewer(tx, 'pictures', input.updated_at, before);
          const arrived = await pictureAt(tx, addressOf(image));
          // If the new file is identical to the present one, nothing changes, and no change is reported.
          if (arrived.hash === before.hash) {
            drop(arrived.file);
            return before;
          }
          await replaceEverywhere(tx, before.file, arrived.file, call.admin);
          const { file, hash, name, width, height, bytes, type, uses } = await pictureAt(tx, arrived.file);
          await forgetPicture(tx, arrived.id);
          const place = { file, hash, name, width, height, bytes, type, uses };
          const after = await updatePicture(tx, before, place, who);
          await noteEdit(tx, 'pictures', after, who);
          drop(before.file);
          return after;
        },
        // `anew`: the new file is stored separately, even if another picture has the same bytes, so that this picture
        // retains its own details.
        { who, anew: true },
      );
      return { data: presentPicture(replaced), message: 'picture.replaced' };
    },
    async deletePicture(call) {
      await media.change([], async ({ tx, drop }) => {
        const { id, file, uses } = await there(tx, call.id);
        if (uses > 0) throw new AppError('picture.inUse', 409, { values: { uses }, data: { uses } });
        await releasePicture(tx, id);
        drop(file);
      });
      return { data: null, message: 'picture.deleted' };
    },
  };
}

async function there(db: Db, id: RowId): Promise<PictureRow> {
  const picture = await findPicture(db, id);
  assertThat(picture, 'picture.notFound', 404);
  return picture;
}

/** Returns the texts and the file of a form. Reports the errors in the texts and in the file together. */
async function pictureForm<Schema extends Parameters<typeof formFields>[0]>(
  call: EngineCall,
  schema: Schema,
) {
  const form = await call.form();
  const errors = new FieldErrors();
  const input = formFields(schema, form, errors) as ReturnType<Schema['parse']> | undefined;
  const [image] = form.files('image') as [ReceivedFile?];
  if (!image) errors.add('image', 'picture.imageRequired');
  errors.throwIfAny();
  assertThat(input && image, 'fields.invalid', 422);
  return { input, image };
}

function presentPicture({ file, hash: _hash, ...row }: PictureRow): StoredPicture {
  return { ...row, image: file };
}
