import { z } from 'zod';
import type { ContractRow } from '#shared/contract/index.ts';
import { applicant, noteFields } from '#shared/entities/applicant.ts';
import type { Fields } from '#shared/entities/entity.ts';
import { given, ownId } from '#shared/entities/field.ts';
import { type EntityName, entities } from '#shared/entities/index.ts';
import { applicantNoteSchema } from '#shared/schemas/applicant.ts';
import { idSchema } from '#shared/schemas/fields.ts';

/** The fields of a picture in a list. */
const listed = { id: ownId(), image: given('picture', z.string(), {}) };

const fieldsOfEntities = Object.fromEntries(
  Object.values(entities).map(({ resource, fields }) => [resource, fields]),
) as { [Name in EntityName]: (typeof entities)[Name]['fields'] };

/**
 * The fields of each kind of entity in answers (shared/entities/README.md): of the main entities, and of the entities
 * in their lists.
 */
export const fieldsOfKinds = {
  ...fieldsOfEntities,
  logo: listed,
  project_image: listed,
  applicant: {
    ...applicant.fields,
    /** The key of the CV, for a host at which it is not the applicant's id. */
    cv_key: given('id', idSchema.optional(), {}),
    notes: given('parts', z.array(applicantNoteSchema), { fallback: [] }),
  },
  note: noteFields,
} satisfies Record<string, Fields>;

export type HostKind = keyof typeof fieldsOfKinds;

export const hostKinds = Object.keys(fieldsOfKinds) as [HostKind, ...HostKind[]];

/**
 * Values for required fields that a host leaves out. Without them a page of such an entity could not be shown at all.
 */
export const fallbacks = byKind(
  (fields): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) =>
        'fallback' in field ? [[name, field.fallback]] : [],
      ),
    ),
);
fallbacks.applicant.events = [];

/** Calls `derive` with the fields of each kind of entity, and returns the results by kind. */
export function byKind<Value>(derive: (fields: Fields) => Value) {
  return Object.fromEntries(
    Object.entries<Fields>(fieldsOfKinds).map(([kind, fields]) => [kind, derive(fields)]),
  ) as Partial<Record<HostKind, Value>> as Record<HostKind, Value>;
}

/**
 * Returns the kind of entity in a call's body and answer; undefined for a file, and for a call that host files do not
 * map.
 */
export function entityOf({ resource, download }: ContractRow) {
  if (download) return undefined;
  if (resource === 'tech_image') return 'logo';
  if (resource === 'applicant_note') return 'note';
  return hostKinds.find((entity) => entity === resource);
}
