import { z } from 'zod';
import { limits } from '../../limits.ts';
import {
  contentPreviewSchema,
  contentPreviewsQuery,
  jobPreviewSchema,
  jobPreviewsQuery,
  openPreviewSchema,
  previewLinkSchema,
  shownPreviewSchema,
} from '../../schemas/preview.ts';
import { defineRows } from '../row.ts';

export const previewRows = defineRows({
  answeredBy: 'jobs',
  method: 'POST',
  access: 'admin',
  origin: 'extension',
})({
  contentPreviews: {
    method: 'GET',
    path: '/api/contentPreviews',
    ids: { id: 'resource' },
    needs: 'content.write',
    probed: true,
    summary:
      'The valid preview links of a post or project; without `id` those of drafts that were never saved',
    without: 'forms of posts and projects offer no preview, and say so',
    answeredBy: 'host',
    query: contentPreviewsQuery,
    data: z.array(previewLinkSchema),
  },
  saveContentPreview: {
    path: '/api/saveContentPreview',
    ids: { row_id: 'resource', link_id: 'own' },
    needs: 'content.write',
    namesOne: true,
    summary: 'Store the draft of a post or project behind a preview link, a new one or that of `link_id`',
    log: { words: 'made or updated a preview link', id: 'row_id', of: 'resource' },
    without: 'a preview of a post or project fails with a message',
    answeredBy: 'host',
    body: contentPreviewSchema,
    bodyLimit: limits.jobBody,
    data: previewLinkSchema,
  },
  revokeContentPreview: {
    path: '/api/revokeContentPreview/{id}',
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
    path: '/api/jobPreviews',
    ids: { id: 'job' },
    needs: 'jobs.write',
    summary: 'The valid preview links of a job; without `id` those of drafts that were never saved',
    without: 'the form of a job offers no preview links',
    query: jobPreviewsQuery,
    data: z.array(previewLinkSchema),
  },
  saveJobPreview: {
    path: '/api/saveJobPreview',
    ids: { row_id: 'job', link_id: 'own' },
    needs: 'jobs.write',
    namesOne: true,
    summary: 'Store the draft of a job behind a preview link, a new one or that of `link_id`',
    log: { words: 'made or updated a preview link', id: 'row_id', of: 'job' },
    without: 'a preview of a job fails with a message',
    body: jobPreviewSchema,
    bodyLimit: limits.jobBody,
    data: previewLinkSchema,
  },
  revokeJobPreview: {
    path: '/api/revokeJobPreview/{id}',
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
    path: '/api/openPreview',
    access: 'public',
    namesOne: true,
    summary: 'The draft behind a preview link; a read whose secret is in the body',
    without: 'preview links lead to a page that says that they do not work',
    body: openPreviewSchema,
    data: shownPreviewSchema,
    html: ['data.entity.description'],
  },
});
