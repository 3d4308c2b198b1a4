import { type Expression, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import { type Entity, type Fields, isSingleFile, namesWhere } from '#shared/entities/entity.ts';
import type { ContentEntity } from '#shared/entities/index.ts';
import { limits } from '#shared/limits.ts';
import { richTextSummary } from '#shared/rich-text.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import type { FoundResource } from '#shared/schemas/find.ts';
import type { PictureDetail } from '#shared/schemas/picture-details.ts';
import { isoAfter, isoNow, pageOf, publicIdAt, reading, shownId } from '../../database/rows.ts';
import { foldNewTexts, hasWords, matchesWords, wordsOf } from '../../database/search.ts';
import type { Db, RowId, Tables } from '../../database/types.ts';

/** A picture of a list. */
export type ListedPicture = Selectable<Tables['project_images']>;

interface AnyRow {
  id: RowId;
  public_id: string | null;
  updated_at: string;
}

/** A row with its lists of pictures, each under the name of its field. */
export type RowOf<Noun extends ContentEntity> = AnyRow &
  Selectable<Tables[Noun['table']]> & {
    [Name in keyof Noun['fields'] as Noun['fields'][Name] extends { kind: 'pictures' }
      ? Name
      : never]: ListedPicture[];
  };

/** A row as lists read it: without its long texts, which may be megabytes. */
export type ListedRowOf<Noun extends ContentEntity> = AnyRow & Omit<RowOf<Noun>, 'description' | 'extra'>;

/** Values of columns. */
export type ValuesOf<Noun extends ContentEntity> = Updateable<Tables[Noun['table']]>;

/** New pictures of each list, by the name of the field. */
type Added = Readonly<Record<string, readonly string[]>>;
export type Conditions = readonly Expression<SqlBool>[];

/** Columns that are made of others, which lists read; undefined stays unchanged. */
type Made = Readonly<
  Record<string, (values: { title?: string; description?: string }) => string | undefined>
>;

/** The beginning of a long text that is searched, which is what lists read of it. */
const summary: Made = {
  summary: ({ description }) => (description === undefined ? undefined : richTextSummary(description)),
};

/** True for texts that lists do not read. */
function isLong({ kind, not }: Entity['fields'][string]) {
  return kind === 'rich' || (kind === 'text' && not?.includes('lists') === true);
}

/** The queries of an entity, by its descriptor. Kysely cannot type a query on "one of these tables". */
export class ContentTable<const Noun extends ContentEntity> {
  readonly noun: Noun;
  readonly #table: 'blogs';
  readonly #order;
  /** The columns that lists read. */
  readonly #listed: 'id'[];
  readonly #files: 'blog_image'[];
  /** The lists of pictures: the name of the field, and the table with the pictures. */
  readonly #lists: { field: string; table: 'project_images' }[];
  /** The column of those tables with the id of the row. */
  readonly #owner: 'project_id';
  /** The text ids of the records that a row refers to. */
  readonly #references;

  readonly #made: Made;

  /** `order` is the order of lists, in SQL. */
  constructor(noun: Noun, order: string, made: Made = {}) {
    const { table, resource, fields } = noun;
    this.noun = noun;
    this.#table = table as 'blogs';
    this.#order = sql.raw(order);
    this.#made = { ...((noun as Entity).fields.description?.searched && summary), ...made };
    this.#listed = [
      'id',
      'public_id',
      'deleted_at',
      ...Object.keys(this.#made),
      ...namesWhere(fields, (field) => field.column !== false && !isLong(field)),
    ] as 'id'[];
    this.#files = namesWhere(fields, isSingleFile) as 'blog_image'[];
    this.#lists = Object.entries(fields).flatMap(([field, { kind, parts }]) =>
      kind === 'pictures' && parts ? [{ field, table: parts.table as 'project_images' }] : [],
    );
    this.#owner = `${resource}_id` as 'project_id';
    this.#references = Object.entries(fields).flatMap(([field, { refersTo }]) =>
      refersTo
        ? [publicIdAt(refersTo as 'categories', `${table}.${field}`).as(`${field.slice(0, -3)}_public_id`)]
        : [],
    );
  }

  #living(db: Db, conditions: Conditions = []) {
    const living = db.selectFrom(this.#table).where('deleted_at', 'is', null);
    return conditions.reduce<typeof living>((query, condition) => query.where(condition), living);
  }

  #byId(db: Db, id: RowId) {
    return this.#living(db).where('id', '=', id);
  }

  /** Adds to each row its lists of pictures, in their order and without those in the trash. */
  async #whole<Row>(db: Db, rows: { id: RowId }[]) {
    const ids = rows.map(({ id }) => id);
    for (const { field, table } of ids.length > 0 ? this.#lists : []) {
      const pictures = await db
        .selectFrom(table)
        .selectAll()
        .select(`${this.#owner} as project_id` as 'project_id')
        .where(this.#owner, 'in', ids)
        .where('deleted_at', 'is', null)
        .orderBy(this.#owner)
        .orderBy('position')
        .orderBy('id')
        .execute();
      for (const row of rows)
        Object.assign(row, { [field]: pictures.filter(({ project_id }) => project_id === row.id) });
    }
    return rows as Row[];
  }

  /** Returns the conditions of a search. */
  async matching(db: Db, search = ''): Promise<Conditions> {
    const words = wordsOf(search);
    const { resource, table, mark } = this.noun;
    if (words.length === 0) return [];
    if (mark === undefined) return [matchesWords(db, table as 'jobs', words)];
    await foldNewTexts(db);
    return [hasWords(db, resource as FoundResource, sql.ref(`${table}.id`), words)];
  }

  /** Reads one page of the rows that are not deleted and for which the conditions hold, without their long texts. */
  page(
    db: Db,
    page: number,
    conditions: Conditions = [],
    perPage?: number,
  ): Promise<Page<ListedRowOf<Noun>>> {
    return reading(db, async (tx) => {
      const rows = (on: Db) =>
        this.#living(on, conditions).select(this.#listed).select(this.#references).orderBy(this.#order);
      const found = await pageOf(tx, page, rows, perPage);
      return { ...found, data: await this.#whole<ListedRowOf<Noun>>(tx, found.data) };
    });
  }

  /** Finds a row that is not deleted. */
  async find(db: Db, id: RowId) {
    const rows = this.#byId(db, id).selectAll().select(this.#references);
    return (await this.#whole<RowOf<Noun>>(db, await rows.execute()))[0];
  }

  /** Finds a row that is not deleted, without its long texts. */
  async findListed(db: Db, id: RowId) {
    const rows = await this.#byId(db, id).select(this.#listed).execute();
    return (await this.#whole<ListedRowOf<Noun>>(db, rows))[0];
  }

  /** Returns the rows of these ids as lists read them, deleted ones included, in no order. */
  async listed(db: Db, ids: readonly RowId[]): Promise<ListedRowOf<Noun>[]> {
    const rows = db.selectFrom(this.#table).select(this.#listed).select(this.#references);
    return this.#whole(db, await rows.where('id', 'in', ids).execute());
  }

  async exists(db: Db, id: RowId) {
    return (await this.#byId(db, id).select('id').executeTakeFirst()) !== undefined;
  }

  /** Adds a row with its pictures. */
  async insert(tx: Db, values: ValuesOf<Noun>, added: Added = {}) {
    const now = isoNow();
    const row = await tx
      .insertInto(this.#table)
      .values({ created_at: now, ...values, ...this.made(values), updated_at: now } as never)
      .returningAll()
      .returning(this.#references)
      .executeTakeFirstOrThrow();
    return this.#written(tx, row, added);
  }

  /** Changes a row, and appends pictures. Columns without a value stay. */
  async update(tx: Db, before: { id: RowId; updated_at: string }, values: ValuesOf<Noun>, added: Added = {}) {
    const row = await tx
      .updateTable(this.#table)
      .set({ ...values, ...this.made(values), updated_at: isoAfter(before.updated_at) } as never)
      .where('id', '=', before.id)
      .returningAll()
      .returning(this.#references)
      .executeTakeFirstOrThrow();
    return this.#written(tx, row, added);
  }

  /** Returns the columns that are made of others. */
  made(values: object) {
    return Object.fromEntries(Object.entries(this.#made).map(([column, make]) => [column, make(values)]));
  }

  async #written(tx: Db, row: { id: RowId }, added: Added) {
    for (const { field, table } of this.#lists) {
      const images = added[field] ?? [];
      if (images.length === 0) continue;
      const last = await tx
        .selectFrom(table)
        .select((select) => select.fn.max('position').as('position'))
        .where(this.#owner, '=', row.id)
        .executeTakeFirst();
      const from = Number(last?.position ?? -1) + 1;
      const now = isoNow();
      const pictures = images.map((image, index) => ({
        [this.#owner]: row.id,
        image,
        position: from + index,
        updated_at: now,
      }));
      await tx
        .insertInto(table)
        .values(pictures as never)
        .execute();
    }
    return (await this.#whole<RowOf<Noun>>(tx, [row]))[0] as RowOf<Noun>;
  }

  /** Returns the files of these rows and of their pictures, deleted ones included. */
  async filesOf(db: Db, ids: readonly RowId[]) {
    const rows = await db
      .selectFrom(this.#table)
      .select(['id', ...this.#files])
      .where('id', 'in', ids)
      .execute();
    const found = rows.flatMap((row) => this.#files.map((column) => row[column] ?? null));
    for (const { table } of this.#lists) {
      const pictures = await db.selectFrom(table).select('image').where(this.#owner, 'in', ids).execute();
      found.push(...pictures.map(({ image }) => image));
    }
    return found;
  }
}

type Columns = Readonly<Record<string, unknown>>;

/**
 * Returns the columns of a row that an answer contains, by the descriptor of its entity. In a list, columns that the
 * query has not read and fields that the descriptor excludes from lists (`not`) are left out. An extension field
 * without a value is left out, since few records have one.
 */
export function presentRow<Answer>(
  { fields }: Pick<Entity, 'fields'>,
  row: { id: RowId; public_id: string | null },
  where: 'alone' | 'in a list',
) {
  const columns = row as unknown as Columns;
  const answer: Record<string, unknown> = { id: shownId(row) };
  for (const [name, field] of Object.entries(fields)) {
    const value = answerOf(columns, name, field, where);
    if (value !== undefined) answer[name] = value;
  }
  return answer as Answer;
}

function answerOf(
  columns: Columns,
  name: string,
  { kind, extension, not }: Fields[string],
  where: 'alone' | 'in a list',
) {
  const value = columns[name];
  if (kind === 'pictures')
    return (value as ListedPicture[]).map((row) => ({ id: shownId(row), image: row.image }));
  if (kind === 'rich') return where === 'alone' ? value : summaryOf(columns);
  if (['id', 'parts', 'derived'].includes(kind)) return undefined;
  if (kind === 'reference') return columns[`${name.slice(0, -'_id'.length)}_public_id`] ?? value;
  const isLeftOut = (where === 'in a list' && not?.includes('lists')) || (extension && !value);
  return isLeftOut ? undefined : value;
}

/** Returns the description of a row in lists: its excerpt, else the beginning of the text. Safe HTML. */
function summaryOf({ excerpt, summary }: Columns) {
  if (!excerpt) return summary;
  const text = String(excerpt).slice(0, limits.summary).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return richTextSummary(`<p>${text}</p>`);
}

type Shown = { picture_details?: PictureDetail[] };

/** Returns the addresses of the pictures in an answer. */
function imagesIn({ fields }: Entity, item: object): unknown[] {
  const values: Readonly<Record<string, unknown>> = { ...item };
  return namesWhere(fields, ({ kind }) => kind === 'picture' || kind === 'pictures').flatMap((name) => {
    const value = values[name];
    return Array.isArray(value) ? value.map(({ image }) => image) : (value ?? []);
  });
}

/**
 * Adds the details of pictures to answers about records of an entity (docs/product.md §23). Pictures without details
 * add nothing. One query serves a whole list.
 */
export async function withDetails<Item extends Shown>(db: Db, noun: Entity, items: readonly Item[]) {
  const details = await detailsOf(
    db,
    items.flatMap((item) => imagesIn(noun, item)),
  );
  return items.map((item) => {
    const images = new Set(imagesIn(noun, item));
    const picture_details = details.filter(({ image }) => images.has(image));
    return picture_details.length > 0 ? { ...item, picture_details } : item;
  });
}

async function detailsOf(db: Db, images: readonly unknown[]): Promise<PictureDetail[]> {
  const files = [...new Set(images.filter((image): image is string => typeof image === 'string'))];
  if (files.length === 0) return [];
  const rows = await db
    .selectFrom('pictures')
    .select(['file', 'alt', 'focus_x', 'focus_y'])
    .where('file', 'in', files)
    .where((where) =>
      where.or([where('alt', '<>', ''), where('focus_x', '<>', 50), where('focus_y', '<>', 50)]),
    )
    .execute();
  return rows.map(({ file, ...said }) => ({ image: file, ...said }));
}
