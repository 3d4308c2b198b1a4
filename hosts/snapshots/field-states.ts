import { createHash } from 'node:crypto';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { isFile, isSingleFile, namesWhere } from '#shared/entities/entity.ts';
import type { VersionValue } from '#shared/schemas/versions.ts';
import { withPlainLineEnds } from '../../server/rich-text/line-ends.ts';
import type { SentFields } from '../adapt/forms.ts';
import { sentNames } from '../host-file/entities.ts';
import type { Thing } from './host-reader.ts';
import { addressesIn, type Kind } from './kinds.ts';
import type { StateHead } from './revisions.ts';

/** Values that a form sends and that are no fields of the record. */
const noFields = new Set(['updated_at', 'blog_id']);
/** Name of the long text. Versions store its hash among their other fields, and the text itself separately. */
const longText = 'description';
/** Returns the names of the text fields that the form of a record sends. */
export function textNames(kind: Kind): string[] {
  const row: ContractRow = contract[kind.changes];
  const files = new Set(row.upload?.files.map(({ name }) => name));
  return sentNames(row).filter(
    (name) => !files.has(name) && !noFields.has(name) && !name.startsWith('remove_'),
  );
}

/**
 * Returns the names of the fields with a single file. Fields with a list of pictures are left out, because a save
 * only adds pictures to a list and overwrites none.
 */
export function fileNames(kind: Kind): string[] {
  return namesWhere(kind.noun.fields, isSingleFile);
}

/** Returns the names of the fields that restoring a version leaves unchanged. */
export function neverRestored({ noun }: Kind): readonly string[] {
  return namesWhere(noun.fields, ({ apart }) => apart === true);
}

/** Returns the content of a record as a version stores it, without fields that the host does not send. */
export async function stateOf(
  kind: Kind,
  thing: Thing,
): Promise<Pick<StateHead, 'title' | 'fields' | 'textHash'>> {
  const fields: Record<string, VersionValue> = {};
  for (const name of textNames(kind)) {
    const value = name === longText ? undefined : wireValue(thing[name]);
    if (value !== undefined) fields[name] = value;
  }
  for (const [name, field] of Object.entries(kind.noun.fields)) {
    if (!isFile(field)) continue;
    const value = field.kind === 'pictures' ? listOf(thing[name]) : wireValue(thing[name]);
    if (value !== undefined) fields[name] = value;
  }
  const title = thing[kind.noun.title];
  return { title: typeof title === 'string' ? title : '', fields, textHash: await hashOf(textOf(thing)) };
}

/** Returns the long text of a record; '' if it is missing. */
export function textOf(thing: Thing): string {
  const text = thing[longText];
  return typeof text === 'string' ? text : '';
}

/** Returns the names of the fields in which two states differ, except for the fields of `neverRestored`. */
export function differences(
  kind: Kind,
  before: Pick<StateHead, 'fields' | 'textHash'>,
  after: Pick<StateHead, 'fields' | 'textHash'>,
): string[] {
  const names = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)]);
  const changed = [...names].filter(
    (name) => !neverRestored(kind).includes(name) && !isSame(before.fields[name], after.fields[name]),
  );
  return before.textHash === after.textHash ? changed : [...changed, longText];
}

/**
 * Returns the names of the fields that a form changes in a record (`changed`), and of the single-file fields among
 * them whose file the form replaces or removes (`replaced`).
 */
export async function changesOf(
  kind: Kind,
  thing: Thing,
  said: SentFields,
): Promise<{ changed: string[]; replaced: string[] }> {
  const texts = new Set(textNames(kind));
  const changed: string[] = [];
  for (const [name, value] of said.values) {
    if (!texts.has(name) || thing[name] === undefined) continue;
    const isAsBefore =
      name === longText
        ? (await hashOf(String(value))) === (await hashOf(textOf(thing)))
        : isSame(wireValue(value), wireValue(thing[name]));
    if (!isAsBefore) changed.push(name);
  }
  const row: ContractRow = contract[kind.changes];
  const sent = said.files.flatMap(
    (file) => row.upload?.files.find(({ pattern }) => pattern.test(file.name))?.name ?? [],
  );
  const removed = said.values.flatMap(([name, value]) =>
    name.startsWith('remove_') && String(value) === '1' ? [name.slice('remove_'.length)] : [],
  );
  const files = [...new Set([...sent, ...removed])];
  const names = files.map((name) => answeredAs(kind, name));
  return {
    changed: [...changed, ...names],
    replaced: fileNames(kind).filter((name) => files.includes(name)),
  };
}

/**
 * Returns the name that a form field has in answers. A list of files has one name in forms and another in answers.
 */
function answeredAs({ noun }: Kind, sent: string): string {
  return Object.entries(noun.fields).find(([, { sentAs }]) => sentAs === sent)?.[0] ?? sent;
}

function wireValue(value: unknown): VersionValue | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' || typeof value === 'number' || value === null ? value : undefined;
}

/** Returns the URLs of a list of pictures; undefined if the host sends no list. */
function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? addressesIn(value) : undefined;
}

/** Compares two values as texts, with null as the empty text, since forms know only texts. */
function isSame(one: VersionValue | undefined, other: VersionValue | undefined): boolean {
  return JSON.stringify([one ?? ''].flat().map(plain)) === JSON.stringify([other ?? ''].flat().map(plain));
}

/**
 * Returns a value in comparable form. The query of a path is removed, since a host may sign the URL of an unchanged
 * file anew each time.
 */
function plain(value: string | number): string {
  const text = withPlainLineEnds(String(value)).trim();
  return /^\/(?!\/)/.test(text) ? text.replace(/\?.*$/s, '') : text;
}

async function hashOf(text: string): Promise<string> {
  // Imported only when needed: the module loads a large HTML parser, and many servers never compare long texts of a
  // host.
  const { comparableText } = await import('../../server/rich-text/comparable.ts');
  return createHash('sha256').update(comparableText(text)).digest('base64url');
}
