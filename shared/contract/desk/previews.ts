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
