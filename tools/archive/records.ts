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
 * Schemas of the rows of an archive: one JSON object on each line (docs/archive.md). Field names and values are those
 * of the contract (`shared/schemas`), but a picture, a video or a CV is a reference to a file of the archive. A
 * missing field is unknown: the importing side gives it the value that it has in a new record. A field with any other
 * name is refused; `extra` is the place for such data.
 */

export type MediaReference = z.infer<typeof mediaReference>;

const common = {
  id: archiveId,
  created_at: moment.optional(),
  updated_at: moment.optional(),
  /**
   * Data for which the contract has no field, such as authors, tags, or names at the source. It is stored, exported
   * again, and never shown.
   */
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

/** A path of the old site, and the path on this site that replaces it. */
const redirect = z.strictObject({ from: text.min(1).max(2048), to: text.min(1).max(2048) });

/** Entities of which archives contain rows. An applicant's application is in the `submissions` of the row. */
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

/** Returns the fields of an entity in archives, by name. */
export function fieldsOf(name: NounName): Fields {
  return archivedNouns[name].fields;
}

/** True if an entity has a field of this kind. */
export function hasKind(name: NounName, kind: FieldKind): boolean {
  return Object.values(fieldsOf(name)).some((field) => field.kind === kind);
}

/** Returns the names of all fields of a kind in any entity. */
export function namesOfKind(kind: FieldKind): ReadonlySet<string> {
  const all = Object.values<Entity>(archivedNouns).flatMap(({ fields }) => Object.entries(fields));
  return new Set(all.flatMap(([name, field]) => (field.kind === kind ? [name] : [])));
}

export const recordSchemas = {
  categories: z.strictObject({
    ...common,
    ...recordShape(archivedNouns.categories.fields),
    /** Earlier titles of the category, under which visitors may still look for it. */
    former_titles: z.array(text).max(10_000).optional(),
  }),
  projects: z.strictObject({ ...common, ...recordShape(archivedNouns.projects.fields) }),
  posts: z.strictObject({ ...common, ...recordShape(archivedNouns.posts.fields) }),
  jobs: z.strictObject({ ...common, ...recordShape(archivedNouns.jobs.fields) }),
  applicants: z.strictObject({
    ...common,
    ...recordShape(archivedNouns.applicants.fields),
    /** The name and reference of the applicant come from the first submission. */
    submissions: z.array(submission).min(1).max(1000),
    notes: z.array(note).max(100_000).optional(),
    events: z.array(event).max(100_000).optional(),
  }),
  team: z.strictObject({ ...common, ...recordShape(archivedNouns.team.fields) }),
  messages: z.strictObject({ ...common, ...recordShape(archivedNouns.messages.fields) }),
  redirects: redirect,
} as const satisfies Record<ArchiveKind, z.ZodType>;

export type ArchiveRecords = { [Name in ArchiveKind]: z.infer<(typeof recordSchemas)[Name]> };

/** Returns what identifies a row in reports: its id or, for a redirect, its old path. */
export function keyOf(record: ArchiveRecords[ArchiveKind]): string {
  return 'id' in record ? String(record.id) : record.from;
}

/** Returns the number of characters of the row's long text, which may be millions. */
export function textLength(record: ArchiveRecords[ArchiveKind]): number {
  return 'description' in record ? record.description.length : 0;
}

/** Returns all file references of a row, in the order of its fields. */
export function mediaOf(record: ArchiveRecords[ArchiveKind]): MediaReference[] {
  const found: MediaReference[] = [];
  collect(record, found);
  return found;
}

/** Returns a copy of a row in which `change` has replaced each file reference. */
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

/**
 * True for a reference to a file. Not called for values in `extra`, which are never references even if they look like
 * one.
 */
export function isReference(value: unknown): value is MediaReference {
  return typeof value === 'object' && value !== null && 'file' in value && 'address' in value;
}
