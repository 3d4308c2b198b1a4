import type { Id } from '#shared/id.ts';
import type { IncomingFile } from '../../../server/content-api/media/form.ts';
import type { FileStorage } from '../../../server/content-api/media/storage/file-storage.ts';
import type { Change, MediaStore } from '../../../server/content-api/media/store.ts';
import { keepVersion } from '../../../server/content-api/row-records/keep-version.ts';
import { countBehind, nextId } from '../../../server/database/dialect.ts';
import { rowIdOf } from '../../../server/database/public-ids.ts';
import type { RowId } from '../../../server/database/row-id.ts';
import type { Db } from '../../../server/database/types.ts';
import { withPlainImages } from '../../../server/rich-text/inline-images.ts';
import type { ArchivedFile, ArchiveTarget, PutResult } from '../../archive/ends.ts';
import type { ArchiveKind } from '../../archive/manifest.ts';
import { type ArchiveRecords, keyOf, type MediaReference, mediaOf } from '../../archive/records.ts';
import { withAddresses } from '../../archive/text-addresses.ts';
import { comparedBy } from './compared.ts';
import { differences } from './differences.ts';
import { createElsewhere } from './elsewhere.ts';
import { engineEntities, rowsOf } from './engine-rows.ts';
import { fill } from './filling.ts';
import { bringFiles, type IncomingFiles, kindOf, type MediaFetcher, withFolder } from './incoming.ts';
import { fillDetails, keepPictures } from './pictures-repository.ts';
import type { Place } from './row-values.ts';
import { type MovedRows, stateOf } from './rows-repository.ts';

/** What content is put into. */
interface Writable {
  media: MediaStore;
  /** Where files wait for the media store. */
  tempDir: string;
}

export interface EngineTargetOptions {
  db: Db;
  storage: Pick<FileStorage, 'open'>;
  /** Without it the target looks, and changes nothing. */
  into?: Writable;
  /** What is there under the same id with other content becomes what the archive says. */
  replace?: boolean;
  fetcher?: MediaFetcher;
  /** Files that are elsewhere are wanted by nobody: they are counted, and not named. */
  noMedia?: boolean;
}

/** Who has made the versions of what is replaced. */
const importer = 'npm run import';
const versionedAs = { posts: 'blog', projects: 'project', jobs: 'job' } as const;

const nobody: MediaFetcher = {
  takes: () => false,
  fetch: async () => ({ refused: 'nothing is fetched' }),
};

type FileOf = (reference: MediaReference) => ArchivedFile | undefined;

