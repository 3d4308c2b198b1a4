import { expect, it } from 'vitest';
import { combinedTrash } from '../../../../hosts/hybrid/combined-trash.ts';
import { jsonAnswer, readJson } from '../../../../server/bff/upstream/json-answer.ts';

/** A side with `count` deleted records, one every second day, and the calls to it. */
function sideOf(resource: 'blog' | 'job', count: number, firstDay: number) {
  const all = Array.from({ length: count }, (_, at) => ({
    resource,
    deleted_at: `2026-05-${String(firstDay - 2 * at).padStart(2, '0')}`,
  }));
  const asked: string[] = [];
  return {
    asked,
    takes: (kind: string) => kind === resource,
    async ask(path: string) {
      asked.push(path);
      const query = new URL(path, 'http://x').searchParams;
      const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))];
      const data = all.slice((page - 1) * size, page * size);
      const counts = { blog: 0, job: 0, [resource]: count };
      const last_page = Math.max(1, Math.ceil(count / size));
      return jsonAnswer(200, { status: 1, data: { data, last_page, total: count, counts } });
    },
  };
}

const read = async (query: string, sides: Parameters<typeof combinedTrash>[1]) => {
  const answer = await combinedTrash(new URLSearchParams(query), sides);
  return {
    status: answer.status,
    body: (await readJson(answer)) as { data: { data: Record<string, string>[] } },
  };
};

it('has what both sides have, the last first, page by page', async () => {
  const [host, engine] = [sideOf('blog', 5, 30), sideOf('job', 3, 29)];
  const { body } = await read('page=2&per_page=3', [host, engine]);
  expect(body.data).toMatchObject({ current_page: 2, last_page: 3, total: 8, counts: { blog: 5, job: 3 } });
  expect(body.data.data.map(({ deleted_at: at }) => at)).toEqual(['2026-05-27', '2026-05-26', '2026-05-25']);
  expect([host.asked.length, engine.asked.length]).toEqual([2, 1]);
  expect((await read('page=9&per_page=3', [host, engine])).body.data.data).toEqual([]);
});

it('counts the rows of a host that names no numbers', async () => {
  const data = [{ resource: 'blog', deleted_at: '2026-05-28' }];
  const host = {
    ...sideOf('blog', 0, 1),
    ask: async () => jsonAnswer(200, { status: 1, data: { data, last_page: 1 } }),
  };
  const { body } = await read('', [host, sideOf('job', 3, 29)]);
  expect(body.data).toMatchObject({ total: 4, counts: { job: 3 } });
});
