import { z } from 'zod';
import { type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { applicantNoteSchema, applicantSchema, applicantStatuses } from '#shared/schemas/applicant.ts';
import { blogSchema } from '#shared/schemas/blog.ts';
import { categorySchema } from '#shared/schemas/category.ts';
import { idSchema } from '#shared/schemas/id.ts';
import { jobSchema } from '#shared/schemas/job.ts';
import { messageSchema } from '#shared/schemas/message.ts';
import { projectSchema } from '#shared/schemas/project.ts';
import { teamMemberSchema } from '#shared/schemas/team-member.ts';

const picture = z.object({ id: idSchema, image: z.string() });

/** What each kind of thing in answers is made of (docs/architecture.md §4). */
export const entityShapes = {
  blog: blogSchema.shape,
  category: categorySchema.shape,
  logo: picture.shape,
  project: projectSchema.shape,
  project_image: picture.shape,
  job: jobSchema.shape,
  applicant: { ...applicantSchema.shape, notes: z.array(applicantNoteSchema) },
  note: applicantNoteSchema.shape,
  team_member: teamMemberSchema.shape,
  message: messageSchema.shape,
} satisfies Record<string, Record<string, z.ZodType>>;

export type EntityName = keyof typeof entityShapes;

export const entityNames = Object.keys(entityShapes) as [EntityName, ...EntityName[]];

/** The kinds of things in answers, and the fields that each has. */
export const entityFields = Object.fromEntries(
  entityNames.map((entity) => [entity, namesOf(entityShapes[entity])]),
) as Partial<Record<EntityName, string[]>> as Record<EntityName, string[]>;

/** Things inside of things: the field that holds a list of them. */
export const nested: Partial<Record<EntityName, Record<string, EntityName>>> = {
  category: { tech_img: 'logo' },
  project: { images: 'project_image' },
  applicant: { notes: 'note' },
};

/** What a field is, where that decides how a host's value of it is read. */
export const kindOfField: Record<string, 'flag' | 'count' | 'moment' | 'media' | 'html' | 'id'> = {
  is_active: 'flag',
  show_salary: 'flag',
  is_read: 'flag',
  v_order: 'count',
  openings: 'count',
  salary_min: 'count',
  salary_max: 'count',
  rating: 'count',
  projects_count: 'count',
  applicants_count: 'count',
  created_at: 'moment',
  updated_at: 'moment',
  posted_at: 'moment',
  closes_at: 'moment',
  consent_at: 'moment',
  due_at: 'moment',
  handled_at: 'moment',
  last_submitted_at: 'moment',
  blog_image: 'media',
  image: 'media',
  video: 'media',
  share_image: 'media',
  description: 'html',
  id: 'id',
  category_id: 'id',
  job_id: 'id',
  blog_id: 'id',
};

/** What a field is where a host knows nothing of it, so that a page of that thing can be shown at all. */
export const unsaid: Partial<Record<EntityName, Record<string, unknown>>> = {
  blog: { description: '', is_active: 1, created_at: '' },
  category: { tech_img: [] },
  project: { description: '', images: [], v_order: 0 },
  job: {
    slug: '',
    department: '',
    description: '',
    salary_min: null,
    salary_max: null,
    show_salary: 0,
    openings: 1,
    status: 'open',
    v_order: 0,
  },
  team_member: { designation: '', image: '', v_order: 0, is_active: 1 },
  message: { type: 'contact', status: 'new' },
  // Without a mark of what was read nothing is to look unread for ever.
  applicant: {
    name: '',
    email: '',
    cv_name: '',
    cv_mime: '',
    cv_size: 0,
    consent_at: '',
    status: 'new',
    rating: 0,
    is_read: 1,
    retain_until: '',
    submissions_count: 1,
    last_submitted_at: '',
    created_at: '',
    updated_at: '',
    notes: [],
    events: [],
  },
  note: { who: '', created_at: '' },
};

/** Fields with a few words of ours: a host's own word for something that we have none for is as if nothing was said. */
export const wordsOf: Partial<Record<EntityName, Record<string, readonly string[]>>> = {
  applicant: { status: applicantStatuses },
};

/** The kind of thing in a call's forms and answer; undefined for a file, and for what no host is mapped by. */
export function entityOf({ resource, download }: ContractRow): EntityName | undefined {
  if (download) return undefined;
  if (resource === 'tech_image') return 'logo';
  if (resource === 'applicant_note') return 'note';
  return entityNames.find((entity) => entity === resource);
}

/** The calls that a host can be asked for: all but those that are ours to answer, and the way in and out. */
export const mappedRows: ReadonlyMap<string, ContractRow> = new Map(
  rows
    .filter(
      (row) =>
        row.origin !== 'session' || row.name === contract.login.name || row.name === contract.logout.name,
    )
    .map((row) => [row.name, row]),
);

/** What a call sends in its body or in its address, by the contract's names; files by the name of their field. */
export function sentNames(row: ContractRow): string[] {
  const texts = row.upload?.texts.map(({ name }) => name) ?? [];
  const files = row.upload?.files.map(({ name }) => name) ?? [];
  const body = Object.keys((row.body as { shape?: object } | undefined)?.shape ?? {});
  return [...new Set([...texts, ...files, ...body])];
}

/** The names in a row's query. */
export function queryNames(row: ContractRow): string[] {
  return Object.keys((row.query as { shape?: object } | undefined)?.shape ?? {});
}

/** The names of the marks in a row's path. */
export function parameterNames(row: ContractRow): string[] {
  return [...row.path.matchAll(/\{(\w+)\}/g)].map((mark) => mark[1] ?? '');
}

/** True for a call whose answer is one page of a list. */
export function isList(row: ContractRow): boolean {
  return 'current_page' in ((row.data as { shape?: object }).shape ?? {});
}

function namesOf(shape: Record<string, z.ZodType>): string[] {
  return Object.keys(shape).filter((name) => name !== 'picture_details');
}
