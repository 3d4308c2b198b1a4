import { describe, expect, it, vi } from 'vitest';
import { textOf } from '#shared/desk-messages.ts';
import type { UpstreamRequest } from '../../../server/bff/upstream/upstream.ts';
import { form, type Given, hostOf } from './mapped-host.ts';

const upload = { path: '/media', send: 'raw' };

/** A host with a call for files: its answers to that call, and to the others. */
function withUpload(
  calls: Record<string, unknown>,
  { media = upload, more = {} }: { media?: Record<string, unknown>; more?: Record<string, unknown> } = {},
  answer: (wanted: UpstreamRequest) => Given = () => ({ status: 201, body: { id: 40 } }),
) {
  const log = { warn: vi.fn() };
  const file = { preset: 'array', media: { upload: media }, calls, ...more };
  const isUpload = ({ path }: UpstreamRequest) => path.endsWith(String(media.path));
  const host = hostOf(
    file,
    (wanted) => (isUpload(wanted) ? answer(wanted) : { status: 201, body: { id: 7, title: 'A' } }),
    log,
  );
  return { ...host, log, saved: () => host.asked.filter((wanted) => !isUpload(wanted)) };
}

describe('files that go to the host before the call that names them', () => {
  it('are refused before anything is sent, where there are several and the host has a place for one', async () => {
    const addProject = {
      path: '/works',
      send: 'json',
      body: { title: 'title' },
      uploads: { images: 'cover' },
    };
    const { ask, asked } = withUpload({ addProject });
    const two = form({ title: 'A' }, { 'images[0]': '/tmp/one', 'images[1]': '/tmp/two' });
    await expect(ask('POST', '/api/addProject', two)).rejects.toMatchObject({
      ...{ code: 'host.takesOneFile', status: 422 },
      fields: { 'images[1]': [textOf('host.takesOneFile')] },
    });
    expect(asked).toEqual([]);
  });
});
