import type { z } from 'zod';
import type { FileField, TextField, UploadPolicy } from '../contract/upload-policy.ts';
import type { RouteName } from '../routes.ts';
import type { Field } from './field.ts';

export type Fields = Readonly<Record<string, Field>>;

/**
 * A part of the product that records of an entity have. One module each reads the trait: versions
 * and previews in `server/content-api/{versions,previews}`, schedules in `schedule`; `history` is a tool of the form.
 */
export type Trait = 'versions' | 'preview' | 'schedule' | 'history';

/**
 * The calls of admins for the records of an entity: read `all` of them, `search`, … (shared/contract/desk/content.ts).
 * Visitors read `list` and `one` (shared/contract/content.ts).
 */
export type UsualCall = 'all' | 'list' | 'one' | 'add' | 'change' | 'remove' | 'order' | 'search';

/** An entity of the product: its name in every layer, and its fields in the order of its form. */
export interface Entity<Named extends Fields = Fields> {
  /** Name in versions, the trash, searches, previews and host.json. */
  resource: string;
  /** One record with its article, in labels and in the activity log. */
  one: string;
  /** The area of its rights (shared/roles.ts): `content` for content.read and content.write. */
  area: 'content' | 'jobs' | 'applicants' | 'messages';
  /** Name in archives, and of several records in sentences. */
  archive: string;
  table: string;
  /** The field by whose value people recognise a record. */
  title: string;
  fields: Named;
  /** The order in which the form shows its first fields, if it differs from the order of `fields`. */
  form?: readonly string[];
  traits?: readonly Trait[];
  /** The route of the page that shows one record to visitors by its id. */
  page?: RouteName;
  /** The names of its usual calls in the contract, by what they do. */
  calls: { readonly [Does in UsualCall]?: string };
  /**
   * Tells its rows apart from others in the search index (server/database/search.ts): a number of its own from 14 to 31
   * (older ones are 2 to 6), which never changes. An entity without it has a search text in its own table.
   */
  mark?: number;
}

/** Returns the names of the fields of a change that remove a file. */
export function removalsOf(fields: Fields) {
  return namesWhere(fields, ({ removable }) => removable === true).map((name) => `remove_${name}`);
}

/** Begins words of a descriptor with a capital letter. */
export function capitalised(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the word for one record: "post" of "a post". */
export function wordFor({ one }: Pick<Entity, 'one'>) {
  return one.replace(/^an? /, '');
}

/** Returns the first word of the codes of texts about a kind of record, and its name among the uses of pictures. */
export function codeWord<Resource extends string>(resource: Resource) {
  return (resource === 'team_member' ? 'team' : resource) as CodeWord<Resource>;
}
export type CodeWord<Resource> = Resource extends 'team_member' ? 'team' : Resource;

/** Returns the descriptor with the exact type of each field. */
export function defineEntity<const Noun extends Entity>(noun: Noun) {
  return noun;
}

type Shape<Named extends Fields, Side extends 'answer' | 'input'> = {
  -readonly [Name in keyof Named as Named[Name][Side] extends z.ZodType ? Name : never]: Extract<
    Named[Name][Side],
    z.ZodType
  >;
};

/** Returns the shape of an entity in answers. */
export function answerShape<Named extends Fields>(fields: Named) {
  return shapeOf(fields, 'answer');
}

/** Returns the shape of an entity in forms, without its files. */
export function inputShape<Named extends Fields>(fields: Named) {
  return shapeOf(fields, 'input');
}

function shapeOf<Named extends Fields, Side extends 'answer' | 'input'>(fields: Named, side: Side) {
  const shapes = Object.entries(fields).map(([name, field]) => [name, field[side]] as const);
  return Object.fromEntries(shapes.filter(([, shape]) => shape !== undefined)) as Shape<Named, Side>;
}

/**
 * Returns the fields of an entity's multipart form. `more` are names of text fields that only one of the entity's
 * calls accepts.
 */
export function formOf(fields: Fields, more: readonly string[] = []): UploadPolicy {
  const named = Object.entries(fields);
  return {
    texts: [
      ...named.flatMap(([name, field]) => (field.input ? [textField(name, field)] : [])),
      ...more.map((name): TextField => ({ name, size: 'short' })),
    ],
    files: named.flatMap(([name, field]) => fileField(name, field) ?? []),
  };
}

function textField(name: string, { kind }: Field): TextField {
  return { name, size: kind === 'rich' ? 'rich' : kind === 'text' ? 'long' : 'short' };
}

function fileField(name: string, { kind, most = 1, sentAs = name }: Field): FileField | undefined {
  if (kind === 'picture') return { name, pattern: new RegExp(`^${name}$`), kind: 'image', maxCount: 1 };
  if (kind === 'video' || kind === 'captions') {
    return { name, pattern: new RegExp(`^${name}$`), kind, maxCount: 1 };
  }
  if (kind !== 'pictures') return undefined;
  return { name: sentAs, pattern: new RegExp(`^${sentAs}\\[\\d{1,3}\\]$`), kind: 'image', maxCount: most };
}

/** True for a picture, a video or its captions: one file, which answers contain as a URL. */
export function isSingleFile({ kind }: Pick<Field, 'kind'>) {
  return kind === 'picture' || kind === 'video' || kind === 'captions';
}

/** True for a file, or a list of pictures. */
export function isFile(field: Pick<Field, 'kind'>) {
  return field.kind === 'pictures' || isSingleFile(field);
}

/** True for fields that people fill in in the entity's form. */
function isInForm(field: Field) {
  return field.input !== undefined || isFile(field);
}

/** True for fields that versions contain: all that forms send, except those marked `not: versions`. */
export function isVersioned(field: Field) {
  return isInForm(field) && !field.not?.includes('versions');
}

/**
 * True for fields of which a draft has a value: all that people type, except those that can also change without a
 * save (`apart`) and those marked `not: previews`.
 */
export function isPreviewed({ input, apart, not }: Field) {
  return input !== undefined && !apart && !not?.includes('previews');
}

/** Returns the names of the fields that match `holds`, in the order of the descriptor. */
export function namesWhere(fields: Fields, holds: (field: Field) => boolean) {
  return Object.entries(fields).flatMap(([name, field]) => (holds(field) ? [name] : []));
}

/** Returns the fields of a form in display order, so that the first invalid one gets the focus. */
export function formOrder({ form = [], fields }: Entity) {
  return [...new Set([...form, ...namesWhere(fields, isInForm)])];
}
