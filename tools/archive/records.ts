import { z } from 'zod';
import { applicant, deskFields, noteFields, sentFields } from '#shared/entities/applicant.ts';
import { category } from '#shared/entities/category.ts';
import type { Entity, Fields } from '#shared/entities/entity.ts';
import type { FieldKind } from '#shared/entities/field.ts';
import { job } from '#shared/entities/job.ts';
import { message } from '#shared/entities/message.ts';
import { post } from '#shared/entities/post.ts';
import { project } from '#shared/entities/project.ts';
import { teamMember } from '#shared/entities/team-member.ts';
import { MIB } from '#shared/limits.ts';
import { applicantStatuses } from '#shared/schemas/applicant.ts';
import { archiveId, mediaReference, moment, recordShape, text } from './field-schemas.ts';
import type { ArchiveKind } from './manifest.ts';

/**
 * The rows of an archive: one JSON object a line (docs/archive.md). Fields have the names of the contract (`shared/schemas`), and values
 * as the contract gives them; a picture, a video or a CV is a reference to a file of the archive. A field that is left out is not
 * known: whoever takes the row in puts there what a new one has. A field of another name is refused; what there is no field for goes into
 * `extra`.
 */

export type MediaReference = z.infer<typeof mediaReference>;

const common = {
  id: archiveId,
  created_at: moment.optional(),
  updated_at: moment.optional(),
  /** What the contract has no field for: authors, tags, what the source called it. Kept, given out again, and shown to nobody. */
  extra: z
    .record(z.string().max(100), z.unknown())
    .refine((extra) => JSON.stringify(extra).length <= MIB, 'is longer than 1 MiB')
    .optional(),
};

const submission = z.strictObject({
  number: z.int().min(1),
  ...recordShape(sentFields),
  cv: mediaReference.nullish(),
  created_at: moment,
});

const note = z.strictObject({
  id: archiveId.optional(),
  ...recordShape(noteFields),
  created_at: moment,
  updated_at: moment.optional(),
});

const event = z.strictObject({
  id: archiveId.optional(),
  type: z.enum(['submitted', 'status']),
  from: z.enum(applicantStatuses).nullish(),
  to: z.enum(applicantStatuses),
  who: text.nullish(),
  when: moment,
});

/** An address of the old site, and where on this one it leads. */
const redirect = z.strictObject({ from: text.min(1).max(2048), to: text.min(1).max(2048) });

/** The nouns of which archives have rows. What an applicant has sent is in the submissions. */
export const archivedNouns = {
  categories: category,
  projects: project,
  posts: post,
  jobs: job,
  applicants: { ...applicant, fields: deskFields },
  team: teamMember,
  messages: message,
} as const satisfies Record<Exclude<ArchiveKind, 'redirects'>, Entity>;

export type NounName = keyof typeof archivedNouns;

/** The fields of a noun in archives, by their names. */
export function fieldsOf(name: NounName): Fields {
  return archivedNouns[name].fields;
}

/** True for a noun that has a field of this kind. */
export function hasKind(name: NounName, kind: FieldKind): boolean {
  return Object.values(fieldsOf(name)).some((field) => field.kind === kind);
}

/** The names that fields of a kind have in rows, whatever the noun. */
export function namesOfKind(kind: FieldKind): ReadonlySet<string> {
  const all = Object.values<Entity>(archivedNouns).flatMap(({ fields }) => Object.entries(fields));
  return new Set(all.flatMap(([name, field]) => (field.kind === kind ? [name] : [])));
}

export const recordSchemas = {
  categories: z.strictObject({
    ...common,
    ...recordShape(archivedNouns.categories.fields),
    /** Titles under which it was found before. */
    former_titles: z.array(text).max(10_000).optional(),
  }),
  projects: z.strictObject({ ...common, ...recordShape(archivedNouns.projects.fields) }),
  posts: z.strictObject({ ...common, ...recordShape(archivedNouns.posts.fields) }),
  jobs: z.strictObject({ ...common, ...recordShape(archivedNouns.jobs.fields) }),
  applicants: z.strictObject({
    ...common,
    ...recordShape(archivedNouns.applicants.fields),
    /** The first is what the applicant is known by. */
    submissions: z.array(submission).min(1).max(1000),
    notes: z.array(note).max(100_000).optional(),
    events: z.array(event).max(100_000).optional(),
  }),
  team: z.strictObject({ ...common, ...recordShape(archivedNouns.team.fields) }),
  messages: z.strictObject({ ...common, ...recordShape(archivedNouns.messages.fields) }),
  redirects: redirect,
} as const satisfies Record<ArchiveKind, z.ZodType>;

export type ArchiveRecords = { [Name in ArchiveKind]: z.infer<(typeof recordSchemas)[Name]> };

/** What a row is called in reports. */
export function keyOf(record: ArchiveRecords[ArchiveKind]): string {
  return 'id' in record ? String(record.id) : record.from;
}

/** Characters of its long text, which may be millions. */
export function textLength(record: ArchiveRecords[ArchiveKind]): number {
  return 'description' in record ? record.description.length : 0;
}

/** Every reference of a row to a file, in the order of its fields. */
export function mediaOf(record: ArchiveRecords[ArchiveKind]): MediaReference[] {
  const found: MediaReference[] = [];
  collect(record, found);
  return found;
}

/** The same row with other references: what `change` gives for each. */
export function withMedia<Row extends ArchiveRecords[ArchiveKind]>(
  record: Row,
  change: (reference: MediaReference) => MediaReference,
): Row {
  return changed(record, change) as Row;
}

function collect(value: unknown, found: MediaReference[]): void {
  if (Array.isArray(value)) for (const each of value) collect(each, found);
  else if (isReference(value)) found.push(value);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) if (name !== 'extra') collect(each, found);
}

function changed(value: unknown, change: (reference: MediaReference) => MediaReference): unknown {
  if (Array.isArray(value)) return value.map((each) => changed(each, change));
  if (isReference(value)) return change(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    name === 'extra' ? each : changed(each, change),
  ]);
  return Object.fromEntries(entries);
}

/** Tells a reference to a file from any other value of a row; what is in `extra` is none, whatever it looks like. */
export function isReference(value: unknown): value is MediaReference {
  return typeof value === 'object' && value !== null && 'file' in value && 'address' in value;
}
