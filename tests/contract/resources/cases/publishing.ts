import type { PreviewLink } from '#shared/schemas/preview.ts';
import type { Engine } from '../../../support/engines.ts';
import { goodJob } from './jobs.ts';

/** A draft of a post that was never saved. */
export const blogDraft = { blog_title: 'A draft نقشہ', description: '<p>Not yet said</p>' };
export const jobDraft = { ...goodJob, title: 'A job to be' };

/** A link to a draft of a post, by default one that was never saved. */
export async function makeLink({ admin }: Engine, changes: object = {}): Promise<PreviewLink> {
  return await admin.read('saveContentPreview', { resource: 'blog', draft: blogDraft, ...changes });
}
