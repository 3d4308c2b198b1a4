import { applicantStatuses } from '#shared/schemas/applicant.ts';
import { employmentTypes, jobStatuses, locationTypes, salaryUnits } from '#shared/schemas/job-words.ts';
import { messageStatuses, messageTypes } from '#shared/schemas/message.ts';
import type { EntityName } from '../../../archive/manifest.ts';
import type { ArchiveRecords, MediaReference } from '../../../archive/records.ts';
import {
  amount,
  binary,
  dayOrMoment,
  idOf,
  media,
  moment,
  momentOrNull,
  one,
  pictures,
  picturesInText,
  type Thing,
  text,
  textOrNull,
  whole,
} from './record-fields.ts';

/** The entities of an archive that a host may have. */
export type HostEntity = Exclude<EntityName, 'redirects'>;

/** A row in the making: the writer of archives refuses what is missing, by name. */
type Draft<Name extends EntityName> = Partial<ArchiveRecords[Name]>;

/** Things of a host, as the contract has them, as rows of an archive. What the host does not say is left out. */
export const recordsOf: { [Name in HostEntity]: (thing: Thing) => Draft<Name> } = {
  categories: (thing) => ({
    ...common(thing),
    ...said({ title: text(thing.title), image: firstPicture(thing), tech_img: pictures(thing.tech_img) }),
  }),
  projects: (thing) => ({
    ...common(thing),
    ...said({
      title: text(thing.title),
      ...description(thing),
      images: pictures(thing.images),
      video: media(thing.video),
      v_order: whole(thing.v_order),
      project_url: textOrNull(thing.project_url),
      category_id: idOf(thing, 'category_id'),
      ...told(thing),
    }),
  }),
  posts: (thing) => ({
    ...common(thing),
    ...said({
      blog_title: text(thing.blog_title),
      ...description(thing),
      blog_image: media(thing.blog_image),
      is_active: binary(thing.is_active),
      ...told(thing),
    }),
  }),
  jobs: (thing) => ({
    ...common(thing),
    ...said({
      title: text(thing.title),
      slug: text(thing.slug) || undefined,
      department: text(thing.department),
      employment_type: one(employmentTypes, thing.employment_type),
      location_type: one(locationTypes, thing.location_type),
      city: textOrNull(thing.city),
      region: textOrNull(thing.region),
      country: textOrNull(thing.country),
      ...description(thing),
      salary_min: amount(thing.salary_min),
      salary_max: amount(thing.salary_max),
      salary_currency: textOrNull(thing.salary_currency),
      salary_unit: thing.salary_unit === null ? null : one(salaryUnits, thing.salary_unit),
      show_salary: binary(thing.show_salary),
      openings: whole(thing.openings, 1),
      status: one(jobStatuses, thing.status),
      v_order: whole(thing.v_order),
      posted_at: momentOrNull(thing.posted_at),
      closes_at: dayOrMoment(thing.closes_at),
    }),
  }),
  applicants: (thing) => ({
    ...common(thing),
    ...said({
      job_id: thing.job_id === null ? null : idOf(thing, 'job_id'),
      job_title: textOrNull(thing.job_title),
      status: one(applicantStatuses, thing.status),
      reject_reason: textOrNull(thing.reject_reason),
      rating: whole(thing.rating),
      is_read: binary(thing.is_read),
      retain_until: dayOnly(thing.retain_until),
      submissions: submissionsOf(thing),
      notes: listOf(thing.notes).flatMap((note) => {
        const row = said({
          id: idOf(note),
          note: text(note.note),
          who: textOrNull(note.who),
          created_at: moment(note.created_at),
          updated_at: moment(note.updated_at),
        });
        return row.note === undefined || row.created_at === undefined ? [] : [row as NoteRow];
      }),
      events: listOf(thing.events).flatMap((event) => {
        const row = said({
          id: idOf(event),
          type: one(['submitted', 'status'] as const, event.type),
          from: event.from === null ? null : one(applicantStatuses, event.from),
          to: one(applicantStatuses, event.to),
          who: textOrNull(event.who),
          when: moment(event.when),
        });
        return row.type && row.to && row.when ? [row as EventRow] : [];
      }),
    }),
  }),
  team: (thing) => ({
    ...common(thing),
    ...said({
      name: text(thing.name),
      designation: text(thing.designation),
      department: textOrNull(thing.department),
      image: media(thing.image),
      bio: textOrNull(thing.bio),
      linkedin_url: textOrNull(thing.linkedin_url),
      facebook_url: textOrNull(thing.facebook_url),
      v_order: whole(thing.v_order),
      is_active: binary(thing.is_active),
    }),
  }),
  messages: (thing) => ({
    ...common(thing),
    ...said({
      type: one(messageTypes, thing.type),
      name: textOrNull(thing.name),
      email: text(thing.email),
      phone: textOrNull(thing.phone),
      subject: textOrNull(thing.subject),
      message: textOrNull(thing.message),
      app_name: textOrNull(thing.app_name),
      account_identifier: textOrNull(thing.account_identifier),
      status: one(messageStatuses, thing.status),
      due_at: momentOrNull(thing.due_at),
      handled_at: momentOrNull(thing.handled_at),
      reference: textOrNull(thing.reference),
    }),
  }),
};

