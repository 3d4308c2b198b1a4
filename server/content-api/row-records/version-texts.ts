import { createHash } from 'node:crypto';
import { KIB } from '#shared/limits.ts';
import { richTextWords } from '#shared/rich-text-words.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';

/**
 * A long text in pieces: the words between its large inline pictures, and the pictures, each stored once by its hash
 * (docs/decisions/0048). After a change of one word in a text with 25 MiB of pictures only the words are stored
 * again.
 */
export interface SplitText {
  /** Identifies the whole text. */
  hash: string;
  /** The words and the hashes of the pictures, alternating, as JSON: words first. */
  frame: string;
  pictures: ReadonlyMap<string, string>;
}

const picture = /data:[a-z]{1,20}\/[a-z0-9.+-]{1,60};base64,/g;
/** Pictures with fewer characters than this are not split off from the words. */
const shortest = 4096;

/** Splits a text into words and pictures. */
export function splitText(html: string): SplitText {
  const parts: string[] = [];
  const pictures = new Map<string, string>();
  let from = 0;
  for (const { 0: start, index } of html.matchAll(picture)) {
    // The end of a picture is searched separately: a regular expression for the whole picture would run out of stack
    // if the picture has megabytes.
    const beyond = /[^A-Za-z0-9+/=]/g;
    beyond.lastIndex = index + start.length;
    const end = beyond.exec(html)?.index ?? html.length;
    if (end - index < shortest) continue;
    const found = html.slice(index, end);
    const hash = hashOf(found);
    pictures.set(hash, found);
    parts.push(html.slice(from, index), hash);
    from = end;
  }
  parts.push(html.slice(from));
  const frame = JSON.stringify(parts);
  return { hash: hashOf(frame), frame, pictures };
}

/** Stores the parts of a text that are not stored yet. */
export async function storeText(tx: Db, { hash, frame, pictures }: SplitText): Promise<void> {
  const bodies = new Map([...pictures, [hash, frame]]);
  const known = await tx
    .selectFrom('version_texts')
    .select('hash')
    .where('hash', 'in', [...bodies.keys()])
    .execute();
  for (const { hash: name } of known) bodies.delete(name);
  for (const [name, body] of bodies)
    await tx.insertInto('version_texts').values({ hash: name, body }).execute();
}

/** Records that a version uses this text. */
export async function noteText(tx: Db, versionId: RowId, hash: string): Promise<void> {
  const hashes = [...new Set([hash, ...picturesOf(await frameOf(tx, hash))])];
  const rows = hashes.map((each) => ({ version_id: versionId, hash: each }));
  await tx.insertInto('version_text_uses').values(rows).execute();
}

/** Returns the text of a version, byte for byte. */
export async function wholeText(tx: Db, hash: string): Promise<string> {
  const frame = await frameOf(tx, hash);
  const hashes = picturesOf(frame);
  const rows =
    hashes.length === 0
      ? []
      : await tx.selectFrom('version_texts').selectAll().where('hash', 'in', hashes).execute();
  const bodies = new Map(rows.map(({ hash: name, body }) => [name, body]));
  return frame.map((part, index) => (index % 2 === 0 ? part : (bodies.get(part) ?? ''))).join('');
}

/** How much of a version's text is shown as words, in characters without its pictures. */
const wordsShown = 256 * KIB;

/** Returns the words of a version's text. Pictures are represented by the beginning of their hash; none is read. */
export async function wordsOf(tx: Db, hash: string): Promise<string> {
  const frame = await frameOf(tx, hash);
  const text = frame.map((part, index) => (index % 2 === 0 ? part : `#${part.slice(0, 6)}`)).join('');
  return richTextWords(text.length > wordsShown ? `${text.slice(0, wordsShown)} …` : text);
}

/**
 * Returns whether two texts are equal except for differences in their HTML that do not show. `before` is a stored
 * text, or the hash of one.
 */
export async function isSameText(tx: Db, before: SplitText | string, after: SplitText): Promise<boolean> {
  const hash = typeof before === 'string' ? before : before.hash;
  if (hash === after.hash) return true;
  const { comparableText } = await import('../../rich-text/comparable.ts');
  const parts = typeof before === 'string' ? await frameOf(tx, before) : partsOf(before.frame);
  return comparableText(withoutPictures(parts)) === comparableText(withoutPictures(partsOf(after.frame)));
}

/** Joins the parts, with each picture replaced by a short URL that contains its hash. */
function withoutPictures(parts: readonly string[]): string {
  return parts.map((part, index) => (index % 2 === 0 ? part : `/storage/${part}`)).join('');
}

/** Deletes texts that no version uses any more. */
export async function forgetTexts(tx: Db, versionIds: readonly RowId[]): Promise<void> {
  const used = await tx
    .selectFrom('version_text_uses')
    .select('hash')
    .distinct()
    .where('version_id', 'in', versionIds)
    .execute();
  await tx.deleteFrom('version_text_uses').where('version_id', 'in', versionIds).execute();
  const hashes = used.map(({ hash }) => hash);
  if (hashes.length === 0) return;
  await tx
    .deleteFrom('version_texts')
    .where('hash', 'in', hashes)
    .where('hash', 'not in', (select) =>
      select.selectFrom('version_text_uses').select('hash').where('hash', 'in', hashes),
    )
    .execute();
}

async function frameOf(tx: Db, hash: string): Promise<string[]> {
  const row = await tx
    .selectFrom('version_texts')
    .select('body')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return partsOf(row.body);
}

function partsOf(frame: string): string[] {
  return JSON.parse(frame) as string[];
}

function picturesOf(frame: readonly string[]): string[] {
  return frame.filter((_part, index) => index % 2 === 1);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
