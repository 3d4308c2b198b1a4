import type { z } from 'zod';
import type { FileField, TextField, UploadPolicy } from '../contract/row.ts';
import type { Field } from './field.ts';

export type Fields = Readonly<Record<string, Field>>;

/** A noun of the product: its name in every layer, and its fields in the order of its form. */
export interface Entity<Named extends Fields = Fields> {
  /** In versions, the trash, searches, previews and host.json. */
  resource: string;
  /** In archives. */
  archive: string;
  table: string;
  /** The field by which people know one. */
  title: string;
  fields: Named;
  /** The order in which the form shows its first fields, where that is not the order on the wire. */
  form?: readonly string[];
}

/** Keeps the exact type of each field. */
export function defineEntity<const Noun extends Entity>(noun: Noun): Noun {
  return noun;
}

type Shape<Named extends Fields, Side extends 'answer' | 'input'> = {
  -readonly [Name in keyof Named as Named[Name][Side] extends z.ZodType ? Name : never]: Extract<
    Named[Name][Side],
    z.ZodType
  >;
};

/** The shape of a noun in answers. */
export function answerShape<Named extends Fields>(fields: Named): Shape<Named, 'answer'> {
  return shapeOf(fields, 'answer');
}

/** The shape of a noun in forms, without its files. */
export function inputShape<Named extends Fields>(fields: Named): Shape<Named, 'input'> {
  return shapeOf(fields, 'input');
}

function shapeOf<Named extends Fields, Side extends 'answer' | 'input'>(
  fields: Named,
  side: Side,
): Shape<Named, Side> {
  const shapes = Object.entries(fields).map(([name, field]) => [name, field[side]] as const);
  return Object.fromEntries(shapes.filter(([, shape]) => shape !== undefined)) as Shape<Named, Side>;
}

/** The fields of a noun's multipart form; `more` are texts that only one of its calls takes. */
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
  if (kind === 'video') return { name, pattern: new RegExp(`^${name}$`), kind: 'video', maxCount: 1 };
  if (kind !== 'pictures') return undefined;
  return { name: sentAs, pattern: new RegExp(`^${sentAs}\\[\\d{1,3}\\]$`), kind: 'image', maxCount: most };
}

/** True for a picture or a video: one file, answered as an address. */
export function isSingleFile({ kind }: Pick<Field, 'kind'>): boolean {
  return kind === 'picture' || kind === 'video';
}

/** True for a file, or a list of pictures. */
export function isFile(field: Pick<Field, 'kind'>): boolean {
  return field.kind === 'pictures' || isSingleFile(field);
}

/** True for what people write in the form of a noun. */
function isInForm(field: Field): boolean {
  return field.input !== undefined || isFile(field);
}

/** True for what versions tell: all that forms send. */
export function isVersioned(field: Field): boolean {
  return isInForm(field) && !field.not?.includes('versions');
}

/** True for what a draft shows: all that forms send, but for what is as if it were public already. */
export function isPreviewed(field: Field): boolean {
  return isInForm(field) && !field.apart && !field.not?.includes('previews');
}

/** The names of the fields of which this is true, in the order of the descriptor. */
export function namesWhere(fields: Fields, holds: (field: Field) => boolean): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (holds(field) ? [name] : []));
}

/** The fields of a form in the order in which it shows them: the first bad one gets the focus. */
export function formOrder({ form = [], fields }: Entity): string[] {
  return [...new Set([...form, ...namesWhere(fields, isInForm)])];
}
