import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { type CallName, type ContractRow, contract, rows as contractRows } from '#shared/contract/index.ts';
import { codeWord, inputShape, isFile, removalsOf } from '#shared/entities/entity.ts';
import type { Field } from '#shared/entities/field.ts';
import {
  type ContentEntity,
  type ContentName,
  contentNames,
  type EntityName,
  type entities,
  namesWith,
} from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { fieldsOf, optionalBinary, version } from '#shared/schemas/fields.ts';
import { versionedResources } from '#shared/schemas/versions.ts';
import {
  assertNotNewer,
  noteEdit,
  reorderRows,
  rowIdOf,
  softDeleteRow,
  type TrashTable,
} from '../../database/rows.ts';
import type { Db, RowId, Tables } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { type Admin, nameOf } from '../auth/accounts.ts';
import {
  type EngineAnswer,
  type EngineCall,
  FieldErrors,
  type Form,
  formFields,
  type Handlers,
} from '../calls.ts';
import type { Change, MediaStore } from '../media/store.ts';
import { noteStatusByHand } from './schedules.ts';
import {
  type Conditions,
  type ContentTable,
  type ListedRowOf,
  presentRow,
  type ValuesOf,
  withDetails,
} from './table.ts';
import { pictureLists, tables } from './tables.ts';
import { type Maker, saveFirstVersion, saveVersion } from './versions.ts';

type Columns = Readonly<Record<string, unknown>>;
type Texts<Noun extends ContentEntity> = z.infer<ReturnType<typeof inputOf<Noun>>>;

/** The rule of an entity's form, for a new record and for a change. */
export function inputOf<Noun extends ContentEntity>({ fields }: Noun) {
  const removals: object = Object.fromEntries(removalsOf(fields).map((name) => [name, optionalBinary()]));
  return fieldsOf({ ...inputShape<Noun['fields']>(fields), updated_at: version(), ...removals });
}

/** The rules of one entity beyond the usual calls. */
export interface Special<Noun extends ContentEntity> {
  /** Returns conditions of a list. */
  conditions?(call: EngineCall): Promise<Conditions> | Conditions;
  /** Returns rows as answers have them. */
  present?(db: Db, rows: readonly ListedRowOf<Noun>[], where: 'alone' | 'in a list'): Promise<object[]>;
  /** False if a new record may do without this file now. */
  needs?(field: string): boolean;
  /** A field that names the record to change; by default it is that of the path. */
  idField?: { name: string; rule: z.ZodType };
  /** Checks what the schema cannot, before the change. */
  check?(form: Form, errors: FieldErrors): Promise<void>;
  /** Checks in the transaction, and returns columns that the form does not send as they are stored. */
  columns?(
    tx: Db,
    input: Texts<Noun>,
    errors: FieldErrors,
    before?: ListedRowOf<Noun>,
  ): Promise<ValuesOf<Noun>>;
  /** Checks a deletion in its transaction. */
  removed?(tx: Db, id: RowId): Promise<void>;
}

type Sent = ReturnType<typeof sentIn>;

/** Returns the files that a form has sent, by the fields of the entity. */
function sentIn({ fields }: ContentEntity, form: Form) {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!isFile(field)) return [];
    const { sentAs = name } = field;
    const files = form.files(sentAs);
    const isList = field.kind === 'pictures';
    return [{ name, field, sentAs, isList, files: isList ? files : files.slice(0, 1) }];
  });
}

/**
 * Returns the addresses of the sent files: those of columns, and those of lists. Releases the files that are replaced
 * or, by `remove_` and the name of the field, removed.
 */
function placed(
  sent: Sent,
  { addressOf, drop }: Change,
  { asked, before, errors }: { asked: Columns; before?: Columns; errors: FieldErrors },
) {
  const columns: Record<string, string | null> = {};
  const lists: Record<string, string[]> = {};
  for (const { name, sentAs, isList, field, files } of sent) {
    const [file] = files;
    if (isList) {
      const limit = field.most ?? 0;
      const known = (before?.[name] ?? []) as readonly unknown[];
      if (known.length + files.length > limit) errors.add(sentAs, 'upload.tooMany', { field: sentAs, limit });
      lists[name] = files.map(addressOf);
    } else if (file || asked[`remove_${name}`]) {
      drop((before?.[name] ?? null) as string | null);
      columns[name] = file ? addressOf(file) : null;
    }
  }
  errors.throwIfAny();
  return { columns, lists };
}

/** Returns those values of a form that are columns. */
export function textsOf<Noun extends ContentEntity>({ fields }: Noun, input: object) {
  const texts = Object.entries(input).filter(([name]) => name in fields && name !== 'updated_at');
  return Object.fromEntries(texts) as ValuesOf<Noun>;
}