/** The embedded engine takes content in: ids, dates, order and addresses stay, each row with its files at once. */
export function createEngineTarget(options: EngineTargetOptions): ArchiveTarget {
  const { db, storage, into, replace = false, fetcher = nobody, noMedia = false } = options;
  /** What a dry run would have added. */
  const planned = new Set<string>();
  const remarks: string[] = [];
  const elsewhere = createElsewhere({ fetcher, noMedia, name: (text) => remarks.push(text) });

  /** Why a row that refers to others cannot be there. */
  async function missingReference(record: ArchiveRecords[ArchiveKind]): Promise<string | undefined> {
    if ('category_id' in record && !(await isThere('categories', record.category_id)))
      return `category_id: category ${record.category_id} is not there`;
    if ('job_id' in record && record.job_id != null && !(await isThere('jobs', record.job_id)))
      remarks.push(`applicants ${record.id}: job ${record.job_id} is not there; they keep its title alone`);
    return undefined;
  }

  async function isThere(table: 'categories' | 'jobs', id: number | string): Promise<boolean> {
    if (planned.has(`${table} ${id}`)) return true;
    return (await stateOf(db, table, id)).is === 'there';
  }

  /** Nothing stands for a job that is known by a text and is not there: nothing is said of it then. */
  async function withKnownJob<Row extends ArchiveRecords[ArchiveKind]>(record: Row): Promise<Row> {
    const job = 'job_id' in record ? record.job_id : undefined;
    if (typeof job !== 'string') return record;
    const isKnown = planned.has(`jobs ${job}`) || (await rowIdOf(db, 'jobs', job)) > 0;
    return isKnown ? record : { ...record, job_id: undefined };
  }

  /** What is to be done with a row, or what is already clear of it. */
  async function plan<Name extends ArchiveKind>(
    entity: Name,
    given: ArchiveRecords[Name],
    fileOf: FileOf,
  ): Promise<PutResult | Taken<Name>> {
    const rows = rowsOf(entity);
    if (!rows || !('id' in given)) return { outcome: 'refused', why: 'is nothing that the engine has' };
    const record = await withPlainText(await withKnownJob(withPicturesOnly(given, fileOf)));
    const state = await stateOf(db, rows.table, given.id as Id);
    if (state.is === 'taken') return { outcome: 'refused', why: takenBy(state.by) };
    if (state.is === 'deleted')
      return { outcome: 'refused', why: 'is in the trash here: restore or erase it first' };
    const id = state.is === 'there' ? state.id : undefined;
    const [present] = id === undefined ? [] : await rows.read(db, [id]);
    if (id !== undefined) {
      elsewhere.look(entity, record, present, fileOf);
      const compared = await comparedBy(record, fileOf, { db, storage, fetcher });
      const fields = present ? await differences(record, present, compared) : [];
      if (!present || fields.length === 0) return { outcome: 'same' };
      const miss = ({ address }: MediaReference, why: string) =>
        remarks.push(`${entity} ${keyOf(record)}: ${address}: ${why}`);
      const filling = { into, compared, archived: fileOf, fetcher, miss };
      const filled = await fill({ rows, record, present, fields, id }, filling);
      if (filled) return filled;
      if (!replace) return { outcome: 'conflict', fields };
    }
    const why = (await missingReference(given)) ?? (await rows.problem(db, record, id ?? numberOf(record)));
    if (why) return { outcome: 'refused', why };
    if (id === undefined) elsewhere.look(entity, record, undefined, fileOf);
    planned.add(`${entity} ${record.id}`);
    const taken = { entity, rows, record, id };
    return into ? taken : { outcome: outcomeOf(taken) };
  }

  /** The files of some rows are brought together, and stored in one change with them. */
  async function take<Name extends ArchiveKind>(
    { media, tempDir }: Writable,
    some: readonly Taken<Name>[],
    fileOf: FileOf,
  ): Promise<PutResult[]> {
    return withFolder(tempDir, async (folder) => {
      const wishes = some.flatMap(({ record }) =>
        mediaOf(record).map((reference) => ({ reference, kind: kindOf(record, reference) })),
      );
      const incoming = await bringFiles(wishes, folder, { archived: fileOf, fetcher });
      return media.change(
        incoming.files,
        async (change) => {
          const results = new Map<Taken<Name>, PutResult>();
          const used = new Set<IncomingFile>();
          // Rows with numbers first: those without get the numbers behind them.
          for (const taken of some.toSorted(numbersFirst)) {
            // Those before it may have taken what has to be its own: a title, a slug, a reference.
            const why =
              wrongFileOf(taken, incoming) ??
              (await taken.rows.problem(change.tx, taken.record, taken.id ?? numberOf(taken.record)));
            if (why) planned.delete(`${taken.entity} ${keyOf(taken.record)}`);
            results.set(taken, why ? { outcome: 'refused', why } : { outcome: outcomeOf(taken) });
            if (why) continue;
            await writeRow(change, taken, incoming);
            for (const reference of mediaOf(taken.record)) {
              const file = incoming.fileOf(reference);
              if (file) used.add(file);
              const missing = incoming.missing.get(reference.address);
              if (missing)
                remarks.push(`${taken.entity} ${keyOf(taken.record)}: ${reference.address}: ${missing}`);
            }
          }
          change.drop(...incoming.files.filter((file) => !used.has(file)).map(change.addressOf));
          return some.map((taken) => results.get(taken) ?? unknown);
        },
        { wanted: incoming.wanted },
      );
    });
  }

  async function put<Name extends ArchiveKind>(
    entity: Name,
    records: readonly ArchiveRecords[Name][],
    fileOf: FileOf,
  ): Promise<PutResult[]> {
    const plans: (PutResult | Taken<Name>)[] = [];
    for (const record of records) plans.push(await plan(entity, record, fileOf));
    const some = plans.filter((each) => 'rows' in each);
    const results = into && some.length > 0 ? await take(into, some, fileOf) : [];
    return plans.map((each) => ('rows' in each ? results[some.indexOf(each)] : each) ?? unknown);
  }

  return {
    entities: engineEntities,
    put,
    finish: async () => remarks,
    notes: elsewhere.notes,
  };
}

