import { expect, it } from 'vitest';
import { combinedTrash } from '../../../../hosts/hybrid/open-hybrid.ts';
import { jsonAnswer, readJson } from '../../../../server/bff/upstream/answers.ts';
import { AppError } from '../../../../server/errors.ts';

/** A source with records that were deleted on these days of May. */
const sideOf = (resource: 'blog' | 'job', ...days: number[]) => ({
  takes: (kind: string) => kind === resource,
  async ask() {
    const data = days.map((day) => ({ resource, deleted_at: `2026-05-${day}` }));
    return jsonAnswer(200, {
      status: 1,
      data: { data, counts: { blog: 0, job: 0, [resource]: days.length } },
    });
  },
});
const refusing = (status: number) => ({
  takes: () => true,
  ask: () => Promise.reject(new AppError('request.failed', status)),
});
const query = new URLSearchParams('page=2&per_page=3');

it('has what both sources have, the last first, page by page', async () => {
  const answer = await combinedTrash(query, [sideOf('blog', 30, 28, 26, 24, 22), sideOf('job', 29, 27, 25)]);
  expect(await readJson(answer)).toMatchObject({
    data: {
      current_page: 2,
      last_page: 3,
      total: 8,
      counts: { blog: 5, job: 3 },
      data: [27, 26, 25].map((day) => ({ deleted_at: `2026-05-${day}` })),
    },
  });
});

it.each([
  [403, 200],
  [404, 200],
  [401, 401],
])('a source that answers %i makes it %i', async (status, expected) => {
  expect((await combinedTrash(query, [refusing(status), sideOf('job', 29)])).status).toBe(expected);
});
