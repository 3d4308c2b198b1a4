import { type ContractRow, callsOf, contract } from '#shared/contract/index.ts';
import { type Entity, isFile, isSingleFile, isVersioned, namesWhere } from '#shared/entities/entity.ts';
import { contentNames, entities } from '#shared/entities/index.ts';
import type { KeptResource, ListedVersion } from '#shared/schemas/versions.ts';
import { withPlainLineEnds } from '../../server/rich-text/line-ends.ts';
import type { SentFields } from '../adapt/requests.ts';
import type { Values } from '../call-body.ts';

/** A record as a host sends it. */
export type Thing = Record<string, unknown> & { id: string | number };

/** A kind of record, with the calls that read and write it. */
function kindOf(noun: Entity & { resource: KeptResource }) {
  const { all, list, one, add, change, remove } = callsOf(noun.resource);
  return {
    noun,
    deletes: remove,
    adds: add,
    changes: change,
    /** The call that reads one record, and the list in which a record is found if the host has no such call. */
    one,
    list: [all, list].find((name) => name && (contract[name] as ContractRow).id === undefined),
  };
}

/**
 * All kinds that this site can restore by the host's own calls. Applicants, their notes and messages are missing on
 * purpose: personal data whose deletion was promised must not be stored elsewhere.
 */
export const kinds = contentNames.map((name) => kindOf(entities[name]));

export type Kind = (typeof kinds)[number];

/** Returns the URLs of a record's files, each with the form field in which the file is sent to the host again. */
export function filesOf({ adds, noun }: Kind, thing: Record<string, unknown>) {
  const forms = (contract[adds] as ContractRow).upload?.files ?? [];
  return Object.entries(noun.fields).flatMap(([name, field]) => {
    const { kind, sentAs = name } = field;
    if (isSingleFile(field)) return addressOf(thing[name]).map((address) => ({ field: name, address }));
    if (kind !== 'pictures') return [];
    // The form fields for a list of pictures are numbered only where the contract expects a number.
    const isNumbered = forms.some(({ pattern }) => pattern.test(`${sentAs}[0]`));
    return addressesIn(thing[name]).map((address, index) => ({
      field: `${sentAs}[${isNumbered ? index : ''}]`,
      address,
    }));
  });
}

/** Returns the URLs of a list of pictures. */
function addressesIn(list: unknown) {
  return Array.isArray(list)
    ? list.flatMap((each?: { image?: unknown } | null) => addressOf(each?.image))
    : [];
}

function addressOf(value: unknown) {
  return typeof value === 'string' && value !== '' ? [value] : [];
}

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
  return names.filter((name) => (name === longText ? isText : !isSame(before[name], after[name])));
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
  return plain(versionValue(one)) === plain(versionValue(other));
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
