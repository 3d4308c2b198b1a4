import { type TextCode, textOf } from '#shared/desk-messages.ts';
import type { caseFields } from '#shared/entities/case-fields.ts';
import type { seoFields } from '#shared/entities/seo-fields.ts';
import { type Id, isLowerId } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import type { SingleApplicant, Submission } from '#shared/schemas/applicant.ts';
import type { Conflict } from '#shared/schemas/conflict.ts';
import type { Job } from '#shared/schemas/job.ts';
import type { Message } from '#shared/schemas/message.ts';
import type { Project } from '#shared/schemas/project.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';

/** Data that the stub stores. Tests may set it, including hostile HTML and odd addresses. */
export interface StubData {
  blogs: StubBlog[];
  categories: StubCategory[];
  projects: StubProject[];
  jobs: StubJob[];
  applicants: StubApplicant[];
  team: StubTeamMember[];
  messages: Message[];
  trash: DeletedItem[];
}

/** A deleted record that can be restored. */
export interface DeletedItem {
  resource: TrashResource;
  id: Id;
  item: unknown;
  restore(): void;
}

/** Texts for search engines and lists, and the share image; a field that is empty or was never sent is absent. */
export type StubSeoFields = Partial<Record<keyof typeof seoFields, string | undefined>>;

export interface StubBlog extends StubSeoFields {
  id: Id;
  blog_title: string;
  description: string;
  blog_image: string | null;
  is_active: number;
  created_at: string;
  updated_at: string;
}

export interface StubCategory {
  id: Id;
  title: string;
  image: string | null;
  tech_img: { id: Id; image: string }[];
  created_at: string;
  updated_at: string;
}

/** The facts of a project; a fact that is empty or was never sent is absent. */
export type StubCaseFields = Pick<Project, keyof typeof caseFields>;

export interface StubProject extends StubSeoFields, StubCaseFields {
  id: Id;
  title: string;
  description: string;
  images: { id: Id; image: string }[];
  video: string | null;
  captions?: string | undefined;
  v_order: number;
  project_url: string | null;
  category_id: Id;
  created_at: string;
  updated_at: string;
}

export type StubJob = Omit<Job, 'created_at' | 'updated_at'> & { created_at: string; updated_at: string };

export type StubTeamMember = Omit<TeamMember, 'created_at' | 'updated_at'> & {
  created_at: string;
  updated_at: string;
};

export function emptyData(): StubData {
  return {
    blogs: [],
    categories: [],
    projects: [],
    jobs: [],
    team: [],
    messages: [],
    applicants: [],
    trash: [],
  };
}

export interface StubApplicant extends Omit<SingleApplicant, 'submissions'> {
  /** Submissions, with the path of each CV on this host's disk. */
  submissions: (Submission & { storedAt: string })[];
}

/** An answer of the stub's content API before serialisation. */
export interface Answered {
  status: number;
  body: { status: 0 | 1; message?: string; data?: unknown; errors?: Record<string, string[]> };
  /** A file that replaces the body: a stored file, or a text. */
  file?: { name: string; type: string } & ({ storedAt: string } | { text: string });
}

export function ok(data: unknown, message?: string): Answered {
  return { status: 200, body: { status: 1, ...(message && { message }), data } };
}

export function notFound(message: string): Answered {
  return { status: 404, body: { status: 0, message } };
}

/** Returns the 422 of a Laravel host: all bad fields at once. */
export function invalid(errors: Record<string, string[]>): Answered {
  return { status: 422, body: { status: 0, message: messages['fields.invalid'], errors } };
}

/** Returns a refusal with the text of a code. */
export function refused(status: number, code: TextCode): Answered {
  return { status, body: { status: 0, message: textOf(code) } };
}

/** Name of the only admin of this host. */
export const stubAdminName = 'Stub Admin';

/** Returns 409: the only admin changed the row after the version that the caller started from. */
export function conflict(yours: string, current: string): Answered {
  const data: Conflict = { yours, current, who: stubAdminName };
  return { status: 409, body: { status: 0, message: textOf('conflict.newer', { ...data }), data } };
}

/** Compares ids in ascending order. */
export function byId({ id: one }: { id: Id }, { id: other }: { id: Id }): number {
  if (one === other) return 0;
  return isLowerId(one, other) ? -1 : 1;
}

/** Moves the item with this id from its list to the trash; returns false if there is no such item. */
export function softDelete<Item extends { id: Id }>(
  trash: DeletedItem[],
  resource: TrashResource,
  list: Item[],
  id: Id,
): boolean {
  const index = list.findIndex((item) => item.id === id);
  const [item] = index < 0 ? [] : list.splice(index, 1);
  if (item) trash.push({ resource, id, item, restore: () => void list.splice(index, 0, item) });
  return Boolean(item);
}

/** Returns one page of a list in the shape of the contract's pageOf. */
export function pageAnswer<Item>(
  all: Item[],
  target: string,
  perPage: number,
  show: (item: Item) => unknown,
) {
  const wanted = new URL(target, 'http://stub').searchParams.get('page') ?? '1';
  if (!/^[1-9]\d{0,6}$/.test(wanted)) return invalid({ page: [messages['field.notInteger']] });
  const page = Number(wanted);
  return ok({
    data: all.slice((page - 1) * perPage, page * perPage).map(show),
    current_page: page,
    last_page: Math.max(1, Math.ceil(all.length / perPage)),
    per_page: perPage,
    total: all.length,
  });
}
