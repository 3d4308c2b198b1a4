import type { Id } from '#shared/id.ts';
import type { FileStorage } from '../../../server/content-api/media/storage/file-storage.ts';
import { rowIdOf } from '../../../server/database/public-ids.ts';
import type { RowId } from '../../../server/database/row-id.ts';
import type { Db } from '../../../server/database/types.ts';
import { withPlainImages } from '../../../server/rich-text/inline-images.ts';
import type { ArchiveKind } from '../../archive/manifest.ts';
import { type ArchiveRecords, keyOf, type MediaReference } from '../../archive/records.ts';
import type { ArchiveTarget, PutResult } from '../../archive/source-and-target.ts';
import {
  type FileOf,
  numberOf,
  outcomeOf,
  type Taken,
  unknownResult,
  type Writable,
  writeRows,
} from './carry-out.ts';
import { comparisonFor } from './compared-fields.ts';
import { differences } from './differences.ts';
import { engineEntities, rowsOf } from './engine-rows.ts';
import { type Different, fill, type Lacking, lackingOf } from './fill-missing-files.ts';
import type { MediaFetcher } from './incoming-files.ts';
import { createMissingFiles } from './missing-files.ts';
import { planRow } from './plan-row.ts';
import { stateOf } from './rows-repository.ts';

export interface EngineTargetOptions {
  db: Db;
  storage: Pick<FileStorage, 'open'>;
  /** Where content is written. If this is missing, the target only checks, and changes nothing. */
  into?: Writable;
  /** True to replace a stored record by the archive's record if they have the same id and other content. */
  replace?: boolean;
  fetcher?: MediaFetcher;
  /** True to fetch no files. Files that are missing in the archive are then only counted, and not listed. */
  noMedia?: boolean;
}

const nobody: MediaFetcher = {
  takes: () => false,
  fetch: async () => ({ refused: 'nothing is fetched' }),
};

/**
 * Target that imports into the embedded engine. Ids, dates, order and page paths are preserved. A row is stored in
 * one transaction with its files.
 */
export function createEngineTarget(options: EngineTargetOptions): ArchiveTarget {
  const { fetcher = nobody, noMedia = false } = options;
  const remarks: string[] = [];
  const elsewhere = createMissingFiles({ fetcher, noMedia, name: (text) => remarks.push(text) });
  const context: Context = { replace: false, ...options, fetcher, elsewhere, remarks, planned: new Set() };
  const { into } = context;
  return {
    entities: engineEntities,
    async put(entity, records, fileOf) {
      const prepared: (PutResult | Taken<typeof entity>)[] = [];
      for (const record of records) prepared.push(await prepare(context, entity, record, fileOf));
      const some = prepared.filter((each) => 'rows' in each);
      const results = into && some.length > 0 ? await writeRows(context, into, some, fileOf) : [];
      return prepared.map((each) => ('rows' in each ? results[some.indexOf(each)] : each) ?? unknownResult);
    },
    finish: async () => remarks,
    notes: elsewhere.notes,
  };
}

/** Options of a target, and its state during an import. */
interface Context extends EngineTargetOptions {
  replace: boolean;
  fetcher: MediaFetcher;
  /** Rows that this import writes or, in a dry run, would write. */
  planned: Set<string>;
  remarks: string[];
  elsewhere: ReturnType<typeof createMissingFiles>;
}

/**
 * Checks a row and fills in its missing files. Rows that must be written as a whole are returned, to be written
 * together.
 */
async function prepare<Name extends ArchiveKind>(
  context: Context,
  entity: Name,
  given: ArchiveRecords[Name],
  fileOf: FileOf,
): Promise<PutResult | Taken<Name>> {
  const { db, into } = context;
  const rows = rowsOf(entity);
  if (!rows || !('id' in given)) return { outcome: 'refused', why: 'cannot be imported into the engine' };
  const record = await withPlainText(await withKnownJob(context, withPicturesOnly(given, fileOf)));
  const state = await stateOf(db, rows.table, given.id as Id);
  const id = state.is === 'there' ? state.id : undefined;
  const { different, lacking } =
    id === undefined ? {} : await compareWith(context, { entity, rows, record, id, fileOf });
  const observed = { state, fields: different?.fields ?? [], isFillable: lacking !== undefined };
  const plan = planRow(observed, context);
  if (plan.do === 'nothing') return plan.result;
  if (plan.do === 'fill' && different && lacking)
    return into ? fillRow(context, into, { entity, different, lacking, fileOf }) : { outcome: 'replaced' };
  const why =
    (await missingReference(context, given)) ?? (await rows.problem(db, record, id ?? numberOf(record)));
  if (why) return { outcome: 'refused', why };
  if (id === undefined) context.elsewhere.look(entity, record, undefined, fileOf);
  context.planned.add(`${entity} ${record.id}`);
  const taken = { entity, rows, record, id };
  return into ? taken : { outcome: outcomeOf(taken) };
}