const isActive = sql<SqlBool>`is_active = 1`;

/** The usual calls of an entity, by their words in the contract (`does`). */
function contentCalls<Noun extends ContentEntity>(
  db: Db,
  media: MediaStore,
  rows: ContentTable<Noun>,
  special: Special<Noun> = {},
) {
  const { noun } = rows;
  const word = codeWord(noun.resource);
  const isHidden = 'is_active' in noun.fields;
  const input = inputOf(noun);
  const {
    idField,
    present = async (_db, found, where) => found.map((row) => presentRow<object>(noun, row, where)),
  } = special;
  const presentOne = async (on: Db, row: ListedRowOf<Noun>) =>
    (await present(on, [row], 'alone'))[0] as object;

  async function read(form: Form, isNew: boolean) {
    const errors = new FieldErrors();
    const rule = isNew || !idField ? input : input.extend({ [idField.name]: idField.rule });
    const texts = formFields(rule as typeof input, form, errors);
    const sent = sentIn(noun, form);
    for (const { name, sentAs, field, files } of sent)
      if (isNew && field.neededAs && files.length === 0 && special.needs?.(name) !== false)
        errors.add(sentAs, field.neededAs);
    await special.check?.(form, errors);
    errors.throwIfAny();
    assertThat(texts, 'fields.invalid', 422);
    const asked: Columns = texts;
    return { texts: texts as Texts<Noun>, asked, sent, files: sent.flatMap((each) => each.files), errors };
  }

  return {
    /** A list without pages shows at most `limits.listShown`, which is enough for a whole studio. */
    async list(call: EngineCall): Promise<EngineAnswer> {
      const { access, query }: ContractRow = contract[call.row as CallName];
      const { search } = (call.query ?? {}) as { search?: string };
      const conditions = [
        ...(isHidden && access === 'public' ? [isActive] : []),
        ...((await special.conditions?.(call)) ?? []),
        ...(await rows.matching(db, search)),
      ];
      const found = await rows.page(db, call.page, conditions, query ? undefined : limits.listShown);
      const data = await withDetails(db, noun, await present(db, found.data, 'in a list'));
      return { data: { ...found, data, ...(!query && { last_page: 1, total: data.length }) } };
    },

    async one(call: EngineCall): Promise<EngineAnswer> {
      const row = await rows.find(db, call.id);
      if (isHidden && !row) assertThat(!(await isGone(db, noun, call.id)), `${word}.gone`, 410);
      const isShown = call.admin || !isHidden || (row as { is_active?: number } | undefined)?.is_active === 1;
      assertThat(row && isShown, `${word}.notFound`, 404);
      const [data] = await withDetails(db, noun, [await presentOne(db, row)]);
      return { data };
    },

    async add(call: EngineCall): Promise<EngineAnswer> {
      const { texts, asked, sent, files, errors } = await read(await call.form(), true);
      const data = await media.change(
        files,
        async (change) => {
          const { tx } = change;
          const more = await special.columns?.(tx, texts, errors);
          const { columns, lists } = placed(sent, change, { asked, errors });
          const typed = await typedIn(tx, noun, asked);
          const row = await rows.insert(tx, { ...typed, ...columns, ...more }, lists);
          await noteAdded(tx, noun, row, call.admin);
          return presentOne(tx, row);
        },
        { who: nameOf(call.admin) },
      );
      return { data, message: `${word}.added` };
    },

    async change(call: EngineCall): Promise<EngineAnswer> {
      const { texts, asked, sent, files, errors } = await read(await call.form(), false);
      const id = idField ? await rowIdOf(db, noun.table, asked[idField.name] as Id) : call.id;
      const { admin } = call;
      const data = await media.change(
        files,
        async (change) => {
          const { tx } = change;
          const before = await rows.findListed(tx, id);
          assertThat(before, `${word}.notFound`, 404);
          const version = asked.updated_at as string | null;
          const after = await changeRow(tx, noun, before, { version, by: admin }, async () => {
            const more = await special.columns?.(tx, texts, errors, before);
            const known = before as unknown as Columns;
            const { columns, lists } = placed(sent, change, { asked, before: known, errors });
            const typed = await typedIn(tx, noun, asked, known);
            return rows.update(tx, before, { ...typed, ...columns, ...more }, lists);
          });
          // Within the transaction, so that a save is not answered as a failure after it is stored.
          return presentOne(tx, after);
        },
        { who: nameOf(admin) },
      );
      return { data, message: `${word}.updated` };
    },

    remove: deletes(db, noun.table, word, special.removed),

    async order(call: EngineCall): Promise<EngineAnswer> {
      const { ids } = (await call.body()) as unknown as { ids: RowId[] };
      await reorderRows(db, noun.table as 'projects', ids);
      return { data: null, message: 'order.saved' };
    },
  };
}

