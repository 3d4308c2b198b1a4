import type { IncomingFile } from '../../../server/content-api/media/form.ts';
import type { MediaStore } from '../../../server/content-api/media/store.ts';
import type { RowId } from '../../../server/database/row-id.ts';
import type { ArchiveKind } from '../../archive/manifest.ts';
import { type ArchiveRecords, isReference, type MediaReference } from '../../archive/records.ts';
import type { ArchivedFile, PutResult } from '../../archive/source-and-target.ts';
import { withAddresses } from '../../archive/text-addresses.ts';
import { type Compared, type Fields, isPictureList, obtainable } from './differences.ts';
import { bringFiles, kindOf, type MediaFetcher, withFolder } from './incoming-files.ts';
import { fillDetails, keepPictures } from './pictures-repository.ts';
import type { Place } from './row-values.ts';
import type { MovedRows } from './rows-repository.ts';
import { pairsOfTexts } from './text-media.ts';

/** A stored row, the archive's row, and the names of the fields in which they differ. */
export interface Different<Name extends ArchiveKind> {
  rows: MovedRows<Name>;
  record: ArchiveRecords[Name];
  present: ArchiveRecords[Name];
  fields: readonly string[];
  id: RowId;
}

interface Filling {
  media: MediaStore;
  tempDir: string;
  archived(reference: MediaReference): ArchivedFile | undefined;
  fetcher: MediaFetcher;
  /** Called for each file that could not be fetched this time either, with the reason. */
  miss(reference: MediaReference, why: string): void;
}

/** Adds files that could not be fetched when the row was imported, for example because their origin was down. */
export async function fill<Name extends ArchiveKind>(
  { rows, record, present, id }: Omit<Different<Name>, 'fields'>,
  lacking: Lacking,
  { media, tempDir, archived, fetcher, miss }: Filling,
): Promise<PutResult> {
  return withFolder(tempDir, async (folder) => {
    const wishes = lacking.references.map((reference) => ({ reference, kind: kindOf(record, reference) }));
    const incoming = await bringFiles(wishes, folder, { archived, fetcher });
    for (const reference of lacking.references) {
      const why = incoming.wrong.get(reference.address) ?? incoming.missing.get(reference.address);
      if (why !== undefined) miss(reference, why);
    }
    return media.change(
      incoming.files,
      async ({ tx, addressOf, drop }) => {
        const addressFor = (reference: MediaReference) => {
          const file = incoming.fileOf(reference);
          return file && addressOf(file);
        };
        const { row, had } = filled(record, present, lacking, addressFor);
        const used = new Set(had.map(incoming.fileOf));
        drop(...incoming.files.filter((file: IncomingFile) => !used.has(file)).map(addressOf));
        if (had.length === 0) return { outcome: 'same' };
        const place = ((reference) => (reference ? addressFor(reference) : reference)) as Place;
        await rows.write(tx, row, { id, isThere: true, place, sizeOf: incoming.sizeOf });
        await keepPictures(
          tx,
          lacking.inText.flatMap((reference) => addressFor(reference) ?? []),
        );
        for (const reference of had) await fillDetails(tx, addressFor(reference) ?? '', reference);
        return { outcome: 'replaced' };
      },
      { wanted: incoming.wanted },
    );
  });
}

export interface Lacking {
  /** Files that have to be fetched. */
  references: MediaReference[];
  /** References among `references` that the text names. */
  inText: MediaReference[];
  /** Lists of pictures that contain fewer pictures in the stored row than in the archive. */
  lists: { name: string; said: MediaReference[]; found: string[] }[];
}

/**
 * Returns the files that a row lacks. Undefined if the row differs in any other way: the row was then changed here,
 * and the archive must not fill it.
 */
