import { z } from 'zod';
import { category } from '../../entities/category.ts';
import { answerShape, type Entity, formOf, removalsOf } from '../../entities/entity.ts';
import type { ContentEntity } from '../../entities/index.ts';
import { job } from '../../entities/job.ts';
import { post } from '../../entities/post.ts';
import { project } from '../../entities/project.ts';
import { teamMember } from '../../entities/team-member.ts';
import { limits } from '../../limits.ts';
import { messageText } from '../../messages.ts';
import { historyRights } from '../../schemas/activity.ts';
import { pageOf } from '../../schemas/envelope.ts';
import { idParameter, idSchema } from '../../schemas/fields.ts';
import {
  contentPreviewSchema,
  contentPreviewsQuery,
  jobPreviewSchema,
  jobPreviewsQuery,
  openPreviewSchema,
  previewLinkSchema,
  shownPreviewSchema,
  shownRichText,
} from '../../schemas/preview.ts';
import { reorderSchema } from '../../schemas/reorder.ts';
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

type Noun = ContentEntity & Pick<Entity, 'one' | 'archive' | 'calls'> & { area: 'content' | 'jobs' };
type Rows<Named extends Noun> = ReturnType<typeof rowsOf<Named>>;

/**
 * The usual calls of an entity that admins write in a form, under the names in its descriptor: those that `own` names,
 * each with what differs from others of its kind.
 */
function usualRows<
  const Named extends Noun,
  const Own extends { [Does in keyof Rows<Named>]?: Partial<ContractRow> },
>(noun: Named, answeredBy: HybridGroup | 'host', own: Own) {
  const rows: Readonly<Record<string, ContractRow>> = rowsOf(noun, answeredBy);
  const calls: Readonly<Record<string, string | undefined>> = noun.calls;
  const named = Object.entries<Partial<ContractRow>>(own).map(([does, more]) => {
    const { without, ...row } = { ...(rows[does] as ContractRow), ...more, name: calls[does] ?? '' };
    return [row.name, { ...row, ...(row.origin !== 'spec' && { without }), path: pathOf(row.name, row) }];
  });
  return Object.fromEntries(named) as {
    [Does in keyof Own & keyof Rows<Named> & keyof Named['calls'] as Named['calls'][Does] & string]: Omit<
      Rows<Named>[Does],
      keyof Own[Does] | 'name'
    > &
      Own[Does] & { name: Named['calls'][Does] };
  };
}

function rowsOf<const Named extends Noun>(
  { resource, one, archive, area, fields }: Named,
  answeredBy: HybridGroup | 'host',
) {
  const data = z.object(answerShape<Named['fields']>(fields));
  return defineRows({
    resource,
    answeredBy,
    method: 'POST',
    access: 'admin',
    needs: `${area}.write`,
    origin: 'extension',
  })({
    all: {
      method: 'GET',
      does: 'list',
      needs: `${area}.read`,
      summary: `All ${archive}`,
      without: `the screen of the ${archive} in the admin area says that the host does not support it`,
      query: pageQuery,
      data: pageOf(data),
    },
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
      query: searchQuery,
      data: pageOf(data),
    },
  });
}

const searchQuery = pageQuery.extend({ search: searchText });
/** A host may answer with anything once it has stored the record. */
const data = z.unknown();
const ofSpec = { origin: 'spec', data } as const;

/** The calls that admins make about content; what visitors read is in ../content.ts. */
export const contentRows = {
  ...usualRows(category, 'host', {
    add: {
      ...ofSpec,
      summary: 'Add a category with its image and technology logos; 422 if the title is taken',
      upload: logosAs(/^tech_image\[\]$/),
    },
    change: {
      ...ofSpec,
      summary: 'Change a category; new logos are added',
      upload: logosAs(/^tech_image\[\d{1,3}\]\[file\]$/, 'updated_at'),
    },
    remove: {
      summary: 'Delete a category; 409 with the number of its projects while it has any',
      without: 'deleting a category in the admin area fails with a message',
    },
    search: {},
  }),
  ...usualRows(project, 'host', {
    add: { ...ofSpec, summary: 'Add a project with images and an optional video' },
    change: {
      summary:
        'Change a project; new images are added, a new video replaces the old one, `remove_video` 1 removes it, `remove_captions` 1 its captions',
      without: 'editing a project in the admin area fails with a message',
      data,
    },
    remove: {},
    order: {},
    search: {
      ids: { category_id: 'category' },
      summary: 'Projects that match a search',
      without: 'projects cannot be searched in the admin area',
      query: searchQuery.extend({ category_id: idParameter.optional() }),
    },
  }),
  ...usualRows(post, 'host', {
    all: { origin: 'spec', summary: 'All posts, active or not, newest first' },
    add: ofSpec,
    change: {
      ...ofSpec,
      id: undefined,
      summary: 'Change a post; the image is optional',
      log: { words: 'changed a post', id: 'blog_id' },
      upload: formOf(post.fields, ['blog_id', 'updated_at', ...removalsOf(post.fields)]),
    },
    remove: ofSpec,
    search: {
      summary: 'Posts that match a search or state, newest first',
      without: 'posts cannot be searched in the admin area',
      query: searchQuery.extend({ is_active: enumParameter(['0', '1']), scheduled: enumParameter(['1']) }),
    },
  }),
  ...usualRows(job, 'jobs', { remove: {}, order: {} }),
  ...usualRows(teamMember, 'team', {
    all: {
      summary: 'All team members, active or not, in their order',
      without: 'the Team screen of the admin area says that the host does not support it',
      probed: true,
      hidden: { is_active: 0 },
    },
    add: {},
    change: {},
    remove: {},
    order: {},
    search: {},
  }),
  ...defineRows({
    answeredBy: 'host',
    method: 'DELETE',
    access: 'admin',
    needs: 'content.write',
    origin: 'spec',
  })({
    deleteTechImage: {
      id: 'tech_image',
      does: 'removePart',
      resource: 'tech_image',
      summary: 'Remove one technology logo; the last one of a category stays',
      log: 'removed a logo',
      data,
    },
    deleteProjectImage: {
      id: 'project_image',
      does: 'removePart',
      resource: 'project_image',
      origin: 'extension',
      summary: 'Remove one image of a project; the last one stays',
      log: 'removed a picture of a project',
      without: 'images of a project cannot be removed one by one',
      data,
    },
  }),
};

/** The form of a category, whose logos have other names than the pictures of other lists (docs/product.md §7). */
function logosAs(pattern: RegExp, ...more: readonly string[]) {
  const { texts, files } = formOf(category.fields, more);
  return { texts, files: files.map((file) => (file.name === 'tech_image' ? { ...file, pattern } : file)) };
}

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
    html: shownRichText,
  },
});
