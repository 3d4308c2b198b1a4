import { isDeepStrictEqual } from 'node:util';
import type { ArchiveKind } from '../../archive/manifest.ts';
import { type ArchiveRecords, isReference, type MediaReference, namesOfKind } from '../../archive/records.ts';
import { pairsOfTexts } from './text-media.ts';

/** Hashes by which the files of the archive and of this site are compared. */
export interface Compared {
  /**
   * Returns the SHA-256 of the file that belongs to a reference of the archive. null if the file can be fetched but
   * has not been, so that its hash is unknown; undefined if no file can be obtained.
   */
  wanted(reference: MediaReference): string | null | undefined;
  /** Returns the SHA-256 of a stored file. */
  stored(address: string): Promise<string | undefined>;
}

export type Fields = Record<string, unknown>;

/**
 * Fields that are compared separately or not at all. Former titles are not compared, since one of them may redirect
 * to another category by now.
 */
const apart = new Set(['id', 'text_media', 'description', 'extra', 'former_titles']);
const pictureLists = namesOfKind('pictures');

/** True for a field that is a list of pictures. */
export function isPictureList(name: string): boolean {
  return pictureLists.has(name);
}

/**
 * Returns the names of the fields in which the stored record differs from the record of the archive. Fields that the
 * archive omits and the ids of nested parts are not compared.
 */
export async function differences<Name extends ArchiveKind>(
  record: ArchiveRecords[Name],
  present: ArchiveRecords[Name],
  compared: Compared,
): Promise<string[]> {
  const [said, found] = [record as Fields, present as Fields];
  const names: string[] = [];
  for (const name of Object.keys(said)) {
    if (apart.has(name) || said[name] === undefined) continue;
    const value = isPictureList(name) ? obtainable(said[name], compared) : said[name];
    if (!(await isSame(value, found[name], compared))) names.push(name);
  }
  if (said.extra !== undefined && !isDeepStrictEqual(said.extra, found.extra)) names.push('extra');
  if ('description' in record && !(await isSameText(record, found.description, compared)))
    names.push('description');
  return names;
}

/** Returns the list of pictures without those that are not in the archive and cannot be fetched. */
export function obtainable(pictures: unknown, { wanted }: Compared): unknown {
  if (!Array.isArray(pictures)) return pictures;
  return pictures.filter(({ image }: { image: MediaReference }) => wanted(image) !== undefined);
}

async function isSame(said: unknown, found: unknown, compared: Compared): Promise<boolean> {
  if (said === undefined) return true;
  if (isReference(said)) return isSameFile(said, found, compared);
  if (Array.isArray(said)) return Array.isArray(found) && isSameList(said, found, compared);
  if (typeof said !== 'object' || said === null) return said === (found ?? null);
  if (typeof found !== 'object' || found === null) return false;
  const { id: _, ...fields } = said as Fields;
  for (const [name, value] of Object.entries(fields))
    if (!(await isSame(value, (found as Fields)[name], compared))) return false;
  return true;
}

async function isSameFile(said: MediaReference, found: unknown, compared: Compared): Promise<boolean> {
  const hash = compared.wanted(said);
  if (hash === undefined) return true;
  if (!isReference(found)) return false;
  return hash === null || (await compared.stored(found.address)) === hash;
}

async function isSameList(
  said: readonly unknown[],
  found: readonly unknown[],
  compared: Compared,
): Promise<boolean> {
  if (said.length !== found.length) return false;
  for (const [at, each] of said.entries()) if (!(await isSame(each, found[at], compared))) return false;
  return true;
}

/** True if two texts have equal words, and equal pictures in the same places. */
async function isSameText(
  { description, text_media = [] }: { description: string; text_media?: MediaReference[] | undefined },
  found: unknown,
  compared: Compared,
): Promise<boolean> {
  const pairs = pairsOfTexts(
    description,
    String(found),
    text_media.map(({ address }) => address),
  );
  if (!pairs) return false;
  const references = new Map(text_media.map((reference) => [reference.address, reference]));
  for (const { address, now } of pairs) {
    const reference = references.get(address);
    const hash = reference && compared.wanted(reference);
    if (hash === undefined) continue;
    const stored = await compared.stored(now);
    if (stored === undefined || (hash !== null && stored !== hash)) return false;
  }
  return true;
}
