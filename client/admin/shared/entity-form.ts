import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { textOf } from '#shared/desk-messages.ts';
import { type Entity, type Fields, formOrder, isFile, namesWhere } from '#shared/entities/entity.ts';
import type { Field } from '#shared/entities/field.ts';
import { plainText } from '#shared/plain-text.ts';
import { textTooLarge } from '../../editor/text-size.ts';
import type { Stored } from '../../forms/conflict.ts';
import { type Problems, problemsOf } from '../../forms/form-rules.ts';

/*
 * The form of an entity, derived from its descriptor: initial values, validation and request body.
 */

/**
 * Values of a form, by the fields' names in the contract. Typed values are text, except switches, which are booleans. A
 * file is null if none is chosen, because `undefined` means "no change" to the form library; a list has the files to add,
 * under the name under which they are sent. `remove_` with the name of a file is true if the stored one is to be removed.
 */
export type EntityValues = FieldValues;

/**
 * Returns the fields of a form as the call that saves it accepts them: of files that it cannot take only stored ones that
 * can be removed, and each choice with the words that it accepts and the one that is stored. `accepted` returns the
 * accepted values of a field, or undefined if all are.
 */
export function acceptedFields(
  fields: Fields,
  accepted: (name: string) => readonly string[] | undefined,
  stored: FieldValues = {},
): Fields {
  const all = Object.entries<Field>(fields).flatMap(([name, field]) => {
    const values = accepted(field.sentAs ?? name);
    if (!values) return [[name, field]];
    if (isFile(field)) {
      const most = [stored[name] || []].flat().length;
      const canRemove = field.removable
        ? accepted(`remove_${name}`)?.length !== 0
        : field.kind === 'pictures';
      return most > 0 && canRemove ? [[name, { ...field, most }]] : [];
    }
    // A field that the call does not send stays, and the form says so.
    if (values.length === 0) return [[name, field]];
    const words = field.words?.filter((word) => values.includes(word) || word === stored[name]);
    return [[name, { ...field, words }]];
  });
  return Object.fromEntries(all);
}

/** Returns the initial values of a form: those of the stored record, or empty ones without a record. */
export function entityValues(fields: Fields, stored: FieldValues = {}): EntityValues {
  const values = Object.entries(fields).flatMap(([name, field]) => {
    if (field.input && !field.moved) return [[name, typedValue(field, stored[name])]];
    if (!isFile(field)) return [];
    const chosen: [string, unknown] = [field.sentAs ?? name, field.kind === 'pictures' ? [] : null];
    return field.removable ? [chosen, [`remove_${name}`, false]] : [chosen];
  });
  return Object.fromEntries(values);
}

/** Returns the values of a new record with the first accepted word in place of a choice that is not accepted. */
export function withAcceptedChoices(fields: Fields, values: EntityValues): EntityValues {
  const entries = Object.entries(values).map(([name, value]) => {
    const words = fields[name]?.words;
    return [name, !words || value === '' || words.includes(value) ? value : (words[0] ?? value)];
  });
  return Object.fromEntries(entries);
}

function typedValue({ kind, stored, fallback, words }: Field, said: unknown) {
  if (kind === 'flag' && stored === 'fallback') return (said ?? fallback) === 1;
  // A required choice starts with its first option.
  const first = stored === 'nullable' ? undefined : words?.[0];
  return String(said ?? first ?? '');
}

/** Converts a stored record to the initial state of its form. */
export function storedEntity(fields: Fields, row: FieldValues): Stored<EntityValues> {
  const beside = namesWhere(fields, isFile).map((name) => {
    const file: unknown = row[name];
    return [name, Array.isArray(file) ? file.map(({ id }) => id) : file];
  });
  return { stored: entityValues(fields, row), version: row.updated_at, beside: Object.fromEntries(beside) };
}

/**
 * Returns the fields of a form in the order in which they are shown, so that the first invalid one gets the focus.
 */
export function formFields(noun: Entity) {
  const shown = formOrder(noun).filter((name) => !noun.fields[name]?.moved);
  return shown.map((name) => noun.fields[name]?.sentAs ?? name);
}

/**
 * Creates the validation of a form, which reports the errors that the server would report, with the same texts. It
 * checks the contract's schema, the files that a new record needs, and whether a rich text is too large, before
 * megabytes are sent in vain.
 */
export function entityRules(
  fields: Fields,
  schema: z.ZodType,
): (values: EntityValues, isNew: boolean) => Problems<EntityValues> {
  return (values, isNew) => {
    const problems = problemsOf<EntityValues>(schema, values);
    for (const [name, { kind, sentAs = name, neededAs }] of Object.entries<Field>(fields)) {
      const tooLarge = kind === 'rich' && textTooLarge(String(values[name]));
      if (tooLarge) problems[name] ??= tooLarge;
      const isMissing = [values[sentAs]].flat().every((file) => !file);
      if (isNew && neededAs && isMissing) problems[sentAs] = textOf(neededAs);
    }
    return problems;
  };
}

interface Sent {
  /** True if the host accepts the fields that this product adds to the calls of docs/product.md §7. */
  extensions?: boolean;
  /**
   * Extra fields when a stored record is changed: its id, under the name that the call has for it, and the version on
   * which the edit is based.
   */
  change?: Record<string, string | undefined>;
  /** Returns the part name of one file of a list; by default the list's name with the index, e.g. `images[0]`. */
  partName?: PartName;
}

type PartName = (list: string, index: number) => string;

/**
 * Returns the body that a form sends. It contains, in this order: the texts of the fields of docs/product.md §7, in
 * the order of the descriptor; the texts of extension fields; the fields of `change`; and the files.
 */
export function entityForm(
  fields: Fields,
  values: EntityValues,
  { extensions, change, partName = (list, index) => `${list}[${index}]` }: Sent = {},
) {
  const form = new FormData();
  const sent = sentFields(fields, extensions);
  for (const [name, { kind, input, moved }] of sent) {
    if (input && !moved) form.append(name, sentText(kind, input, values[name]));
  }
  for (const [name, value] of Object.entries(change ?? {})) if (value) form.append(name, value);
  for (const [name, field] of sent) {
    const parts = fileParts(name, field, values[field.sentAs ?? name], partName);
    for (const [part, file] of parts) form.append(part, file, file.name);
    // `remove_…` is sent only if no new file is chosen, because a new file replaces the stored one anyway.
    if (change && parts.length === 0 && values[`remove_${name}`]) form.append(`remove_${name}`, '1');
  }
  return form;
}

/** Returns the fields of docs/product.md §7, followed by the extension fields if the host accepts them. */
function sentFields(fields: Fields, extensions = false) {
  const all = Object.entries<Field>(fields);
  const known = all.filter(([, { extension }]) => !extension);
  return extensions ? [...known, ...all.filter(([, { extension }]) => extension)] : known;
}

/** Texts are sent as the field's rule makes them plain, so that an API host gets what our engine would store. */
function sentText(kind: Field['kind'], input: z.ZodType, value: unknown) {
  const text = typeof value === 'boolean' ? String(Number(value)) : String(value);
  if (kind === 'rich') return text;
  const read = ['line', 'text', 'link'].includes(kind) ? input.safeParse(text).data : undefined;
  return typeof read === 'string' ? read : plainText(text);
}

/** Returns the chosen files of a field, each with its part name. */
function fileParts(
  name: string,
  { kind, sentAs = name }: Field,
  value: unknown,
  partName: PartName,
): [part: string, file: File][] {
  if (value instanceof File) return [[name, value]];
  if (kind !== 'pictures') return [];
  return (value as File[]).map((file, index) => [partName(sentAs, index), file]);
}
