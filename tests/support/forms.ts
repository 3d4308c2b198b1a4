import type { Test } from 'supertest';
import type { z } from 'zod';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { type Entity, removalsOf } from '#shared/entities/entity.ts';
import type { Field, FieldKind } from '#shared/entities/field.ts';
import { type ContentName, entities } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import { anotherColour, image, pdf, video } from './files.ts';

/** A part of a multipart form: a text or a file. */
export type FormPart =
  | { name: string; text: string }
  | { name: string; file: Buffer; filename: string; type: string };

export type Values = Readonly<Record<string, unknown>>;

/** Returns the parts of these texts, in order. */
export const textParts = (texts: Values): FormPart[] =>
  Object.entries(texts).map(([name, text]) => ({ name, text: String(text) }));

/** Adds the parts to the request, in order. */
export function sendForm(test: Test, parts: readonly FormPart[]) {
  return parts.reduce(
    (form, part) =>
      'text' in part
        ? form.field(part.name, part.text)
        : form.attach(part.name, part.file, { filename: part.filename, contentType: part.type }),
    test,
  );
}

/** Returns the form without the parts of these names. */
export function without(parts: readonly FormPart[], ...names: string[]) {
  return parts.filter((part) => !names.includes(part.name));
}

/** Returns the form with these texts replaced. */
export function withTexts(parts: readonly FormPart[], texts: Record<string, string>) {
  return parts.map((part) => {
    const text = texts[part.name];
    return text === undefined ? part : { name: part.name, text };
  });
}

export async function png(name: string, filename = 'picture.png'): Promise<FormPart> {
  return { name, file: await image('png', 40, 30, anotherColour()), filename, type: 'image/png' };
}

export async function jpeg(name: string, filename = 'picture.jpg'): Promise<FormPart> {
  return { name, file: await image('jpeg', 40, 30, anotherColour()), filename, type: 'image/jpeg' };
}

/** Joins several forms into one: texts before files, as the client sends them. */
export function joined(...forms: readonly FormPart[][]): FormPart[] {
  const all = forms.flat();
  return [...all.filter((part) => 'text' in part), ...all.filter((part) => 'file' in part)];
}

/**
 * The fields of posts and projects for search engines, lists and shares (docs/product.md §18); each text begins with
 * `words`.
 */
export async function seoFieldsForm(words: string): Promise<FormPart[]> {
  return [
    ...textParts({
      excerpt: `${words} & its excerpt`,
      search_title: `${words} in search`,
      search_description: `${words} described`,
    }),
    await png('share_image', 'share.png'),
  ];
}

/** The captions of a project's video. */
export function captionsForm(words: string): FormPart[] {
  const file = Buffer.from(`WEBVTT\n\n00:01.000 --> 00:04.000\n${words}\n`);
  return [{ name: 'captions', file, filename: 'film.vtt', type: 'text/vtt' }];
}

/** Body of the admin form for a job that can be opened. */
export const goodJob = {
  ...{ title: 'Señor UI-Designer', department: 'Design', employment_type: 'FULL_TIME' },
  ...{ location_type: 'hybrid', city: 'Peshawar', region: 'Khyber Pakhtunkhwa', country: 'Pakistan' },
  description: '<p>Draw <strong>screens</strong></p>',
  ...{ salary_min: 150_000, salary_max: 250_000.5, salary_currency: 'PKR', salary_unit: 'MONTH' },
  ...{ show_salary: 1, openings: 2, closes_at: '2999-12-31' },
};

/** What tests know of a new record. Its other fields have some value of their kind. */
const known: { [Name in ContentName]?: Values } = {
  blog: {
    blog_title: 'Über uns ✓',
    is_active: '1',
    description: '<p>Peshawar, <strong>پشاور</strong></p>',
  },
  project: { title: 'The film', description: '<h1>It moves</h1>', v_order: '3' },
  job: goodJob,
  team_member: { name: 'Zarghoona Ünal', designation: 'Sound designer', facebook_url: '' },
};

let made = 0;

/** Returns a value that a field of this kind keeps as it is, another one for each text. */
function someValue({ kind, label, words = [], input }: Field) {
  made += 1;
  const line = `${label} ${made} & “more”`;
  const typed: { [Kind in FieldKind]?: unknown[] } = {
    line: [line],
    text: [`${line}\r\nAnd more.`, `${made}\t${line}`],
    rich: [`<p>Words <strong>${made}</strong></p>`],
  };
  // Of the others a rule takes one alone: a choice, a link, a day, a code, a number, a year, a flag.
  const link = `https://studio.example/${made}`;
  const others = [...words.slice(-1), link, '2998-11-30', 'EUR', 7, 2007, 0];
  return (typed[kind] ?? others).find((value) => input?.safeParse(value).success);
}

