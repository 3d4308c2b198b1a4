import { type CallName, type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { type Entity, isSingleFile } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import type { KeptResource } from '#shared/schemas/versions.ts';

/** The addresses of pages that show a record to visitors, where the address contains its id. */
const pages: Record<string, ((id: Id) => string) | undefined> = {
  blog: (id) => pathTo('viewBlog', { id }),
  project: (id) => pathTo('portfolioItem', { id }),
  job: (id) => pathTo('careersApplyJob', { jobId: id }),
};

/** Each call of a kind by its name, of the rows in the contract that are about the kind. */
function kindOf(noun: Entity & { resource: KeptResource }) {
  const call = (name: RegExp) =>
    rows.find((row) => row.resource === noun.resource && name.test(row.name))?.name as CallName;
  return {
    noun,
    deletes: call(/^delete/),
    adds: call(/^(add|save)/),
    changes: call(/^(edit|update)/),
    /** The call that reads one record, and the list in which a record is found if the host has no such call. */
    one: call(/^(s|getS)ingle/) as CallName | undefined,
    list: call(/^(blogs|get(ProjectCategory|Jobs|Team))$/) as CallName | undefined,
    page: pages[noun.resource],
  };
}

const { blog, category, project, job, team_member } = entities;
/**
 * All kinds that this site can restore by the host's own calls. Applicants, their notes and messages are missing on
 * purpose: personal data whose deletion was promised must not be stored elsewhere.
 */
export const kinds = [kindOf(blog), kindOf(category), kindOf(project), kindOf(job), kindOf(team_member)];

export type Kind = (typeof kinds)[number];

/** Returns the URLs of a record's files, each with the form field in which the file is sent to the host again. */
export function filesOf({ adds, noun }: Kind, thing: Record<string, unknown>) {
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
export function addressesIn(list: unknown) {
  return Array.isArray(list) ? list.flatMap((each?: { image?: unknown } | null) => textOf(each?.image)) : [];
}

function textOf(value: unknown) {
  return typeof value === 'string' && value !== '' ? [value] : [];
}
