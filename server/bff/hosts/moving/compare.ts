import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { MediaReference } from '../../../archive/records.ts';
import type { FetchMedia } from './host-source.ts';
import type { FileOf, PushedRecord } from './outgoing.ts';

/** A field in which a thing of the host is not what the archive says, in words. */
export interface Difference {
  field: string;
  words: string;
}

type Fields = Record<string, unknown>;

/** Told in another way, or by itself. */
const apart = new Set(['id', 'text_media', 'former_titles', 'category_id']);

export interface Compared {
  fileOf: FileOf;
  fetch: FetchMedia;
}

/**
 * What is there otherwise than it was sent. What an archive does not say is not compared. Pictures are fetched, and go by the hash of their
 * bytes.
 */
export async function compare(
  sent: PushedRecord,
  found: PushedRecord,
  compared: Compared,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const present = found as Fields;
  for (const [field, value] of Object.entries(sent as Fields)) {
    if (apart.has(field) || value === undefined) continue;
    const words = await difference(field, value, present[field], compared);
    if (words !== undefined) differences.push({ field, words });
  }
  return differences;
}

async function difference(
  field: string,
  said: unknown,
  found: unknown,
  compared: Compared,
): Promise<string | undefined> {
  if (isReference(said)) return ofFile(said, found, compared);
  if (Array.isArray(said)) return ofPictures(said as { image: MediaReference }[], found, compared);
  if (field === 'extra') return isDeepStrictEqual(said, found) ? undefined : 'is kept in the archive alone';
  if (said === null || said === '')
    return found === undefined || found === null || found === '' ? undefined : 'is there, and none was sent';
  if (said === found) return undefined;
  if (found === undefined || found === null || found === '') return 'is not kept there';
  if (typeof said === 'string' && typeof found === 'string' && withoutBlanks(said) === withoutBlanks(found))
    return otherBlanks;
  if (/_at$/.test(field)) return `${said} is ${found} there`;
  return typeof said === 'string' && said.length > 100
    ? 'has other signs there'
    : `${short(said)} is ${short(found)} there`;
}

/** Many hosts cut blanks off the ends of what they are sent, or write line ends in their own way. */
export const otherBlanks = 'has other blanks there';

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

async function ofFile(
  reference: MediaReference,
  found: unknown,
  { fileOf, fetch }: Compared,
): Promise<string | undefined> {
  const sent = fileOf(reference);
  if (!sent) return found === undefined || found === null ? 'is not in the archive' : undefined;
  if (!isReference(found)) return 'is not kept there';
  const there = await hashAt(found.address, fetch);
  if (there === sent.sha256) return undefined;
  return there === undefined ? `cannot be had at ${found.address}` : 'has other bytes there';
}

async function ofPictures(
  said: readonly { image: MediaReference }[],
  found: unknown,
  compared: Compared,
): Promise<string | undefined> {
  const there = Array.isArray(found) ? (found as { image: MediaReference }[]) : [];
  const obtainable = said.filter(({ image }) => compared.fileOf(image));
  if (there.length !== obtainable.length)
    return `are ${there.length} there, and ${obtainable.length} were sent`;
  for (const [at, { image }] of obtainable.entries()) {
    const words = await ofFile(image, there[at]?.image, compared);
    if (words !== undefined) return `number ${at + 1} ${words}`;
  }
  return undefined;
}

async function hashAt(address: string, fetch: FetchMedia): Promise<string | undefined> {
  const content = await fetch(address);
  if ('refused' in content) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of content.bytes) hash.update(chunk);
  return hash.digest('hex');
}

function isReference(value: unknown): value is MediaReference {
  return typeof value === 'object' && value !== null && 'file' in value && 'address' in value;
}

function short(value: unknown): string {
  return JSON.stringify(value).slice(0, 60);
}