export async function lackingOf<Name extends ArchiveKind>(
  { record, present, fields }: Pick<Different<Name>, 'record' | 'present' | 'fields'>,
  compared: Compared,
): Promise<Lacking | undefined> {
  const [said, found] = [record as Fields, present as Fields];
  const lacking: Lacking = { references: [], inText: [], lists: [] };
  for (const name of fields) {
    if (name === 'description' && 'description' in record) {
      const inText = await lackingInText(record, String(found.description), compared);
      if (!inText) return undefined;
      lacking.inText.push(...inText);
      lacking.references.push(...inText);
    } else if (isPictureList(name)) {
      const pictures = imagesOf(obtainable(said[name], compared));
      const there = imagesOf(found[name]);
      if (!(await isPartOf(there, pictures, compared))) return undefined;
      lacking.lists.push({ name, said: pictures, found: there.map(({ address }) => address) });
      lacking.references.push(...pictures);
    } else if (isReference(said[name]) && found[name] === null) lacking.references.push(said[name]);
    else return undefined;
  }
  return lacking;
}

function imagesOf(pictures: unknown): MediaReference[] {
  return (pictures as { image: MediaReference }[]).map(({ image }) => image);
}

/**
 * Returns the pictures of a text that have to be fetched: they are not stored here yet, and the stored text still has
 * their original URLs. Undefined if the stored text differs in its words or in another picture.
 */
async function lackingInText(
  { description, text_media = [] }: { description: string; text_media?: MediaReference[] | undefined },
  found: string,
  { wanted, stored }: Compared,
): Promise<MediaReference[] | undefined> {
  const references = new Map(text_media.map((reference) => [reference.address, reference]));
  const pairs = pairsOfTexts(description, found, [...references.keys()]);
  if (!pairs) return undefined;
  const lacking = new Set<MediaReference>();
  for (const { address, now } of pairs) {
    const reference = references.get(address);
    const hash = reference && wanted(reference);
    if (!reference || hash === undefined) continue;
    const there = await stored(now);
    if (there === undefined && now === address) lacking.add(reference);
    else if (there === undefined || (hash !== null && there !== hash)) return undefined;
  }
  return [...lacking];
}

/**
 * True if `part` contains only pictures of `whole`, in the same order, and fewer of them. A picture that has not been
 * fetched has no known hash, and counts as equal to any other picture.
 */
async function isPartOf(
  part: readonly MediaReference[],
  whole: readonly MediaReference[],
  { wanted, stored }: Compared,
): Promise<boolean> {
  if (part.length >= whole.length) return false;
  let at = 0;
  for (const { address } of part) {
    const there = await stored(address);
    const found = whole.findIndex((reference, index) => {
      const hash = wanted(reference);
      return index >= at && (hash === null || hash === there);
    });
    if (found < 0) return false;
    at = found + 1;
  }
  return true;
}

/**
 * Returns the row to write, and the references whose fetched files it uses. A file that the row already has is not
 * replaced, even if it was fetched again.
 */
function filled<Row extends ArchiveRecords[ArchiveKind]>(
  record: Row,
  present: Row,
  { references, inText, lists }: Lacking,
  addressFor: (reference: MediaReference) => string | undefined,
): { row: Row; had: MediaReference[] } {
  const isHad = (reference: MediaReference) => addressFor(reference) !== undefined;
  const row: Fields = { ...record };
  for (const name of Object.keys(row)) if (isPictureList(name)) delete row[name];
  const had = references.filter(
    (reference) => isHad(reference) && !lists.some(({ said }) => said.includes(reference)),
  );
  for (const { name, said, found } of lists) {
    const addresses = new Set(said.map(addressFor));
    if (said.filter(isHad).length <= found.length || !found.every((each) => addresses.has(each))) continue;
    row[name] = (record as Fields)[name];
    had.push(...said.filter(isHad));
  }
  if ('description' in present) {
    const moved = inText.flatMap((each) => {
      const address = addressFor(each);
      return address === undefined ? [] : [[each.address, address] as const];
    });
    row.description = withAddresses(String(present.description), new Map(moved));
  }
  return { row: row as Row, had };
}
