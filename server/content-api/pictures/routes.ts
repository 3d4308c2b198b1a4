import { type Kysely, sql, type Updateable } from 'kysely';
import { codeWord } from '#shared/entities/entity.ts';
import type { ContentEntity } from '#shared/entities/index.ts';
import { limits } from '#shared/limits.ts';
import {
  type PictureUse,
  pictureInputSchema,
  pictureReplacementSchema,
  type StoredPicture,
} from '#shared/schemas/picture.ts';
import { versionedResources } from '#shared/schemas/versions.ts';
import {
  assertNotNewer,
  isoAfter,
  noteEdit,
  pageOf,
  publicIdAt,
  shownId,
  updateRow,
} from '../../database/rows.ts';
import { foldNewTexts, hasWords, wordsOf } from '../../database/search.ts';
import type { Db, RowId, Tables } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { displayName } from '../../forms/file-types.ts';
import { type Admin, nameOf } from '../auth/accounts.ts';
import { type EngineCall, FieldErrors, formFields, type Handlers, type ReceivedFile } from '../calls.ts';
import { changeRow } from '../content/handlers.ts';
import { saveVersion } from '../content/versions.ts';
import { type MediaStore, pictureColumns, usedAddresses, uses } from '../media/store.ts';

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
          const { file, hash, name, width, height, bytes, type } = arrived;
          // Its file belongs to the other row from now on.
          await tx.deleteFrom('pictures').where('id', '=', arrived.id).execute();
          const place = { file, hash, name, width, height, bytes, type };
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
        // So that `drop` deletes it.
        await tx.updateTable('pictures').set({ kept: 0 }).where('id', '=', id).execute();
        drop(file);
      });
      return { data: null, message: 'picture.deleted' };
    },
  };
}

async function there(db: Db, id: RowId) {
  const picture = await pictures(db).where('id', '=', id).executeTakeFirst();
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

type PictureRow = Awaited<ReturnType<typeof there>>;

/** Selects pictures, each with the number of its uses. */
function pictures(db: Db) {
  return db.selectFrom('pictures').selectAll().select(uses.as('uses'));
}

/** Returns the picture whose file has this address. Throws when there is none. */
function pictureAt(db: Db, file: string) {
  return pictures(db).where('file', '=', file).executeTakeFirstOrThrow();
}

/** Changes a picture; `who` is the author of the new version. */
async function updatePicture(
  tx: Db,
  before: Pick<PictureRow, 'id' | 'updated_at'>,
  changes: Updateable<Tables['pictures']>,
  who: string,
) {
  await updateRow(tx, 'pictures', before, { ...changes, who });
  return there(tx, before.id);
}

interface PictureSearch {
  search?: string;
  use?: 'all' | 'used' | 'unused';
  per_page?: number;
}

/** Reads one page of pictures, newest first. */
async function pageOfPictures(db: Db, page: number, { search, use = 'all', per_page }: PictureSearch) {
  const words = wordsOf(search ?? '');
  if (words.length > 0) await foldNewTexts(db);
  const matching = (tx: Db) =>
    pictures(tx)
      .$if(words.length > 0, (query) => query.where(hasWords(tx, 'picture', sql.ref('pictures.id'), words)))
      .$if(use !== 'all', (query) => query.where('file', use === 'used' ? 'in' : 'not in', usedAddresses))
      .orderBy('id', 'desc');
  return pageOf(db, page, matching, per_page);
}

/** A table row that uses a picture. */
interface Place {
  id: RowId;
  public_id: string | null;
  title: string;
  updated_at: string;
  is_deleted: 0 | 1;
  category_id?: RowId;
  category_public_id?: string | null;
}

/** Reads the rows that use a picture in one column, of an entity or of its pictures with rows of their own. */
async function placesIn(
  db: Db,
  { table, column, noun }: (typeof pictureColumns)[number],
  file: string,
  limit: number,
) {
  const [own, used] = [sql.table(noun.table), sql.table(table)];
  const isPart = table !== noun.table;
  const owner = sql.ref(`${table}.${noun.resource}_id`);
  const category = 'category_id' in noun.fields;
  const { rows } = await sql<Place>`
    select ${own}.id, ${own}.public_id, ${own}.${sql.ref(noun.title)} as title, ${own}.updated_at,
      case when coalesce(${used}.deleted_at, ${own}.deleted_at) is null then 0 else 1 end as is_deleted
      ${category ? sql`, category_id, ${publicIdAt('categories', 'projects.category_id')} as category_public_id` : sql``}
    from ${used} ${isPart ? sql`join ${own} on ${own}.id = ${owner}` : sql``}
    where ${used}.${sql.ref(column)} = ${file} order by ${used}.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns where a picture is used, the trash included; at most `limits.pictureUses` places of each kind. */
async function usesOf(db: Db, file: string) {
  const found: PictureUse[] = [];
  for (const place of pictureColumns) {
    const { resource } = place.noun;
    const kind = codeWord(resource);
    const { field } = place;
    for (const row of await placesIn(db, place, file, limits.pictureUses)) {
      const { title, is_deleted, category_id, category_public_id } = row;
      const of = category_id === undefined ? {} : { category_id: category_public_id ?? category_id };
      found.push({ kind, field, id: shownId(row), title, ...of, is_deleted });
    }
  }
  return found;
}

/** Returns all records that use a picture, each once, with its present version. */
async function usersOf(tx: Db, file: string) {
  const users = new Map<string, { noun: ContentEntity; id: RowId; updated_at: string }>();
  for (const place of pictureColumns)
    for (const { id, updated_at } of await placesIn(tx, place, file, Number.MAX_SAFE_INTEGER))
      users.set(`${place.noun.table} ${id}`, { noun: place.noun, id, updated_at });
  return [...users.values()];
}