/** Compares a row with the stored row of the same id. */
async function compareWith<Name extends ArchiveKind>(
  { db, storage, fetcher, elsewhere }: Context,
  { entity, rows, record, id, fileOf }: Taken<Name> & { id: RowId; fileOf: FileOf },
): Promise<{ different?: Different<Name> & { fields: string[] }; lacking?: Lacking | undefined }> {
  const [present] = await rows.read(db, [id]);
  elsewhere.look(entity, record, present, fileOf);
  if (!present) return {};
  const compared = await comparisonFor(record, fileOf, { db, storage, fetcher });
  const fields = await differences(record, present, compared);
  const different = { rows, record, present, fields, id };
  return { different, lacking: fields.length > 0 ? await lackingOf(different, compared) : undefined };
}

function fillRow<Name extends ArchiveKind>(
  { fetcher, remarks }: Context,
  into: Writable,
  {
    entity,
    different,
    lacking,
    fileOf,
  }: { entity: Name; different: Different<Name>; lacking: Lacking; fileOf: FileOf },
): Promise<PutResult> {
  return fill(different, lacking, {
    ...into,
    archived: fileOf,
    fetcher,
    miss: ({ address }, why) => remarks.push(`${entity} ${keyOf(different.record)}: ${address}: ${why}`),
  });
}

/**
 * Returns the reason for which a row cannot be added because a record to which it refers is missing; undefined if
 * none is missing.
 */
async function missingReference(
  context: Context,
  record: ArchiveRecords[ArchiveKind],
): Promise<string | undefined> {
  if ('category_id' in record && !(await isThere(context, 'categories', record.category_id)))
    return `category_id: category ${record.category_id} does not exist`;
  if ('job_id' in record && record.job_id != null && !(await isThere(context, 'jobs', record.job_id)))
    context.remarks.push(
      `applicants ${record.id}: job ${record.job_id} does not exist; only its title is stored`,
    );
  return undefined;
}

async function isThere({ db, planned }: Context, table: 'categories' | 'jobs', id: Id): Promise<boolean> {
  if (planned.has(`${table} ${id}`)) return true;
  return (await stateOf(db, table, id)).is === 'there';
}

/**
 * Removes the reference to a job if the job's id is a text and the job does not exist here: a stored row refers to a
 * job by its row number, and there is none.
 */
async function withKnownJob<Row extends ArchiveRecords[ArchiveKind]>(
  { db, planned }: Context,
  record: Row,
): Promise<Row> {
  const job = 'job_id' in record ? record.job_id : undefined;
  if (typeof job !== 'string') return record;
  const isKnown = planned.has(`jobs ${job}`) || (await rowIdOf(db, 'jobs', job)) > 0;
  return isKnown ? record : { ...record, job_id: undefined };
}

/**
 * Returns the row without the files of its text that are not pictures. The library can record that a text uses a
 * picture, but not that it uses another file, so such a file would count as unused.
 */
function withPicturesOnly<Row extends ArchiveRecords[ArchiveKind]>(record: Row, fileOf: FileOf): Row {
  if (!('text_media' in record) || !record.text_media) return record;
  const isPicture = (reference: MediaReference) => fileOf(reference)?.type.startsWith('image/') ?? true;
  return { ...record, text_media: record.text_media.filter(isPicture) };
}

async function withPlainText<Row extends ArchiveRecords[ArchiveKind]>(record: Row): Promise<Row> {
  return 'description' in record
    ? { ...record, description: await withPlainImages(record.description) }
    : record;
}
