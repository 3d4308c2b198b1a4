import { Parser } from 'htmlparser2';
import type { z } from 'zod';
import { deskFields } from '#shared/entities/applicant.ts';
import { type Entity, inputShape, isSingleFile, namesWhere } from '#shared/entities/entity.ts';
import type { Field } from '#shared/entities/field.ts';
import { contentNames, type EntityName, entities } from '#shared/entities/index.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { fieldsOf } from '#shared/schemas/fields.ts';
import { jobInputSchema } from '#shared/schemas/job.ts';
import { endOf } from '#shared/schemas/job-words.ts';
import { isDate, isDateTime } from '#shared/text-formats.ts';
import { emailKey, searchedTextOf } from '../../server/content-api/applicants/apply-routes.ts';
import { dayOf, retainUntil } from '../../server/content-api/applicants/retention.ts';
import { tables } from '../../server/content-api/content/tables.ts';
import { fileColumns } from '../../server/content-api/media/store.ts';
import { ownSearchText, searchTextOf } from '../../server/database/search.ts';
import { ArchiveProblem, type Value } from './format.ts';

/** A row on its way into or out of an archive, by the names of its columns. */
export type Values = Record<string, unknown>;

/** One kind of content that people own: the table of the rows, and the tables of the parts of a row. */
export type Noun = ReturnType<typeof nounOf>;

/** The rule of the form for a row, and the columns that it may lack: other products do not require them. */
const forms: Record<string, [form: z.ZodType, mayLack: readonly string[]]> = Object.fromEntries(
  contentNames.map((name) => {
    const { table, fields }: Entity = entities[name];
    const mayLack = namesWhere(fields, ({ fallback }) => fallback === '');
    if (name !== 'job') return [table, [fieldsOf(inputShape(fields)), mayLack]];
    return [table, [jobInputSchema, [...mayLack, 'city', 'country', 'salary_currency', 'salary_unit']]];
  }),
);

/** Parts of rows that no descriptor has. */
const otherParts: Record<string, readonly string[]> = {
  categories: ['former_category_titles'],
  applicants: ['applicant_submissions', 'applicant_notes', 'applicant_events'],
};

/** `name` is that of `--only`; `parts` are tables of what belongs to a row, with the column that has the id of the row. */
function nounOf({ archive, table, resource, fields }: Entity & { resource: EntityName }) {
  const pictures = Object.values<Field>(fields).flatMap(({ parts }) => parts?.table ?? []);
  const parts = [...pictures, ...(otherParts[table] ?? [])].map((part): [string, string] => [
    part,
    `${resource}_id`,
  ]);
  return { name: archive, table, resource, fields, parts: Object.fromEntries(parts) };
}

const { category, project, blog, job, applicant, ...others } = entities;
/** All kinds of content, in the order of their import: rows come after the rows to which they refer. */
export const nouns: readonly Noun[] = [
  category,
  project,
  blog,
  job,
  // Input that a person has sent is in rows of its own.
  { ...applicant, fields: deskFields },
  ...Object.values(others),
].map(nounOf);

/** Tables of an archive besides those of the nouns: texts of pictures by address, and the redirects. */
export const contentTables: readonly string[] = [
  ...nouns.flatMap(({ table, parts }) => [table, ...Object.keys(parts)]),
  'pictures',
  'redirects',
];
const kinds = [...nouns.map(({ name }) => name), 'redirects'];

/** Parses the value of `--only` into names of kinds; undefined if the option is missing. */
export function readOnly(text: string | undefined) {
  const names = text?.split(',').map((name) => name.trim());
  const strange = names?.filter((name) => !kinds.includes(name)) ?? [];
  if (strange.length > 0)
    throw new ArchiveProblem(`--only accepts ${kinds.join(', ')}; not ${strange.join(', ')}.`);
  return names;
}

/** True if a table is among the wanted kinds. */
export function isWanted(table: string, only: readonly string[] | undefined) {
  const noun = nouns.find((each) => each.table === table || table in each.parts);
  return only === undefined || table === 'pictures' || only.includes(noun?.name ?? table);
}

/** Columns that are made of others, and are made again where a row comes in; and the ids of what belongs to a row. */
const made = new Set([
  'summary',
  'title_key',
  'search_text',
  'ends_at',
  'sort_name',
  'email_key',
  'submissions_count',
  'last_submitted_at',
  'deleted_at',
]);

export function isMade(table: string, column: string) {
  const isOfPart = /^(public_)?id$/.test(column) && nouns.some(({ parts }) => table in parts);
  return isOfPart || (made.has(column) && table !== 'former_category_titles');
}

/** Returns the columns of a row that are made of the others. `parts` are the rows that belong to it, by table. */
export function madeOf(table: string, row: Values, parts: Readonly<Record<string, Values[]>>) {
  const text = (name: string) => String(row[name] ?? '');
  switch (table) {
    case 'jobs':
      return {
        // The next start brings the ends into the company's time zone.
        ends_at: endOf(row.closes_at as string | null, 'UTC'),
        search_text: ownSearchText(entities.job.fields, row as never),
      };
    case 'applicants':
      return madeOfApplications(row, parts.applicant_submissions ?? []);
    default: {
      const name = contentNames.find((each) => entities[each].table === table);
      return name ? tables[name].made({ title: text('title'), description: text('description') }) : {};
    }
  }
}

