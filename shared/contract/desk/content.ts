import { z } from 'zod';
import { category } from '../../entities/category.ts';
import { type Entity, formOf, removalsOf } from '../../entities/entity.ts';
import type { EntityName } from '../../entities/index.ts';
import { job } from '../../entities/job.ts';
import { project } from '../../entities/project.ts';
import { teamMember } from '../../entities/team-member.ts';
import { limits } from '../../limits.ts';
import { messageText } from '../../messages.ts';
import { historyRights } from '../../schemas/activity.ts';
import { categorySchema } from '../../schemas/category.ts';
import { pageOf } from '../../schemas/envelope.ts';
import { idParameter, idSchema } from '../../schemas/fields.ts';
import { jobSchema } from '../../schemas/job.ts';
import {
  contentPreviewSchema,
  contentPreviewsQuery,
  jobPreviewSchema,
  jobPreviewsQuery,
  openPreviewSchema,
  previewLinkSchema,
  shownPreviewSchema,
} from '../../schemas/preview.ts';
import { projectSchema } from '../../schemas/project.ts';
import { reorderSchema } from '../../schemas/reorder.ts';
import { teamMemberSchema } from '../../schemas/team-member.ts';
import { deletedThingSchema, restoreSchema, trashResources, trashRights } from '../../schemas/trash.ts';
import {
  keptResources,
  listedVersionSchema,
  restoredVersionSchema,
  restoreVersionSchema,
  versionSchema,
} from '../../schemas/versions.ts';
import { enumParameter, pageQuery, pageSize, searchText } from '../query.ts';
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

export const trashRows = defineRows({
  answeredBy: 'named',
  method: 'POST',
  access: 'admin',
  needs: 'own',
  origin: 'extension',
})({
  restoreDeleted: {
    needsOf: trashRights,
    namesOne: true,
    probed: true,
    summary: 'Restore a record that was deleted in the last 30 days',
    log: { words: 'restored', id: 'id', of: 'resource' },
    without: 'deletions cannot be undone',
    body: restoreSchema,
    data: z.object({ resource: z.enum(trashResources), id: idSchema }),
  },
  getTrash: {
    method: 'GET',
    needsOf: trashRights,
    probed: true,
    summary: 'Deleted records of the kinds that the role may write, with counts',
    without: 'there is no Trash screen; a deletion can be undone for some seconds, if at all',
    query: pageQuery.extend({ per_page: pageSize, resource: enumParameter(trashResources) }),
    data: pageOf(deletedThingSchema).extend({
      counts: z.partialRecord(z.enum(trashResources), z.number().int()),
    }),
  },
  eraseDeleted: {
    needsOf: trashRights,
    summary: 'Erase a deleted record and its files for good',
    log: { words: 'deleted for good', id: 'id', of: 'resource' },
    without: 'deleted records cannot be erased early',
    body: restoreSchema,
    data: z.object({ resource: z.enum(trashResources), id: idSchema }),
  },
});

const badResource = messageText('field.notOneOf', { list: keptResources.join(', ') });

/** Reading versions needs the right to read the record; restoring needs the right to write it. */
export const versionRows = defineRows({
  answeredBy: 'named',
  method: 'GET',
  access: 'admin',
  needs: 'own',
  origin: 'extension',
})({
  getVersions: {
    ids: { id: 'resource' },
    needsOf: historyRights,
    probed: true,
    summary: 'Versions of a post, a project or a job, newest first, without their texts',
    without:
      'forms of posts, projects and jobs offer no versions, and those of posts and projects have no SEO fields',
    query: pageQuery.extend({
      resource: z.enum(keptResources, badResource),
      id: idParameter,
    }),
    data: pageOf(listedVersionSchema),
  },
  getVersion: {
    id: 'own',
    needsOf: historyRights,
    summary: 'One complete version, with its long text as words without markup',
    without: 'versions cannot be compared',
    data: versionSchema,
  },
  restoreVersion: {
    method: 'POST',
    id: 'own',
    needsOf: trashRights,
    summary: 'Restore texts and fields of a version, by the rules of a save',
    log: 'restored a version',
    without: 'versions cannot be restored',
    body: restoreVersionSchema,
    data: restoredVersionSchema,
  },
});

export const previewRows = defineRows({
  answeredBy: 'jobs',
  method: 'POST',
  access: 'admin',
  origin: 'extension',
})({
  contentPreviews: {
    method: 'GET',
    ids: { id: 'resource' },
    needs: 'content.write',
    probed: true,
    summary: 'Valid preview links; without `id` those of drafts that were never saved',
    without: 'forms of posts and projects offer no preview, and say so',
    answeredBy: 'host',
    query: contentPreviewsQuery,
    data: z.array(previewLinkSchema),
  },
  saveContentPreview: {
    ids: { row_id: 'resource', link_id: 'own' },
    needs: 'content.write',
    namesOne: true,
    summary: 'Store a draft behind a preview link, a new one or `link_id`',
    log: { words: 'made or updated a preview link', id: 'row_id', of: 'resource' },
    without: 'a preview of a post or project fails with a message',
    answeredBy: 'host',
    body: contentPreviewSchema,
    bodyLimit: limits.jobBody,
    data: previewLinkSchema,
  },
  revokeContentPreview: {
    id: 'own',
    needs: 'content.write',
    summary: 'Revoke a preview link of a post or project',
    log: 'revoked a preview link',
    without: 'preview links of posts and projects cannot be revoked',
    answeredBy: 'host',
    data: z.unknown(),
  },
  jobPreviews: {
    method: 'GET',
    ids: { id: 'job' },
    needs: 'jobs.write',
    summary: 'Valid preview links; without `id` those of drafts that were never saved',
    without: 'the form of a job offers no preview links',
    query: jobPreviewsQuery,
    data: z.array(previewLinkSchema),
  },
  saveJobPreview: {
    ids: { row_id: 'job', link_id: 'own' },
    needs: 'jobs.write',
    namesOne: true,
    summary: 'Store a draft behind a preview link, a new one or `link_id`',
    log: { words: 'made or updated a preview link', id: 'row_id', of: 'job' },
    without: 'a preview of a job fails with a message',
    body: jobPreviewSchema,
    bodyLimit: limits.jobBody,
    data: previewLinkSchema,
  },
  revokeJobPreview: {
    id: 'own',
    needs: 'jobs.write',
    summary: 'Revoke a preview link of a job',
    log: 'revoked a preview link',
    without: 'preview links of jobs cannot be revoked',
    data: z.unknown(),
  },
  // An API host that makes preview links of posts and projects also has this call, and opens the links that it has
  // made.
  openPreview: {
    access: 'public',
    namesOne: true,
    summary: 'The draft behind a preview link; a read whose secret is in the body',
    without: 'preview links lead to a page that says that they do not work',
    body: openPreviewSchema,
    data: shownPreviewSchema,
    html: ['data.entity.description'],
  },
});
