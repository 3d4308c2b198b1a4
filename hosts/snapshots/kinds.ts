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

/** A kind of record that this site can restore through the host's own calls. */
export interface Kind {
  resource: TrashResource;
  /** The three calls that delete, add and change a record of this kind. */
  deletes: CallName;
  adds: CallName;
  changes: CallName;
  /**
   * The call that reads one record, and the list call by which a record is found if the host cannot read one record.
   */
  one?: CallName;
  list?: CallName;
  /** Describes the fields of the kind, and which of them is its title. */
  noun: Entity;
  /** The page that shows such a record to visitors. Only set if the URL of the page contains the id of the record. */
  page?: 'viewBlog' | 'portfolioItem' | 'careersApplyJob';
}

/**
 * All kinds that can be restored. Applicants, their notes and messages are missing on purpose: personal data whose
 * deletion was promised must not be stored elsewhere.
 */
export const kinds: readonly Kind[] = [
  kindOf(post, 'deleteBlog', 'saveBlog', 'editBlog', { one: 'singlePost', list: 'blogs', page: 'viewBlog' }),
  kindOf(category, 'deleteProjectCategory', 'addProjectCategory', 'updateProjectCategory', {
    one: 'getSingleCategory',
    list: 'getProjectCategory',
  }),
  kindOf(project, 'deleteProject', 'addProject', 'updateProject', {
    one: 'getSingleProject',
    page: 'portfolioItem',
  }),
  kindOf(job, 'deleteJob', 'addJob', 'updateJob', {
    one: 'singleJob',
    list: 'getJobs',
    page: 'careersApplyJob',
  }),
  kindOf(teamMember, 'deleteTeamMember', 'addTeamMember', 'updateTeamMember', { list: 'getTeam' }),
];

function kindOf(
  noun: Entity,
  deletes: CallName,
  adds: CallName,
  changes: CallName,
  more: Pick<Kind, 'one' | 'list' | 'page'>,
): Kind {
  return { resource: noun.resource as TrashResource, noun, deletes, adds, changes, ...more };
}

/** Returns the path of the page that shows a record to visitors; undefined if that path contains no id. */
export function pageOf({ page }: Kind, id: Id): string | undefined {
  if (page === undefined) return undefined;
  return page === 'careersApplyJob' ? pathTo(page, { jobId: id }) : pathTo(page, { id });
}

/** Returns the URLs of a record's files, each with the form field in which the file is sent to the host again. */
export function filesOf(
  { adds, noun }: Kind,
  thing: Record<string, unknown>,
): { field: string; address: string }[] {
  const forms = (contract[adds] as ContractRow).upload?.files ?? [];
  return Object.entries(noun.fields).flatMap(([name, field]) => {
    const { kind, sentAs = name } = field;
    if (isSingleFile(field)) return textOf(thing[name]).map((address) => ({ field: name, address }));
    if (kind !== 'pictures') return [];
    // The form fields for a list of pictures are numbered only where the contract expects a number.
    const isNumbered = forms.some(({ pattern }) => pattern.test(`${sentAs}[0]`));
    return addressesIn(thing[name]).map((address, index) => ({
      field: `${sentAs}[${isNumbered ? index : ''}]`,
      address,
    }));
  });
}

/** Returns the URLs of a list of pictures. */
export function addressesIn(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: { image?: unknown } | null) => textOf(each?.image));
}

function textOf(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}