function madeOfApplications(row: Values, applications: readonly Values[]) {
  const sent = applications.toSorted((one, other) => Number(one.number) - Number(other.number));
  const [first = row] = sent;
  const last =
    sent
      .map(({ created_at }) => String(created_at))
      .toSorted()
      .at(-1) ?? String(row.created_at);
  const searched = sent.map((each) =>
    searchedTextOf(each as Parameters<typeof searchedTextOf>[0], String(each.reference)),
  );
  return {
    reference: first.reference,
    name: first.name,
    email: first.email,
    sort_name: searchTextOf(String(first.name)),
    email_key: emailKey(String(first.email)),
    search_text: searched.join('\n'),
    submissions_count: sent.length,
    last_submitted_at: last,
    retain_until: row.retain_until || retainUntil(new Date(last)),
  };
}

/** Returns, in words, the rule that a row breaks; undefined if it breaks none. */
export function brokenRule(table: string, row: Values, parts: Readonly<Record<string, Values[]>>) {
  const [form, mayLack = []] = forms[table] ?? [];
  const issues = form
    ?.safeParse(row)
    .error?.issues.filter(
      ({ path: [name] }) => !(mayLack.includes(String(name)) && saysNothing(row[String(name)])),
    );
  if (issues?.length)
    return issues
      .slice(0, 3)
      .map(({ path, message }) => `${path.join('.')}: ${message}`)
      .join('; ');
  if (table === 'jobs' && !slugForm.test(String(row.slug))) return 'slug: is not a valid slug';
  if (table !== 'applicants') return undefined;
  if (!parts.applicant_submissions?.length) return 'submissions: there is none';
  if (String(row.retain_until) < dayOf(new Date()))
    return `retain_until: the retention ends on ${row.retain_until} at the latest`;
  return undefined;
}

/** Form of the slugs that `slugOf` makes. */
const slugForm = /^(?=.{1,100}$)[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u;

function saysNothing(value: unknown) {
  return value === undefined || value === null || (typeof value === 'string' && isEmptyRichText(value));
}

/** Returns the fields of the rows of a table; none for the table of parts. */
export function fieldsOfTable(table: string): Record<string, Field> {
  return nouns.find((noun) => noun.table === table)?.fields ?? {};
}

/** Returns the fault of a value by the field's kind; undefined if it has none. The database checks the other rules. */
export function wrongValue(table: string, column: string, value: Value) {
  const field = fieldsOfTable(table)[column];
  if (!field || value === null || value === '') return undefined;
  const text = String(value);
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && isDateTime(text);
  if (field.words && !field.words.includes(text)) return `is none of ${field.words.join(', ')}`;
  if (field.kind === 'moment' && !isMoment) return 'is not a moment such as 2026-12-31T23:59:59.000Z';
  if (field.kind === 'day' && !isDate(text)) return 'is not a day such as 2026-12-31';
  if (field.kind === 'flag' && value !== 0 && value !== 1) return 'is neither 0 nor 1';
  return undefined;
}

/** Returns the columns of a table that have the address of a file, with the kind of the file. */
export function fileColumnsOf(table: string): readonly (readonly [column: string, kind: FileColumnKind])[] {
  const fields = fieldsOfTable(table);
  return fileColumns
    .filter((each) => each.table === table && table !== 'pictures')
    .map(({ column }) => {
      const kind = fields[column]?.kind;
      if (column === 'cv_file') return [column, 'document'];
      return [column, kind === 'video' || kind === 'captions' ? kind : 'image'];
    });
}
type FileColumnKind = 'image' | 'video' | 'captions' | 'document';

/** True for a column that is null without a file; others are '' then. */
export function isNullable(table: string, column: string) {
  const field = fieldsOfTable(table)[column];
  return field !== undefined && isSingleFile(field) && field.stored === 'nullable';
}

/** Matches the path of a stored file anywhere in a text. */
const stored = /\/storage\/\d{4}\/[0-9a-f]{32}\.(?:jpg|png|webp|gif|avif)(?![\w.~%-])/g;

/** Returns the addresses of the files that a row names, in its columns and as pictures of its text. */
export function addressesOf(table: string, row: Values) {
  const named = fileColumnsOf(table).flatMap(([column, kind]) =>
    row[column] ? [{ address: String(row[column]), kind, isInText: false }] : [],
  );
  if (typeof row.description !== 'string' || !forms[table]) return named;
  const inText = new Set(row.description.match(stored) ?? []);
  new Parser({
    onopentag(name, { src = '' }) {
      if (name === 'img' && src.trim() !== '' && !/^\s*data:/i.test(src) && src.length <= 4096)
        inText.add(src);
    },
  }).end(row.description);
  return [
    ...named,
    ...Array.from(inText, (address) => ({ address, kind: 'image' as const, isInText: true })),
  ];
}