/** True for a deleted record that visitors could read. */
async function isGone(db: Db, { table }: ContentEntity, id: RowId) {
  const deleted = db
    .selectFrom(table as 'blogs')
    .select('id')
    .where('id', '=', id)
    .where(isActive);
  return (await deleted.where('deleted_at', 'is not', null).executeTakeFirst()) !== undefined;
}

/**
 * Returns the columns of the values of a form. Those that it may leave out stay; a new record without them has their
 * fallback, and is the last one.
 */
async function typedIn<Noun extends ContentEntity>(tx: Db, noun: Noun, texts: Columns, before?: Columns) {
  const values: Record<string, unknown> = textsOf(noun, texts);
  for (const [name, { input, stored, moved, fallback }] of Object.entries<Field>(noun.fields))
    if (input && stored === 'fallback')
      values[name] ??= before?.[name] ?? (moved ? await placeAfterAll(tx, noun.table) : fallback);
  return values as ValuesOf<Noun>;
}

async function placeAfterAll(tx: Db, table: ContentEntity['table']) {
  const last = await tx
    .selectFrom(table as 'team_members')
    .select('v_order')
    .where('deleted_at', 'is', null)
    .orderBy('v_order', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Math.min((last?.v_order ?? 0) + 1, limits.order);
}

/** Answers the calls of which the contract says what they do, each for its entity. */
export function contentHandlers(
  db: Db,
  media: MediaStore,
  specials: { [Name in ContentName]?: Special<(typeof entities)[Name]> },
): Handlers {
  const calls = Object.fromEntries(
    contentNames.map((name) => [
      name,
      contentCalls<ContentEntity>(db, media, tables[name] as never, specials[name] as never),
    ]),
  );
  const handlers = contractRows.flatMap(({ name, does, resource = '' }) => {
    if (does !== 'removePart') return does ? [[name, calls[resource]?.[does]]] : [];
    return [[name, pictureLists.find((list) => list.resource === resource)?.remove(db)]];
  });
  return Object.fromEntries(handlers);
}

/** Answers the call that moves a record to the trash. `word` is the first word of its texts. */
export function deletes(
  db: Db,
  table: TrashTable,
  word: ReturnType<typeof codeWord<EntityName>>,
  removed?: (tx: Db, id: RowId) => Promise<void>,
) {
  return ({ id, admin }: EngineCall): Promise<EngineAnswer> =>
    db.transaction().execute(async (tx) => {
      assertThat(await softDeleteRow(tx, table, id, admin?.id), `${word}.notFound`, 404);
      await removed?.(tx, id);
      return { data: null, message: `${word}.deleted` };
    });
}

interface Noun {
  resource: string;
  table: keyof Tables;
}

/** The columns of a changed row that its records follow. */
export interface ChangedRow {
  id: RowId;
  updated_at: string;
  is_active?: number;
  status?: string;
}

/** Records who added a row, with its first version; links to the unsaved draft then lead to the row. */
export async function noteAdded(tx: Db, noun: Noun, row: ChangedRow, admin: Admin | undefined) {
  await noteEdit(tx, noun.table, row, nameOf(admin));
  const resource = versionedResources.find((each) => each === noun.resource);
  if (!resource) return;
  await saveFirstVersion(tx, resource, row.id, admin);
  if (admin)
    await tx
      .updateTable('previews')
      .set({ row_id: row.id })
      .where('resource', '=', resource)
      .where('row_id', 'is', null)
      .where('admin_id', '=', admin.id)
      .execute();
}

/**
 * Changes a row by `work`, in the transaction of the change: refuses an older `version` (409), stores the row's
 * versions and who made the last one, and drops the schedule of what has now been done by hand.
 */
export async function changeRow<After extends ChangedRow>(
  tx: Db,
  noun: Noun,
  before: ChangedRow,
  { version, by }: { version?: string | null; by: Maker },
  work: () => Promise<After>,
) {
  await assertNotNewer(tx, noun.table, version, before);
  const resource = versionedResources.find((each) => each === noun.resource);
  const keep = resource && (await saveVersion(tx, resource, before.id));
  const after = await work();
  const isShownAnew = isPublic(after) !== isPublic(before) || after.status !== before.status;
  const scheduled = namesWith('schedule').find((each) => each === noun.resource);
  if (scheduled && isShownAnew)
    await noteStatusByHand(tx, scheduled, after.id, isPublic(after), after.updated_at);
  await noteEdit(tx, noun.table, after, typeof by === 'string' ? by : nameOf(by));
  await keep?.(by);
  return after;
}

/** True if visitors see the post or job. */
export function isPublic({ is_active, status }: Pick<ChangedRow, 'is_active' | 'status'>) {
  return is_active === 1 || status === 'open';
}
