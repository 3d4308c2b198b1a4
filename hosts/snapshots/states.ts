import { isFile, isVersioned, namesWhere } from '#shared/entities/entity.ts';
import type { ListedVersion } from '#shared/schemas/versions.ts';
import { withPlainLineEnds } from '../../server/rich-text/line-ends.ts';
import type { SentFields } from '../adapt/forms.ts';
import type { Values } from '../call-body.ts';
import { addressesIn, type Kind } from './kinds.ts';
import type { Thing } from './store.ts';

const longText = 'description';

/** How a state came about: by whom, when, and with which changed fields. */
export type Made = Omit<ListedVersion, 'id' | 'number' | 'title'>;

/** A state of a host's record before it was saved over; the record itself is stored beside it. */
export interface StateHead {
  title: string;
  /** `made` is the save that created this state, `next` is the save that replaced it. */
  made: Made;
  next: Made;
}

export const titleOf = ({ noun }: Kind, thing: Thing) => String(thing[noun.title] ?? '');

/** Returns the content of a record as a version shows it, without fields that the host does not send. */
export function fieldsOf({ noun }: Kind, thing: Thing) {
  const names = namesWhere(noun.fields, isVersioned).filter((name) => name !== longText);
  const fields = names.map((name) => [name, versionValue(thing[name])]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Returns the long text of a record; '' if it is missing. */
export function textOf(thing: Thing) {
  return String(thing[longText] ?? '');
}

/**
 * Returns the texts that are sent to the host so that a record is as it was `then`. Fields that a restore never changes
 * (`apart`) have their values of `now`.
 */
export function textsOf({ noun }: Kind, then: Thing, now: Thing): Values {
  return Object.entries(noun.fields).flatMap(([name, { input, apart }]) => {
    const value = (apart || then[name] === undefined ? now : then)[name] ?? null;
    // Nothing is sent only for a field that has content now: a field without content may not exist at the host.
    const isSent = value === null ? (now[name] ?? '') !== '' : typeof value !== 'object';
    return input && isSent ? [[name, value]] : [];
  });
}

/**
 * Returns the names of the fields in which two states differ, in the order of the descriptor. Fields that can change
 * without a save (`apart`) do not count, unless `all` is true.
 */
export async function differences({ noun }: Kind, before: Thing, after: Thing, all = false) {
  const [text, other] = [textOf(before), textOf(after)];
  const isText = text !== other && (await plainText(text)) !== (await plainText(other));
  const names = namesWhere(noun.fields, (field) => isVersioned(field) && (all || !field.apart));
  return names.filter((name) =>
    name === longText ? isText : !isSame(versionValue(before[name]), versionValue(after[name])),
  );
}

/**
 * Returns the names of the fields that a form changes in a record: of its texts, and of its files, which are sent under
 * their own name or removed by `remove_` and that name.
 */
export async function changesOf(kind: Kind, thing: Thing, { values, files }: SentFields) {
  const sent = values.filter(([name]) => kind.noun.fields[name]?.input && thing[name] !== undefined);
  const after: Thing = { ...thing, ...Object.fromEntries(sent) };
  const touched = [
    ...files.map(({ name }) => name.replace(/\[.*/, '')),
    ...values.flatMap(([name, value]) => (String(value) === '1' ? name.replace(/^remove_/, '') : [])),
  ];
  const ofFiles = Object.entries(kind.noun.fields).flatMap(([name, field]) =>
    isFile(field) && touched.includes(field.sentAs ?? name) ? [name] : [],
  );
  return [...(await differences(kind, thing, after, true)), ...ofFiles];
}

/** Compares two values as texts, with nothing as the empty text, since forms know only texts. */
export function isSame(one: unknown, other: unknown) {
  return plain(one) === plain(other);
}

/** The query of an address is removed, since a host may sign the address of an unchanged file anew each time. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(plain));
  const text = withPlainLineEnds(String(value ?? '')).trim();
  return /^\/(?!\/)/.test(text) ? text.replace(/\?.*$/s, '') : text;
}

function versionValue(value: unknown) {
  if (Array.isArray(value)) return addressesIn(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' || typeof value === 'number' || value === null ? value : undefined;
}

async function plainText(text: string) {
  // Imported only when needed: the module loads a large HTML parser, and many servers never compare long texts of a
  // host.
  const { comparableText } = await import('../../server/rich-text/comparable.ts');
  return comparableText(text);
}
