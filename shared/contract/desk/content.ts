import { z } from 'zod';
import { category } from '../../entities/category.ts';
import { type Entity, formOf, removalsOf } from '../../entities/entity.ts';
import type { EntityName } from '../../entities/index.ts';
import { job } from '../../entities/job.ts';
import { project } from '../../entities/project.ts';
import { teamMember } from '../../entities/team-member.ts';
import { categorySchema } from '../../schemas/category.ts';
import { pageOf } from '../../schemas/envelope.ts';
import { jobSchema } from '../../schemas/job.ts';
import { projectSchema } from '../../schemas/project.ts';
import { reorderSchema } from '../../schemas/reorder.ts';
import { teamMemberSchema } from '../../schemas/team-member.ts';
import { pageQuery, searchText } from '../query.ts';
import { type ContractRow, defineRows, type HybridGroup, pathOf } from '../row.ts';

type Rows<Data extends z.ZodType> = ReturnType<typeof rowsOf<Data>>;

/**
 * The usual calls of an entity that admins write in a form, under the names given here; it has no others of them.
 * `data` is the shape of a record in answers.
 */
function usualRows<Data extends z.ZodType, const Names extends Partial<Record<keyof Rows<Data>, string>>>(
  noun: Noun,
  answeredBy: HybridGroup | 'host',
  data: Data,
  names: Names,
) {
  const rows = rowsOf(noun, answeredBy, data);
  const named = Object.entries(names).map(([does, name]) => {
    const row = rows[does as keyof typeof rows] as ContractRow;
    return [name, { ...row, name, path: pathOf(name, row) }];
  });
  return Object.fromEntries(named) as {
    [Does in keyof Names & keyof Rows<Data> as Names[Does] & string]: Omit<Rows<Data>[Does], 'name'> & {
      name: Names[Does];
    };
  };
}

type Noun = Entity & { resource: EntityName };

function rowsOf<Data extends z.ZodType>(
  { resource, one, archive, area, fields }: Noun,
  answeredBy: HybridGroup | 'host',
  data: Data,
) {
  return defineRows({
    resource,
    answeredBy,
    method: 'POST',
    access: 'admin',
    needs: `${area}.write`,
    origin: 'extension',
  })({
    add: {
      does: 'add',
      summary: `Add ${one}`,
      log: `added ${one}`,
      without: `${one} cannot be added`,
      data,
      upload: formOf(fields),
    },
    change: {
      id: resource,
      does: 'change',
      summary: `Change ${one}; files that are not sent stay`,
      log: `changed ${one}`,
      without: `${one} cannot be changed`,
      data,
      upload: formOf(fields, ['updated_at', ...removalsOf(fields)]),
    },
    remove: {
      id: resource,
      does: 'remove',
      summary: `Delete ${one}`,
      log: `deleted ${one}`,
      without: `${one} cannot be deleted`,
      data: z.unknown(),
    },
    order: {
      does: 'order',
      ids: { ids: resource },
      namesOne: true,
      summary: `Set the order of the ${archive}`,
      log: `reordered the ${archive}`,
      without: `the order of the ${archive} cannot be changed`,
      body: reorderSchema,
      data: z.unknown(),
    },
    search: {
      method: 'GET',
      does: 'list',
      needs: `${area}.read`,
      summary: `Search the ${archive}`,
      without: `the ${archive} cannot be searched in the admin area`,
      query: pageQuery.extend({ search: searchText }),
      data: pageOf(data),
    },
  });
}

/** The calls that admins make about content; what visitors read is in the files of the resources. */
export const contentRows = {
  ...usualRows(project, 'host', projectSchema, { remove: 'deleteProject', order: 'reorderProjects' }),
  ...usualRows(category, 'host', categorySchema, { search: 'searchCategories' }),
  ...usualRows(job, 'jobs', jobSchema, { remove: 'deleteJob', order: 'reorderJobs' }),
  ...usualRows(teamMember, 'team', teamMemberSchema, {
    add: 'addTeamMember',
    change: 'updateTeamMember',
    remove: 'deleteTeamMember',
    order: 'reorderTeam',
    search: 'searchTeam',
  }),
};
