import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { category } from '#shared/entities/category.ts';
import { type Entity, isSingleFile } from '#shared/entities/entity.ts';
import { job } from '#shared/entities/job.ts';
import { post } from '#shared/entities/post.ts';
import { project } from '#shared/entities/project.ts';
import { teamMember } from '#shared/entities/team-member.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';

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
  /** Its fields, and which of them it is called by. */
  noun: Entity;
  /** Its page of visitors, where that has its id in the address. */
  page?: 'viewBlog' | 'portfolioItem' | 'careersApplyJob';
}

/**
 * What can be put back. Applicants, their notes and messages are not: there is no call that adds them for somebody else, and what a
 * person was promised to be deleted is not kept beside it.
 */
export const kinds: readonly Kind[] = [
  {
    resource: 'blog',
    deletes: 'deleteBlog',
    adds: 'saveBlog',
    changes: 'editBlog',
    one: 'singlePost',
    list: 'blogs',
    noun: post,
    page: 'viewBlog',
  },
  {
    resource: 'category',
    deletes: 'deleteProjectCategory',
    adds: 'addProjectCategory',
    changes: 'updateProjectCategory',
    one: 'getSingleCategory',
    list: 'getProjectCategory',
    noun: category,
  },
  {
    resource: 'project',
    deletes: 'deleteProject',
    adds: 'addProject',
    changes: 'updateProject',
    one: 'getSingleProject',
    noun: project,
    page: 'portfolioItem',
  },
  {
    resource: 'job',
    deletes: 'deleteJob',
    adds: 'addJob',
    changes: 'updateJob',
    one: 'singleJob',
    list: 'getJobs',
    noun: job,
    page: 'careersApplyJob',
  },
  {
    resource: 'team_member',
    deletes: 'deleteTeamMember',
    adds: 'addTeamMember',
    changes: 'updateTeamMember',
    list: 'getTeam',
    noun: teamMember,
  },
];

/** The address at which visitors find a thing; undefined where that has no id in it. */
export function pageOf({ page }: Kind, id: Id): string | undefined {
  if (page === undefined) return undefined;
  return page === 'careersApplyJob' ? pathTo(page, { jobId: id }) : pathTo(page, { id });
}

/** The addresses of a thing's files, each with the field of the form that takes it. */
export function filesOf(
  { adds, noun }: Kind,
  thing: Record<string, unknown>,
): { field: string; address: string }[] {
  const forms = (contract[adds] as ContractRow).upload?.files ?? [];
  return Object.entries(noun.fields).flatMap(([name, field]) => {
    const { kind, sentAs = name } = field;
    if (isSingleFile(field)) return textOf(thing[name]).map((address) => ({ field: name, address }));
    if (kind !== 'pictures') return [];
    // Pictures of a list are told apart by their number, where the form has a place for it.
    const isNumbered = forms.some(({ pattern }) => pattern.test(`${sentAs}[0]`));
    return addressesIn(thing[name]).map((address, index) => ({
      field: `${sentAs}[${isNumbered ? index : ''}]`,
      address,
    }));
  });
}

/** The addresses of a list of pictures. */
export function addressesIn(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: { image?: unknown } | null) => textOf(each?.image));
}

function textOf(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}
