import { isDeepStrictEqual } from 'node:util';
import { isFile } from '#shared/entities/entity.ts';
import type { Field, FieldKind } from '#shared/entities/field.ts';
import { isHashOf } from '../../../server/image-files/plain-picture.ts';
import { fieldsOf, isReference, type MediaReference } from '../../archive/records.ts';
import { compareText, withoutBlanks } from './compare-text.ts';
import { fetchedHash } from './fetched-hash.ts';
import type { FetchMedia } from './host-source.ts';
import type { FileOf, Pushed, PushedRecord } from './outgoing.ts';
import type { TextPictures } from './text-pictures.ts';

/**
 * A field in which the record at the host differs from the record in the archive, and a description of the
 * difference.
 */
export interface Difference {
  field: string;
  words: string;
  /**
   * True if a person should look at the difference. False for dates, positions, whitespace, and fields that no form
   * contains.
   */
  isMeant: boolean;
}

type Told = Omit<Difference, 'isMeant'>;
type Row = Record<string, unknown>;

/**
 * Fields that are not compared here, because they are reported in another way. Fields that refer to another record
 * are not compared either.
 */
const apart = new Set(['id', 'text_media', 'former_titles']);

export interface Compared {
  fileOf: FileOf;
  fetch: FetchMedia;
  inTexts: Pick<TextPictures, 'areTaken' | 'refusal'>;
  /** Describes how the alternative text or focal point of a picture differs, although its bytes are equal. */
  beside?: ((address: string, reference: MediaReference) => Promise<string | undefined>) | undefined;
}

/**
 * Returns the differences between the record at the host and the sent record. Fields that the archive omits are not
 * compared. Pictures are fetched and compared by the hash of their bytes.
 */
export async function compare(
  entity: Pushed,
  sent: PushedRecord,
  found: PushedRecord,
  compared: Compared,
): Promise<Difference[]> {
  const fields = fieldsOf(entity);
  const differences: Told[] = [];
  const present = found as Row;
  const { description, inText } = await textOf(sent, present.description, compared);
  for (const [field, value] of Object.entries(sent as Row)) {
    const kind = fields[field]?.kind;
    if (apart.has(field) || kind === 'reference' || value === undefined) continue;
    if (field === 'description' && description !== undefined) {
      differences.push(...description);
      continue;
    }
    const words = await difference({ field, kind }, value, present[field], compared);
    if (words !== undefined) differences.push({ field, words });
  }
  return [...differences, ...inText].map((each) => ({ ...each, isMeant: isMeant(each, fields[each.field]) }));
}

function isMeant({ field, words }: Told, named: Field | undefined): boolean {
  if (words === otherBlanks) return false;
  if (named === undefined) return field === inTextField;
  return isFile(named) || (named.input !== undefined && named.kind !== 'order');
}

/** Returns a difference as a sentence. The caller adds the name of the row. */
export function sentenceOf({ field, words }: Difference): string {
  return field === inTextField ? words : `${field} ${words}`;
}

/** Returns the names of the differing fields, each once. */
export function fieldsIn(differences: readonly Difference[]): string[] {
  return [...new Set(differences.map(({ field }) => field))].filter((field) => field !== inTextField);
}

/** Compares a text that refers to pictures: its characters apart from the URLs, and each picture by its bytes. */
async function textOf(
  sent: PushedRecord,
  found: unknown,
  compared: Compared,
): Promise<{ description?: Told[]; inText: Told[] }> {
  const references = ('text_media' in sent && sent.text_media) || [];
  if (!('description' in sent) || references.length === 0 || typeof found !== 'string') return { inText: [] };
  const { is, placed } = compareText(sent.description, found, references);
  const description =
    is === 'same' ? [] : [{ field: 'description', words: is === 'other blanks' ? otherBlanks : otherSigns }];
  const inText: Told[] = [];
  for (const { address, now } of placed) {
    const reference = references.find((each) => each.address === address);
    const words = reference && (await ofPictureInText(reference, now, compared));
    if (words === otherPicture) description.push({ field: 'description', words: `${words} ${address}` });
    else if (words !== undefined)
      inText.push({ field: inTextField, words: `the picture ${address} in its text ${words}` });
  }
  return { description, inText };
}

async function ofPictureInText(
  reference: MediaReference,
  now: string,
  { fileOf, fetch, inTexts, beside }: Compared,
): Promise<string | undefined> {
  const sent = fileOf(reference);
  const isMoved = now !== reference.address;
  // A picture is not fetched if it could not be sent: its URL in the text is then still that of the old site.
  const there = sent && (isMoved || inTexts.areTaken()) ? (await fetchedHash(now, fetch)).hash : undefined;
  if (sent && (await isHashOf(there, sent))) return beside?.(now, reference);
  if (isMoved) return there === undefined ? `cannot be fetched at ${now}` : otherPicture;
  const why = sent && inTexts.refusal(sent);
  return `stays at that address${why === undefined ? '' : ` (${why})`}`;
}

async function difference(
  { field, kind }: { field: string; kind: FieldKind | undefined },
  said: unknown,
  found: unknown,
  compared: Compared,
): Promise<string | undefined> {
  if (isReference(said)) return ofFile(said, found, compared);
  if (Array.isArray(said)) return ofPictures(said as { image: MediaReference }[], found, compared);
  if (field === 'extra') return isDeepStrictEqual(said, found) ? undefined : 'is only in the archive';
  if (said === null || said === '')
    return found === undefined || found === null || found === ''
      ? undefined
      : 'exists there, but none was sent';
  if (said === found) return undefined;
  if (found === undefined || found === null || found === '') return 'is not stored there';
  if (typeof said === 'string' && typeof found === 'string' && withoutBlanks(said) === withoutBlanks(found))
    return otherBlanks;
  if (kind === 'moment' || kind === 'dayOrMoment') return `${said} is ${found} there`;
  return typeof said === 'string' && said.length > 100
    ? otherSigns
    : `${short(said)} is ${short(found)} there`;
}

const otherBlanks = 'has other whitespace there';
/**
 * Name under which differences of pictures in a text are reported. They do not mean that the words of the text were
 * changed.
 */
const inTextField = 'text_media';
const otherSigns = 'has other characters there';
const otherPicture = 'names another picture instead of';

async function ofFile(
  reference: MediaReference,
  found: unknown,
  { fileOf, fetch, beside }: Compared,
): Promise<string | undefined> {
  const sent = fileOf(reference);
  if (!sent) return found === undefined || found === null ? 'is not in the archive' : undefined;
  if (!isReference(found)) return 'is not stored there';
  const { hash: there } = await fetchedHash(found.address, fetch);
  if (await isHashOf(there, sent)) return beside?.(found.address, reference);
  return there === undefined ? `cannot be fetched at ${found.address}` : 'has other bytes there';
}

async function ofPictures(
  said: readonly { image: MediaReference }[],
  found: unknown,
  compared: Compared,
): Promise<string | undefined> {
  const there = Array.isArray(found) ? (found as { image: MediaReference }[]) : [];
  const obtainable = said.filter(({ image }) => compared.fileOf(image));
  if (there.length !== obtainable.length)
    return `are ${there.length} there, but ${obtainable.length} were sent`;
  for (const [at, { image }] of obtainable.entries()) {
    const words = await ofFile(image, there[at]?.image, compared);
    if (words !== undefined) return `number ${at + 1} ${words}`;
  }
  return undefined;
}

function short(value: unknown): string {
  return JSON.stringify(value).slice(0, 60);
}