interface Asked {
  /** True to send every field that the call takes, each with a value that it has neither by default nor in `known`. */
  every?: boolean;
  /** The record that is changed; without it the form is that of a new one. */
  row?: Values | undefined;
}

export function callOf(name: ContentName, { row }: Asked = {}): ContractRow {
  const { add, change } = entities[name].calls;
  return contract[row ? change : add];
}

/**
 * The texts of a noun's form. Without `every` they are those that a form sends to any host, but those that can also
 * change without a save.
 */
export function recordTexts(name: ContentName, texts: Values = {}, asked: Asked = {}): Values {
  const { fields }: Entity = entities[name];
  const { upload, body } = callOf(name, asked);
  const { every, row } = asked;
  const removals = Object.fromEntries(removalsOf(fields).map((removal) => [removal, '0']));
  const given: Values = { ...(every && { ...removals, updated_at: row?.updated_at }), ...texts };
  const sent = upload?.texts.map((text) => text.name) ?? Object.keys((body as z.ZodObject).shape);
  const valueFor = (text: string) => {
    const field = fields[text];
    if (text in given) return given[text];
    if (text === `${name}_id`) return row?.id;
    if (field?.kind === 'reference') return row?.[text];
    if (!field?.input) return undefined;
    const { [text]: fact } = every ? {} : (known[name] ?? {});
    return fact ?? (!every && (field.extension || field.apart) ? undefined : someValue(field));
  };
  const all = sent.map((text) => [text, valueFor(text)] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** A noun's form as the client sends it: of a new record with two pictures in each list, of a change with one more. */
export async function recordForm(
  name: ContentName,
  texts: Values = {},
  asked: Asked = {},
): Promise<FormPart[]> {
  const { fields }: Entity = entities[name];
  const { upload } = callOf(name, asked);
  const parts = textParts(recordTexts(name, texts, asked));
  for (const { name: sent, pattern, kind, maxCount } of upload?.files ?? []) {
    if (fields[sent]?.extension && !asked.every) continue;
    for (let at = 0; at < (maxCount > 1 && !asked.row ? 2 : 1); at += 1) {
      const names = [sent, `${sent}[]`, `${sent}[${at}]`, `${sent}[${at}][file]`];
      const field = names.find((each) => pattern.test(each)) ?? sent;
      if (kind === 'video')
        parts.push({ name: field, file: video('mp4'), filename: 'film.mp4', type: 'video/mp4' });
      else if (kind === 'captions') parts.push(...captionsForm(`Words ${made}`));
      else parts.push(await (at === 0 && !asked.row ? png : jpeg)(field));
    }
  }
  return parts;
}

/** saveBlog as the client sends it. */
export const blogForm = (texts?: Values) => recordForm('blog', texts);

/** editBlog as the client sends it. */
export const blogEditForm = (id: Id, texts?: Values) =>
  recordForm('blog', { blog_title: 'Edited', ...texts }, { row: { id } });

/** addProjectCategory as the client sends it, with a new title each time. */
export const categoryForm = () => recordForm('category');

/** addProject as the client sends it. */
export const projectForm = (category_id: Id) => recordForm('project', { category_id });

/** updateProject with one more image and another video. */
export const projectEditForm = (category_id: Id) =>
  recordForm('project', { title: 'The other film', category_id }, { row: {} });

/** addTeamMember as the client sends it. */
export const memberForm = (texts?: Values) => recordForm('team_member', texts);

/** applyJob as the client sends it. */
export function applicationForm(texts: Record<string, string> = {}) {
  const all = textParts({
    name: 'Ayesha Khan',
    email: 'ayesha@applicant.example',
    phone: '+92 300 1234567',
    city: 'پشاور',
    cover_letter: 'I draw.\r\n\r\nAnd I write.',
    portfolio_url: 'https://ayesha.example/work',
    linkedin_url: '',
    source: 'A friend',
    consent: '1',
    website: '',
    form_token: '',
  });
  const cv = { name: 'cv', file: pdf(), filename: 'CV Ayesha ✓.pdf', type: 'application/pdf' };
  return withTexts([...all, cv], texts);
}
