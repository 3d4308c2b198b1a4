import { noteFields, sentFields } from '#shared/entities/applicant.ts';
import { applicantStatuses } from '#shared/schemas/applicant.ts';
import { type ArchiveRecords, fieldsOf, type MediaReference, type NounName } from '../../archive/records.ts';
import { fieldsOfThing, idOf, media, moment, one, type Thing, text, whole } from './record-fields.ts';

/** Entities of an archive that an API host may have. */
export type HostEntity = NounName;

/** Converters for fields whose value cannot be read by the descriptor alone. */
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
 * Converts a record of a host, under the contract's names, to a row of an archive. What the host does not send is
 * left out; the writer of the archive then reports missing fields by their names.
 */
export function recordFrom<Name extends HostEntity>(
  entity: Name,
  thing: Thing,
): Partial<ArchiveRecords[Name]> {
  const row = { id: idOf(thing), ...fieldsOfThing(fieldsOf(entity), thing), ...peculiar[entity]?.(thing) };
  return said(row) as Partial<ArchiveRecords[Name]>;
}

type NoteRow = NonNullable<ArchiveRecords['applicants']['notes']>[number];

/** Returns the object without undefined values. */
function said<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>;
}

/** Returns the main picture of a category, which hosts send as `image` or in `images`. */
function firstPicture({ image, images }: Thing): MediaReference | null | undefined {
  return media(image) ?? media([images].flat()[0]) ?? (image === null ? null : undefined);
}

/** Returns all applications of a person. If the host sends none, the applicant's own data is the only application. */
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

/**
 * Returns a made-up address for a CV. It identifies the applicant and the application, since a CV is fetched by its
 * own call and not by a URL.
 */
function cvAddress(thing: Thing, number: number): string {
  return `cv:${idOf(thing)}/${number}`;
}

/** Parses the made-up address of a CV; undefined for any other address. */
export function cvOf(address: string): { id: string; submission: number } | undefined {
  const [, id, number] = /^cv:([^/]+)\/(\d+)$/.exec(address) ?? [];
  return id === undefined ? undefined : { id, submission: Number(number) };
}

function listOf(value: unknown): Thing[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}
