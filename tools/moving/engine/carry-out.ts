import type { Change, MediaStore } from '../../../server/content-api/media/store.ts';
import { saveVersion } from '../../../server/content-api/row-records/save-version.ts';
import { advanceIdsPast, nextId } from '../../../server/database/dialect.ts';
import type { RowId } from '../../../server/database/row-id.ts';
import type { ArchiveKind } from '../../archive/manifest.ts';
import { type ArchiveRecords, keyOf, type MediaReference, mediaOf } from '../../archive/records.ts';
import type { ArchivedFile, PutResult } from '../../archive/source-and-target.ts';
import { withAddresses } from '../../archive/text-addresses.ts';
import { bringFiles, type IncomingFiles, kindOf, type MediaFetcher, withFolder } from './incoming-files.ts';
import { fillDetails, keepPictures } from './pictures-repository.ts';
import type { Place } from './row-values.ts';
import type { MovedRows } from './rows-repository.ts';

/** Where imported content is written. */
export interface Writable {
  media: MediaStore;
  /** Folder in which files wait until the media store moves them. */
  tempDir: string;
}

export type FileOf = (reference: MediaReference) => ArchivedFile | undefined;

/** Author of the versions of replaced rows. */
const importer = 'npm run studio -- import';
const versionedAs = { posts: 'blog', projects: 'project', jobs: 'job' } as const;

export interface Taken<Name extends ArchiveKind> {
  entity: Name;
  rows: MovedRows<Name>;
  record: ArchiveRecords[Name];
  /** Id of the stored row that is replaced; undefined for a new row. */
  id: RowId | undefined;
}

/** State that all writes of one import share. */
interface Writing {
  fetcher: MediaFetcher;
  planned: Set<string>;
  remarks: string[];
}

export const unknownResult: PutResult = { outcome: 'refused', why: 'there is no record of it' };

export function outcomeOf({ id }: { id: RowId | undefined }): 'replaced' | 'added' {
  return id === undefined ? 'added' : 'replaced';
}

/** Collects the files of several rows, and stores files and rows in one change. */
export async function writeRows<Name extends ArchiveKind>(
  writing: Writing,
  { media, tempDir }: Writable,
  some: readonly Taken<Name>[],
  fileOf: FileOf,
): Promise<PutResult[]> {
  return withFolder(tempDir, async (folder) => {
    const wishes = some.flatMap(({ record }) =>
      mediaOf(record).map((reference) => ({ reference, kind: kindOf(record, reference) })),
    );
    const incoming = await bringFiles(wishes, folder, { archived: fileOf, fetcher: writing.fetcher });
    return media.change(
      incoming.files,
      async (change) => {
        const results = new Map<Taken<Name>, PutResult>();
        // Rows with numeric ids are stored first, so that the numbers which rows with text ids get are higher, and
        // collide with no numeric id.
        for (const taken of some.toSorted(numbersFirst))
          results.set(taken, await store(writing, change, taken, incoming));
        const stored = some.filter((taken) => results.get(taken)?.outcome !== 'refused');
        const used = new Set(stored.flatMap(({ record }) => mediaOf(record).map(incoming.fileOf)));
        change.drop(...incoming.files.filter((file) => !used.has(file)).map(change.addressOf));
        return some.map((taken) => results.get(taken) ?? unknownResult);
      },
      { wanted: incoming.wanted },
    );
  });
}

async function store<Name extends ArchiveKind>(
  { planned, remarks }: Writing,
  change: Change,
  taken: Taken<Name>,
  incoming: IncomingFiles,
): Promise<PutResult> {
  const { rows, record, id } = taken;
  const name = `${taken.entity} ${keyOf(record)}`;
  // Checked within the transaction, because an earlier row may already use a value that must be unique: a title, a
  // slug, a reference.
  const why = wrongFileOf(taken, incoming) ?? (await rows.problem(change.tx, record, id ?? numberOf(record)));
  if (why) {
    planned.delete(name);
    return { outcome: 'refused', why };
  }
  await writeRow(change, taken, incoming);
  for (const { address } of mediaOf(record)) {
    const missing = incoming.missing.get(address);
    if (missing) remarks.push(`${name}: ${address}: ${missing}`);
  }
  return { outcome: outcomeOf(taken) };
}

/** Returns the first problem with a file of a row. */
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

/** Returns the id of a row if it is a number; otherwise 0, which is no row's id. */
export function numberOf(record: ArchiveRecords[ArchiveKind]): RowId {
  return 'id' in record && typeof record.id === 'number' ? record.id : 0;
}

function numbersFirst<Name extends ArchiveKind>(one: Taken<Name>, other: Taken<Name>): number {
  return Number(numberOf(one.record) === 0) - Number(numberOf(other.record) === 0);
}

/** Writes one row, within the transaction that also stores its files. */
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
  const keep = versioned && (await saveVersion(tx, versioned, id));
  const { row, named: inText } = withNewAddresses(record, addressFor);
  if (!isThere) await advanceIdsPast(tx, rows.table, id);
  const before = await rows.write(tx, row, { id, isThere, place, sizeOf: incoming.sizeOf });
  await keepPictures(tx, inText);
  for (const reference of mediaOf(record)) {
    const address = addressFor(reference);
    if (address !== undefined) await fillDetails(tx, address, reference);
  }
  if (before.length > 0) {
    // If a file could not be fetched this time, the row still names its earlier file, which must not be dropped.
    const named = new Set((await rows.read(tx, [id])).flatMap(mediaOf).map(({ address }) => address));
    drop(...before.filter((address) => address !== null && !named.has(address)));
  }
  await keep?.(importer);
}

/**
 * Replaces the URLs in the text of a row by the paths at which its pictures are stored now. Returns the new row
 * (`row`) and these paths (`named`).
 */
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