const unknown: PutResult = { outcome: 'refused', why: 'nothing is known of it' };

function outcomeOf({ id }: { id: RowId | undefined }): 'replaced' | 'added' {
  return id === undefined ? 'added' : 'replaced';
}

/** What is wrong with a file of a row. */
function wrongFileOf<Name extends ArchiveKind>(
  { record }: Taken<Name>,
  incoming: IncomingFiles,
): string | undefined {
  for (const { address, file } of mediaOf(record)) {
    const wrong = incoming.wrong.get(address);
    if (wrong) return `${file}: ${wrong}`;
  }
  return undefined;
}

interface Taken<Name extends ArchiveKind> {
  entity: Name;
  rows: MovedRows<Name>;
  record: ArchiveRecords[Name];
  /** The row that it replaces. */
  id: RowId | undefined;
}

const takenBy = (text: string) => `id: is the number of ${text} here`;

/** 0, which no row has, where a text stands for it. */
function numberOf(record: ArchiveRecords[ArchiveKind]): RowId {
  return 'id' in record && typeof record.id === 'number' ? record.id : 0;
}

function numbersFirst<Name extends ArchiveKind>(one: Taken<Name>, other: Taken<Name>): number {
  return Number(numberOf(one.record) === 0) - Number(numberOf(other.record) === 0);
}

/** In the transaction that stores its files. */
async function writeRow<Name extends ArchiveKind>(
  { tx, addressOf, drop }: Change,
  { entity, rows, record, id: replaced }: Taken<Name>,
  incoming: IncomingFiles,
): Promise<void> {
  const addressFor = (reference: MediaReference) => {
    const file = incoming.fileOf(reference);
    return file && addressOf(file);
  };
  const place = ((reference) => (reference ? addressFor(reference) : reference)) as Place;
  const isThere = replaced !== undefined;
  const id = replaced ?? (numberOf(record) || (await nextId(tx, rows.table)));
  const versioned =
    isThere && entity in versionedAs ? versionedAs[entity as keyof typeof versionedAs] : undefined;
  const keep = versioned && (await keepVersion(tx, versioned, id));
  const { row, named: inText } = withNewAddresses(record, addressFor);
  if (!isThere) await countBehind(tx, rows.table, id);
  const before = await rows.write(tx, row, { id, isThere, place, sizeOf: incoming.sizeOf });
  await keepPictures(tx, inText);
  for (const reference of mediaOf(record)) {
    const address = addressFor(reference);
    if (address !== undefined) await fillDetails(tx, address, reference);
  }
  if (before.length > 0) {
    // What could not be had this time is named as before.
    const named = new Set((await rows.read(tx, [id])).flatMap(mediaOf).map(({ address }) => address));
    drop(...before.filter((address) => address !== null && !named.has(address)));
  }
  await keep?.(importer);
}

/** The row with the addresses in its text under which its pictures are stored now, and those addresses. */
function withNewAddresses<Row extends ArchiveRecords[ArchiveKind]>(
  record: Row,
  addressFor: (reference: MediaReference) => string | undefined,
): { row: Row; named: string[] } {
  if (!('description' in record) || !record.text_media) return { row: record, named: [] };
  const placed = record.text_media.flatMap((reference) => {
    const address = addressFor(reference);
    return address === undefined ? [] : [[reference.address, address] as const];
  });
  const moved = new Map(placed.filter(([from, to]) => from !== to));
  const row = { ...record, description: withAddresses(record.description, moved) };
  return { row, named: placed.map(([, to]) => to) };
}

/** Nothing says that a file of another kind is used when a text alone names it. */
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
