import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import type { previewRows } from '#shared/contract/desk/previews.ts';
import type { scheduleRows } from '#shared/contract/desk/schedule.ts';
import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { PreviewLink } from '#shared/schemas/preview.ts';
import type { Schedule } from '#shared/schemas/schedule.ts';
import type { Engine } from '../../../support/engines.ts';
import { makeBlog } from './blogs.ts';
import type { GoodCalls } from './good-call.ts';
import { goodJob, makeJob } from './jobs.ts';

const link = {
  id: expect.any(Number),
  who: expect.any(String),
  created_at: expect.any(String),
  updated_at: expect.any(String),
  expires_at: expect.any(String),
};
const secret = expect.stringMatching(/^[\w-]{22}$/);
const made = 'The link is ready.';

/** A draft of a post that was never saved. */
export const blogDraft = { blog_title: 'A draft نقشہ', description: '<p>Not yet said</p>', blog_image: null };
const { title: _title, ...jobFields } = goodJob;
const jobDraft = { ...jobFields, title: 'A job to be' };

/** A link to a draft of a post, by default one that was never saved. */
export async function makeLink(engine: Engine, changes: Record<string, unknown> = {}): Promise<PreviewLink> {
  const answer = await engine.admin
    .post(callPath(contract.saveContentPreview))
    .send({ resource: 'blog', draft: blogDraft, ...changes });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

async function planOf({ admin }: Engine, list: keyof typeof scheduleRows, id: Id) {
  const { data } = (await admin.get(callPath(contract[list]))).body;
  return (data as Schedule[]).find(({ row_id }) => row_id === id);
}

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
const soon = inDays(30);
const later = inDays(60);
const plan = { publish_at: soon, unpublish_at: later, problem: null, who: expect.any(String) };

export const publishingCalls: GoodCalls<typeof previewRows & typeof scheduleRows> = {
  contentPreviews: async (engine) => {
    const { id } = await makeBlog(engine);
    const { secret: _secret, ...shown } = await makeLink(engine, { row_id: id });
    return { query: `?resource=blog&id=${id}`, data: [shown] };
  },
  saveContentPreview: async (engine) => {
    const { id } = await makeBlog(engine);
    const { id: link_id } = await makeLink(engine, {
      row_id: id,
      draft: { ...blogDraft, blog_title: 'Old' },
    });
    const json = { resource: 'blog', row_id: id, link_id, days: 1, own: 0, draft: blogDraft };
    const message = 'The link now shows the current draft.';
    return { json, message, data: { ...link, id: link_id } };
  },
  revokeContentPreview: async (engine) => {
    const { id } = await makeLink(engine, { row_id: (await makeBlog(engine)).id });
    return { params: { id }, message: 'The link no longer works.', data: null };
  },
  jobPreviews: async (engine) => ({ query: `?id=${(await makeJob(engine)).id}`, data: [] }),
  saveJobPreview: async (engine) => {
    const { id } = await makeJob(engine);
    const json = { row_id: id, link_id: null, days: 1, own: 0, draft: jobDraft };
    return { json, message: made, data: { ...link, secret } };
  },
  revokeJobPreview: async (engine) => {
    const json = { row_id: (await makeJob(engine)).id, draft: jobDraft };
    const saved = await engine.admin.post(callPath(contract.saveJobPreview)).send(json);
    return { params: { id: saved.body.data.id }, message: 'The link no longer works.', data: null };
  },
  openPreview: async (engine) => {
    const row = await makeBlog(engine);
    const { secret: key } = await makeLink(engine, { row_id: row.id });
    const entity = { ...blogDraft, id: row.id, is_active: 1, created_at: row.created_at };
    return { json: { secret: key }, data: { resource: 'blog', own: 0, entity } };
  },
  blogSchedules: async (engine) => {
    const { id } = await makeBlog(engine, { is_active: '0' });
    const json = { publish_at: soon, unpublish_at: later };
    await engine.admin.post(callPath(contract.scheduleBlog, { id })).send(json).expect(200);
    return { data: expect.arrayContaining([{ row_id: id, ...plan }]) };
  },
  scheduleBlog: async (engine) => {
    const { id } = await makeBlog(engine, { is_active: '0' });
    const json = { publish_at: soon.replace('Z', '+00:00'), unpublish_at: later };
    const read = () => planOf(engine, 'blogSchedules', id);
    return { params: { id }, json, message: 'Schedule saved', data: { row_id: id, ...plan }, read };
  },
  jobSchedules: async (engine) => {
    const { id } = await makeJob(engine);
    const json = { publish_at: soon, unpublish_at: later };
    await engine.admin.post(callPath(contract.scheduleJob, { id })).send(json).expect(200);
    return { data: expect.arrayContaining([{ row_id: id, ...plan }]) };
  },
  scheduleJob: async (engine) => {
    const { id } = await makeJob(engine);
    const json = { publish_at: soon, unpublish_at: later };
    const read = () => planOf(engine, 'jobSchedules', id);
    return { params: { id }, json, message: 'Schedule saved', data: { row_id: id, ...plan }, read };
  },
};
