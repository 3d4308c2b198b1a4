import type { z } from 'zod';
import { isFile } from '#shared/entities/entity.ts';
import { type VersionedResource, versionedResources } from '#shared/schemas/versions.ts';
import { reorderRows } from '../../database/reorder.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { type Admin, nameOf } from '../auth/repository.ts';
import type { EngineAnswer, EngineCall } from '../calls.ts';
import { assertNotNewer, noteEdit } from '../edits/repository.ts';
import type { Form } from '../media/form.ts';
import type { Change, MediaStore } from '../media/store.ts';
import { FieldErrors, formFields } from '../validation/field-errors.ts';
import { noteStatusByHand } from './schedules.ts';
import type { ContentEntity, ContentTable, ListedRowOf, RowOf, ValuesOf } from './table.ts';
import { softDeleteRow, type TrashTable } from './trash-repository.ts';
import { type Maker, saveFirstVersion, saveVersion } from './versions.ts';

type Columns = Readonly<Record<string, unknown>>;

type Word = 'blog' | 'project' | 'category' | 'team';

interface Content<Noun extends ContentEntity, Add extends z.ZodRawShape, Edit extends z.ZodRawShape> {
  rows: ContentTable<Noun>;
  /** The first word of the entity's texts. */
  word: Word;
  input: z.ZodObject<Add>;
  changeInput: z.ZodObject<Edit>;
  present(row: RowOf<Noun>, db: Db): Promise<object> | object;
  /** False if a new record may do without this file now. */
  needs?(field: string): boolean;
  /** Finds the row to change; by default that of the path. */
  idOf?(input: z.infer<z.ZodObject<Edit>>): Promise<RowId>;
  /** Checks what the schema cannot, before the change. */
  check?(form: Form, errors: FieldErrors): Promise<void>;
  /** Checks in the transaction, and returns columns that the form does not send as they are stored. */
  columns?(
    tx: Db,
    input: z.infer<z.ZodObject<Add>>,
    errors: FieldErrors,
    before?: ListedRowOf<Noun>,
  ): Promise<ValuesOf<Noun>>;
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
function textsOf<Noun extends ContentEntity>({ fields }: Noun, input: object): ValuesOf<Noun> {
  const texts = Object.entries(input).filter(([name]) => name in fields && name !== 'updated_at');
  return Object.fromEntries(texts) as ValuesOf<Noun>;
}

/** The calls that add, change, delete and sort the records of an entity. */
export function contentHandlers<
  Noun extends ContentEntity,
  Add extends z.ZodRawShape,
  Edit extends z.ZodRawShape,
>(db: Db, media: MediaStore, content: Content<Noun, Add, Edit>) {
  const { rows, word, present } = content;
  const { noun } = rows;

  async function read<Shape extends z.ZodRawShape>(form: Form, schema: z.ZodObject<Shape>, isNew: boolean) {
    const errors = new FieldErrors();
    const input = formFields(schema, form, errors);
    const sent = sentIn(noun, form);
    for (const { name, sentAs, field, files } of sent)
      if (isNew && field.neededAs && files.length === 0 && content.needs?.(name) !== false)
        errors.add(sentAs, field.neededAs);
    await content.check?.(form, errors);
    errors.throwIfAny();
    assertThat(input, 'fields.invalid', 422);
    return { input, asked: input as Columns, sent, files: sent.flatMap((each) => each.files), errors };
  }

  return {
    async add(call: EngineCall): Promise<EngineAnswer> {
      const { input, asked, sent, files, errors } = await read(await call.form(), content.input, true);
      const added = await media.change(
        files,
        async (change) => {
          const { tx } = change;
          const more = await content.columns?.(tx, input, errors);
          const { columns, lists } = placed(sent, change, { asked, errors });
          const row = await rows.insert(tx, { ...textsOf(noun, input), ...columns, ...more }, lists);
          await noteAdded(tx, noun, row, call.admin);
          return present(row, tx);
        },
        { who: nameOf(call.admin) },
      );
      return { data: added, message: `${word}.added` };
    },

    async change(call: EngineCall): Promise<EngineAnswer> {
      const { input, asked, sent, files, errors } = await read(await call.form(), content.changeInput, false);
      const id = (await content.idOf?.(input)) ?? call.id;
      const { admin } = call;
      const changed = await media.change(
        files,
        async (change) => {
          const { tx } = change;
          const before = await rows.findListed(tx, id);
          assertThat(before, `${word}.notFound`, 404);
          const version = asked.updated_at as string | null;
          const after = await changeRow(tx, noun, before, { version, by: admin }, async () => {
            const more = await content.columns?.(tx, input as never, errors, before);
            const known = before as unknown as Columns;
            const { columns, lists } = placed(sent, change, { asked, before: known, errors });
            return rows.update(tx, before, { ...textsOf(noun, input), ...columns, ...more }, lists);
          });
          // Within the transaction, so that a save is not answered as a failure after it is stored.
          return present(after, tx);
        },
        { who: nameOf(admin) },
      );
      return { data: changed, message: `${word}.updated` };
    },

    remove: deletes(db, noun.table, word),
    reorder: reorders(db, noun.table as 'projects'),
  };
}

/** Answers the call that moves a record to the trash. `word` is the first word of its texts. */
export function deletes(db: Db, table: TrashTable, word: Word | 'job' | 'applicant' | 'message') {
  return async ({ id, admin }: EngineCall): Promise<EngineAnswer> => {
    assertThat(await softDeleteRow(db, table, id, admin?.id), `${word}.notFound`, 404);
    return { data: null, message: `${word}.deleted` };
  };
}

/** Answers the call that sorts the records of a table. */
export function reorders(db: Db, table: Parameters<typeof reorderRows>[1]) {
  return async (
    call: EngineCall<'reorderProjects' | 'reorderTeam' | 'reorderJobs'>,
  ): Promise<EngineAnswer> => {
    const { ids } = await call.body();
    await reorderRows(db, table, ids);
    return { data: null, message: 'order.saved' };
  };
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

/** Records with versions are those that previews show. */
const asVersioned = ({ resource }: Noun): VersionedResource | undefined =>
  versionedResources.find((each) => each === resource);

/** Records who added a row, with its first version; links to the unsaved draft then lead to the row. */
export async function noteAdded(tx: Db, noun: Noun, row: ChangedRow, admin: Admin | undefined) {
  await noteEdit(tx, noun.table, row, nameOf(admin));
  const resource = asVersioned(noun);
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
): Promise<After> {
  await assertNotNewer(tx, noun.table, version, before);
  const resource = asVersioned(noun);
  const keep = resource && (await saveVersion(tx, resource, before.id));
  const after = await work();
  const isShownAnew = isPublic(after) !== isPublic(before) || after.status !== before.status;
  if ((resource === 'blog' || resource === 'job') && isShownAnew)
    await noteStatusByHand(tx, resource, after.id, isPublic(after), after.updated_at);
  await noteEdit(tx, noun.table, after, typeof by === 'string' ? by : nameOf(by));
  await keep?.(by);
  return after;
}

/** Whether visitors see a post or a job. */
export function isPublic({ is_active, status }: Pick<ChangedRow, 'is_active' | 'status'>): boolean {
  return is_active === 1 || status === 'open';
}
