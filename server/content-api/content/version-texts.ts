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
  /** The words and the hashes of the pictures, alternating: words first. */
  parts: readonly string[];
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
  return { hash: hashOf(JSON.stringify(parts)), parts, pictures };
}

/** Stores the parts of a version's text that are not stored yet. */
export async function storeText(tx: Db, versionId: RowId, { hash, parts, pictures }: SplitText) {
  const bodies = new Map([...pictures, [hash, JSON.stringify(parts)]]);
  const uses = [...bodies.keys()].map((each) => ({ version_id: versionId, hash: each }));
  const known = await tx
    .selectFrom('version_texts')
    .select('hash')
    .where('hash', 'in', [...bodies.keys()])
    .execute();
  for (const { hash: name } of known) bodies.delete(name);
  for (const [name, body] of bodies)
    await tx.insertInto('version_texts').values({ hash: name, body }).execute();
  await tx.insertInto('version_text_uses').values(uses).execute();
}

/** Returns the text of a version, byte for byte. */
export async function wholeText(tx: Db, hash: string): Promise<string> {
  const { parts } = await storedText(tx, hash);
  const hashes = parts.filter((_part, index) => index % 2 === 1);
  const rows =
    hashes.length === 0
      ? []
      : await tx.selectFrom('version_texts').selectAll().where('hash', 'in', hashes).execute();
  const bodies = new Map(rows.map(({ hash: name, body }) => [name, body]));
  return joined(parts, (picture) => bodies.get(picture) ?? '');
}

/** How much of a version's text is shown as words, in characters without its pictures. */
const wordsShown = 256 * KIB;

/** Returns the words of a version's text. Pictures are represented by the beginning of their hash; none is read. */
export async function wordsOf(tx: Db, hash: string): Promise<string> {
  const { parts } = await storedText(tx, hash);
  const text = joined(parts, (picture) => `#${picture.slice(0, 6)}`);
  return richTextWords(text.length > wordsShown ? `${text.slice(0, wordsShown)} …` : text);
}

type Parts = Pick<SplitText, 'hash' | 'parts'>;

/** Returns whether two texts are equal except for differences in their HTML that do not show. */
export async function isSameText(before: Parts, after: Parts): Promise<boolean> {
  if (before.hash === after.hash) return true;
  const { comparableText } = await import('../../rich-text/comparable.ts');
  const [was, is] = [before, after].map(({ parts }) =>
    comparableText(joined(parts, (picture) => `/storage/${picture}`)),
  );
  return was === is;
}

/** Joins the parts, with a text for each picture. */
function joined(parts: readonly string[], pictureOf: (hash: string) => string) {
  return parts.map((part, index) => (index % 2 === 0 ? part : pictureOf(part))).join('');
}

/** Deletes texts that no version uses any more. */
export async function forgetTexts(tx: Db, versionIds: readonly RowId[]) {
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

/** Reads a stored text without its pictures. */
export async function storedText(tx: Db, hash: string) {
  const row = await tx
    .selectFrom('version_texts')
    .select('body')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return { hash, parts: JSON.parse(row.body) as string[] };
}

function hashOf(text: string) {
  return createHash('sha256').update(text).digest('hex');
}
