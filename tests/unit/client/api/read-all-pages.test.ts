import { expect, test } from 'vitest';
import { pagesInTurn, readAllPages } from '../../../../client/api/read-all-pages.ts';

test.each([0, 10, 11, 500])('%i items come whole and in their order', async (total) => {
  const ids = Array.from({ length: total }, (_, at) => ({ id: at + 1 }));
  const read = async (page: number) => ({
    data: ids.slice((page - 1) * 10, page * 10),
    last_page: Math.max(1, Math.ceil(total / 10)),
  });
  expect(await readAllPages(read)).toMatchObject({ data: ids, complete: true });
});

test('an item that moved to the next page meanwhile is there once', async () => {
  const read = async (page: number) => ({ data: [{ id: page }, { id: page + 1 }], last_page: 2 });
  expect((await readAllPages(read)).data).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('a host that claims millions of pages is not followed for ever, and what was read is not the whole', async () => {
  let calls = 0;
  const read = async () => {
    calls += 1;
    return { data: calls > 3 ? [] : [{ id: calls }], last_page: 5_000_000 };
  };
  expect([(await readAllPages(read)).complete, calls]).toEqual([false, 200]);
  calls = 0;
  for await (const page of pagesInTurn(read)) expect(page.last_page).toBe(5_000_000);
  expect(calls).toBe(4);
});
