import type { z } from 'zod';
import { type Fields, isFile, isPreviewed, namesWhere } from '#shared/entities/entity.ts';
import type { Field } from '#shared/entities/field.ts';
import { isAllowedImage } from '#shared/html-policy.ts';
import { readId } from '#shared/id.ts';
import { draftImage } from './publish/draft-image.ts';

/*
 * The form of a noun, by its descriptor: what it holds, what it begins with, what it sends, and the draft that a preview shows.
 */

/** Names of the fields that forms send as text. */
type TextName<Named extends Fields> = {
  [Name in keyof Named]: Named[Name]['input'] extends z.ZodType ? Name : never;
}[keyof Named] &
  string;
type NameOfKind<Named extends Fields, Kind> = {
  [Name in keyof Named]: Named[Name]['kind'] extends Kind ? Name : never;
}[keyof Named] &
  string;
type RemovableName<Named extends Fields> = {
  [Name in keyof Named]: Named[Name] extends { removable: true } ? Name : never;
}[keyof Named] &
  string;

/** The values of a form, under the names on the wire. All that is typed is text. */
export type EntityValues<Named extends Fields> = Record<TextName<Named>, string> &
  /** Null when none is chosen: the form library takes `undefined` for "no change". */
  Record<NameOfKind<Named, 'picture' | 'video'>, File | null> &
  /** Those to add; what is stored is no part of the form. */
  Record<NameOfKind<Named, 'pictures'>, File[]> &
  /** True when the stored file is to go. */
  Record<`remove_${RemovableName<Named>}`, boolean>;

/** The first values of a form: empty, or those of a stored thing. */
export function entityValues<Named extends Fields>(fields: Named, stored: object = {}): EntityValues<Named> {
  const said = stored as Record<string, unknown>;
  const values = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    if (field.input) return [[name, String(said[name] ?? '')]];
    if (!isFile(field)) return [];
    const chosen: [string, unknown] = [name, field.kind === 'pictures' ? [] : null];
    return field.removable ? [chosen, [`remove_${name}`, false]] : [chosen];
  });
  return Object.fromEntries(values) as EntityValues<Named>;
}

interface Sent {
  /** The host takes more than the known calls of docs/product.md §7. */
  extensions: boolean;
  /** Of a change: its id under the name of the call, and the version with which the edit began. */
  change?: Record<string, string | undefined>;
}

/**
 * Makes the body that a form sends (docs/product.md §7): its texts in the order of the descriptor, those of extensions behind the known ones, then what a
 * change says of itself, then files.
 */
export function entityForm<Named extends Fields>(
  fields: Named,
  values: EntityValues<Named>,
  { extensions, change }: Sent,
): FormData {
  const form = new FormData();
  const held = values as Record<string, unknown>;
  const all = Object.entries<Field>(fields);
  const known = all.filter(([, { extension }]) => !extension);
  const sent = extensions ? [...known, ...all.filter(([, { extension }]) => extension)] : known;
  for (const [name, { kind, input }] of sent)
    if (input) form.append(name, kind === 'rich' ? String(held[name]) : String(held[name]).trim());
  for (const [name, value] of Object.entries(change ?? {})) if (value) form.append(name, value);
  for (const [name, field] of sent) {
    const value = held[name];
    if (value instanceof File) form.append(name, value, value.name);
    else if (field.kind === 'pictures')
      for (const [index, file] of (value as File[]).entries())
        form.append(`${field.sentAs ?? name}[${index}]`, file, file.name);
    else if (change && held[`remove_${name}`]) form.append(`remove_${name}`, '1');
  }
  return form;
}

/** Makes the draft of a form that a preview shows. Rejects with `ApiError` for an image that cannot be read. */
export async function entityDraft<Named extends Fields>(
  fields: Named,
  values: EntityValues<Named>,
  stored: object = {},
): Promise<Record<string, unknown>> {
  const held = values as Record<string, unknown>;
  const draft: Record<string, unknown> = {};
  // One after the other: a picture takes much memory while it is made smaller.
  for (const name of namesWhere(fields, isPreviewed))
    draft[name] = await drafted(
      fields[name] as Field,
      held[name],
      (stored as Record<string, unknown>)[name],
      held[`remove_${name}`] === true,
    );
  return draft;
}

async function drafted(
  { kind }: Field,
  value: unknown,
  stored: unknown,
  isRemoved: boolean,
): Promise<unknown> {
  switch (kind) {
    case 'rich':
      return value;
    case 'reference':
      return readId(String(value)) ?? null;
    case 'picture':
      return value instanceof File ? draftImage(value) : shown(stored);
    case 'video':
      return value === null && !isRemoved ? shown(stored) : null;
    case 'pictures': {
      const images = (stored as { image: string }[] | undefined) ?? [];
      const all = images.flatMap(({ image }) => shown(image) ?? []);
      for (const file of value as File[]) all.push(await draftImage(file));
      return all;
    }
    default:
      return String(value).trim();
  }
}

function shown(address: unknown): string | null {
  return typeof address === 'string' && isAllowedImage(address) ? address : null;
}