type NoteRow = NonNullable<ArchiveRecords['applicants']['notes']>[number];
type EventRow = NonNullable<ArchiveRecords['applicants']['events']>[number];
type SubmissionRow = ArchiveRecords['applicants']['submissions'][number];

/** Without the fields of which nothing is known. */
function said<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>;
}

function common(thing: Thing) {
  return said({
    id: idOf(thing),
    created_at: moment(thing.created_at),
    updated_at: moment(thing.updated_at),
  });
}

function description(thing: Thing) {
  const html = text(thing.description);
  const inText = html === undefined ? [] : picturesInText(html);
  return { description: html, text_media: inText.length > 0 ? inText : undefined };
}

function told(thing: Thing) {
  return {
    excerpt: textOrNull(thing.excerpt),
    search_title: textOrNull(thing.search_title),
    search_description: textOrNull(thing.search_description),
    share_image: media(thing.share_image),
  };
}

/** The main image of a category may arrive as `image` or as `images`. */
function firstPicture({ image, images }: Thing): MediaReference | null | undefined {
  return media(image) ?? media([images].flat()[0]) ?? (image === null ? null : undefined);
}

/** Each time that they applied; of a host that knows one time only what the applicant says. */
function submissionsOf(thing: Thing): SubmissionRow[] | undefined {
  const given = listOf(thing.submissions);
  const all = given.length > 0 ? given : [{ ...thing, number: 1 }];
  return all.map((each: Thing, index) => {
    const number = whole(each.number, 1) ?? index + 1;
    return said({
      number,
      reference: text(each.reference),
      name: text(each.name),
      email: text(each.email),
      phone: textOrNull(each.phone),
      city: textOrNull(each.city),
      cover_letter: textOrNull(each.cover_letter),
      portfolio_url: textOrNull(each.portfolio_url),
      linkedin_url: textOrNull(each.linkedin_url),
      source: textOrNull(each.source),
      cv: said({ file: null, address: cvAddress(thing, number), name: text(each.cv_name) || undefined }),
      consent_at: moment(each.consent_at),
      created_at: moment(each.created_at) ?? moment(thing.created_at),
    }) as SubmissionRow;
  });
}

/** Not an address of the host: a CV is asked for by its call. */
function cvAddress(thing: Thing, number: number): string {
  return `cv:${idOf(thing)}/${number}`;
}

/** The applicant and the number of the application whose CV an address means. */
export function cvOf(address: string): { id: string; submission: number } | undefined {
  const [, id, number] = /^cv:([^/]+)\/(\d+)$/.exec(address) ?? [];
  return id === undefined ? undefined : { id, submission: Number(number) };
}

function listOf(value: unknown): Thing[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}

function dayOnly(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\d{4}-\d\d-\d\d/.exec(value)?.[0] : undefined;
}
