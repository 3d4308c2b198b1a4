import { noteFields, sentFields } from '#shared/entities/applicant.ts';
import { applicantStatuses } from '#shared/schemas/applicant.ts';
import { type ArchiveRecords, fieldsOf, type MediaReference, type NounName } from '../../archive/records.ts';
import { fieldsOfThing, idOf, media, moment, one, type Thing, text, whole } from './record-fields.ts';

/** Entities of an archive that a host may have. */
export type HostEntity = NounName;

/** Fields that are not read by their descriptor. */
const peculiar: {
  [Name in HostEntity]?: (thing: Thing) => Partial<Record<keyof ArchiveRecords[Name], unknown>>;
} = {
  categories: (thing) => ({ image: firstPicture(thing) }),
  jobs: ({ slug }) => ({ slug: text(slug) || undefined }),
  applicants: (thing) => ({
    submissions: submissionsOf(thing),
    notes: listOf(thing.notes).flatMap((note) => {
      const row = said({ id: idOf(note), ...fieldsOfThing(noteFields, note) }) as Partial<NoteRow>;
      return row.note === undefined || row.created_at === undefined ? [] : [row];
    }),
    events: listOf(thing.events).flatMap((event) => {
      const row = said({
        id: idOf(event),
        ...fieldsOfThing({ who: noteFields.who }, event),
        type: one(['submitted', 'status'] as const, event.type),
        from: event.from === null ? null : one(applicantStatuses, event.from),
        to: one(applicantStatuses, event.to),
        when: moment(event.when),
      });
      return row.type && row.to && row.when ? [row] : [];
    }),
  }),
};

/**
 * Converts a host's record in the contract's form to a row of an archive. Leaves out what the host omits; the writer
 * of archives reports missing fields by name.
 */
export function recordFrom<Name extends HostEntity>(
  entity: Name,
  thing: Thing,
): Partial<ArchiveRecords[Name]> {
  const row = { id: idOf(thing), ...fieldsOfThing(fieldsOf(entity), thing), ...peculiar[entity]?.(thing) };
  return said(row) as Partial<ArchiveRecords[Name]>;
}

type NoteRow = NonNullable<ArchiveRecords['applicants']['notes']>[number];

/** Returns the fields with a known value. */
function said<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>;
}

/** The main image of a category may arrive as `image` or as `images`. */
function firstPicture({ image, images }: Thing): MediaReference | null | undefined {
  return media(image) ?? media([images].flat()[0]) ?? (image === null ? null : undefined);
}

/** Returns each application of a person. For a host that records only one, derives it from the applicant. */
function submissionsOf(thing: Thing) {
  const given = listOf(thing.submissions);
  const all = given.length > 0 ? given : [{ ...thing, number: 1 }];
  return all.map((each: Thing, index) => {
    const number = whole(each.number, 1) ?? index + 1;
    return said({
      number,
      ...fieldsOfThing(sentFields, each),
      cv: said({ file: null, address: cvAddress(thing, number), name: text(each.cv_name) || undefined }),
      created_at: moment(each.created_at) ?? moment(thing.created_at),
    });
  });
}

/** Not an address of the host: a CV is fetched by its call. */
function cvAddress(thing: Thing, number: number): string {
  return `cv:${idOf(thing)}/${number}`;
}

/** Returns the applicant and the number of the submission for the address of a CV. */
export function cvOf(address: string): { id: string; submission: number } | undefined {
  const [, id, number] = /^cv:([^/]+)\/(\d+)$/.exec(address) ?? [];
  return id === undefined ? undefined : { id, submission: Number(number) };
}

function listOf(value: unknown): Thing[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}
