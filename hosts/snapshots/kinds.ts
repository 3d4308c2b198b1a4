import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { type Entity, isSingleFile } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import type { KeptResource } from '#shared/schemas/versions.ts';

/** A kind of record that this site can restore by the host's own calls. */
export interface Kind {
  noun: Entity & { resource: KeptResource };
  deletes: CallName;
  adds: CallName;
  changes: CallName;
  /** The call that reads one record, and the list in which a record is found if the host has no such call. */
  one?: CallName;
  list?: CallName;
  /** The address of the page that shows such a record to visitors, if the address contains its id. */
  page?: (id: Id) => string;
}

/**
 * All kinds that can be restored. Applicants, their notes and messages are missing on purpose: personal data whose
 * deletion was promised must not be stored elsewhere.
 */
export const kinds: readonly Kind[] = [
  {
    noun: entities.blog,
    deletes: 'deleteBlog',
    adds: 'saveBlog',
    changes: 'editBlog',
    one: 'singlePost',
    list: 'blogs',
    page: (id) => pathTo('viewBlog', { id }),
  },
  {
    noun: entities.category,
    deletes: 'deleteProjectCategory',
    adds: 'addProjectCategory',
    changes: 'updateProjectCategory',
    one: 'getSingleCategory',
    list: 'getProjectCategory',
  },
  {
    noun: entities.project,
    deletes: 'deleteProject',
    adds: 'addProject',
    changes: 'updateProject',
    one: 'getSingleProject',
    page: (id) => pathTo('portfolioItem', { id }),
  },
  {
    noun: entities.job,
    deletes: 'deleteJob',
    adds: 'addJob',
    changes: 'updateJob',
    one: 'singleJob',
    list: 'getJobs',
    page: (id) => pathTo('careersApplyJob', { jobId: id }),
  },
  {
    noun: entities.team_member,
    deletes: 'deleteTeamMember',
    adds: 'addTeamMember',
    changes: 'updateTeamMember',
    list: 'getTeam',
  },
];

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
  return Array.isArray(list) ? list.flatMap((each?: { image?: unknown } | null) => textOf(each?.image)) : [];
}

function textOf(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}
