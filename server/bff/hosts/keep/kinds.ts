import type { CallName } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';

/** A file of a thing: where its address stands, and the field of the form that takes it. `*` stands for every item of a list. */
interface KeptFile {
  at: readonly string[];
  field: (index: number) => string;
}

/** A kind of thing that can be put back by the host's own calls. */
export interface Kind {
  resource: TrashResource;
  /** The calls that delete, add and change it. */
  deletes: CallName;
  adds: CallName;
  changes: CallName;
  /** The call that gives one, and the list where one is found if there is no such call. */
  one?: CallName;
  list?: CallName;
  /** The field with what it is called. */
  name: string;
  /** Its page of visitors, where that has its id in the address. */
  page?: 'viewBlog' | 'portfolioItem' | 'careersApplyJob';
  files: readonly KeptFile[];
}

const shareImage: KeptFile = { at: ['share_image'], field: () => 'share_image' };

/**
 * What can be put back. Applicants, their notes and messages are not: there is no call that adds them for somebody else, and what a
 * person was promised to be deleted is not kept beside it.
 */
export const kinds: readonly Kind[] = [
  {
    ...{ resource: 'blog', deletes: 'deleteBlog', adds: 'saveBlog', changes: 'editBlog' },
    ...{ one: 'singlePost', list: 'blogs', name: 'blog_title', page: 'viewBlog' },
    files: [{ at: ['blog_image'], field: () => 'blog_image' }, shareImage],
  },
  {
    ...{
      resource: 'category',
      deletes: 'deleteProjectCategory',
      adds: 'addProjectCategory',
      changes: 'updateProjectCategory',
    },
    ...{ one: 'getSingleCategory', list: 'getProjectCategory', name: 'title' },
    files: [
      { at: ['image'], field: () => 'image' },
      { at: ['tech_img', '*', 'image'], field: () => 'tech_image[]' },
    ],
  },
  {
    ...{ resource: 'project', deletes: 'deleteProject', adds: 'addProject', changes: 'updateProject' },
    ...{ one: 'getSingleProject', name: 'title', page: 'portfolioItem' },
    files: [
      { at: ['images', '*', 'image'], field: (index) => `images[${index}]` },
      { at: ['video'], field: () => 'video' },
      shareImage,
    ],
  },
  {
    ...{ resource: 'job', deletes: 'deleteJob', adds: 'addJob', changes: 'updateJob' },
    ...{ one: 'singleJob', list: 'getJobs', name: 'title', page: 'careersApplyJob' },
    files: [],
  },
  {
    ...{
      resource: 'team_member',
      deletes: 'deleteTeamMember',
      adds: 'addTeamMember',
      changes: 'updateTeamMember',
    },
    ...{ list: 'getTeam', name: 'name' },
    files: [{ at: ['image'], field: () => 'image' }],
  },
];

/** The address at which visitors find a thing; undefined where that has no id in it. */
export function pageOf({ page }: Kind, id: Id): string | undefined {
  if (page === undefined) return undefined;
  return page === 'careersApplyJob' ? pathTo(page, { jobId: id }) : pathTo(page, { id });
}

/** The addresses of a thing's files, each with the field that takes it. */
export function filesOf(kind: Kind, thing: Record<string, unknown>): { field: string; address: string }[] {
  return kind.files.flatMap(({ at, field }) =>
    textsAt(thing, at).map((address, index) => ({ field: field(index), address })),
  );
}

function textsAt(value: unknown, [step, ...rest]: readonly string[]): string[] {
  if (step === undefined) return typeof value === 'string' && value !== '' ? [value] : [];
  if (step === '*') return Array.isArray(value) ? value.flatMap((each) => textsAt(each, rest)) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return [];
  return textsAt((value as Record<string, unknown>)[step], rest);
}
