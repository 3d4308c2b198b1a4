import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { createActivePosts } from '../../../../server/bff/reads/active-posts.ts';
import type { Upstream } from '../../../../server/bff/upstream/upstream.ts';

const post = { id: 1, blog_title: 'T', description: '<p>x</p>', is_active: 1, author: { name: 'A' } };

/** A host that returns the same page of posts repeatedly, and counts its calls. */
function hostOf(posts: unknown[], pages = 1) {
  const asked = { times: 0 };
  const upstream = {
    async request() {
      asked.times += 1;
      const body = { status: 1, data: { data: posts, current_page: 1, last_page: pages } };
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: Readable.from([Buffer.from(JSON.stringify(body))]),
      };
    },
  } as unknown as Upstream;
  return { asked, upstream };
}

const wanted = {
  row: contract.activeBlogs,
  method: 'GET' as const,
  path: '/api/activeBlogs?page=1',
  headers: {},
  rules: { hosts: [], mediaPaths: [] },
};

it('posts are looked for anew after a write, and nobody is left in the dark about those beyond the last page read', async () => {
  const { asked, upstream } = hostOf([post], 31);
  let generation = 0;
  const warn = vi.fn();
  const activePosts = createActivePosts(upstream, { generation: () => generation, log: { warn } });
  await activePosts(wanted);
  await activePosts(wanted);
  expect([asked.times, warn.mock.calls.length]).toEqual([30, 1]);
  expect(warn).toHaveBeenCalledWith({ pages: 31, read: 30 }, expect.any(String));
  generation += 1;
  await activePosts(wanted);
  expect(asked.times).toBe(60);
});
