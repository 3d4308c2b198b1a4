import { expect, test } from 'vitest';
import { readAllPages } from '../../../../client/admin/portfolio/queries/all-pages.ts';

/** A list of `total` items, ten a page, that notes what is asked for and how many calls run at once. */
function list(total: number) {
  const asked: number[] = [];
  let running = 0;
  let most = 0;
  const read = async (page: number) => {
    asked.push(page);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    const ids = Array.from({ length: total }, (_, at) => at + 1).slice((page - 1) * 10, page * 10);
    return { data: ids.map((id) => ({ id })), last_page: Math.max(1, Math.ceil(total / 10)) };
  };
  return { read, asked, most: () => most };
}

test.each([0, 1, 10, 11, 500])('%i items come whole and in their order', async (total) => {
  const { read, asked } = list(total);
  const items = await readAllPages(read);
  expect(items.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_, at) => at + 1));
  expect(new Set(asked).size).toBe(asked.length);
});

test('a few pages are asked for at the same time, and not all of them', async () => {
  const { read, most } = list(500);
  await readAllPages(read);
  expect(most()).toBe(4);
});

test('an item that moved to the next page meanwhile is there once', async () => {
  const pages = [
    [{ id: 1 }, { id: 2 }],
    [{ id: 2 }, { id: 3 }],
  ];
  const items = await readAllPages(async (page) => ({ data: pages[page - 1] ?? [], last_page: 2 }));
  expect(items).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('a host that claims millions of pages is not followed for ever', async () => {
  let calls = 0;
  await readAllPages(async () => {
    calls += 1;
    return { data: [], last_page: 5_000_000 };
  });
  expect(calls).toBe(200);
});

test('a page that fails fails the whole', async () => {
  const read = async (page: number) => {
    if (page === 3) throw new Error('gone');
    return { data: [], last_page: 5 };
  };
  await expect(readAllPages(read)).rejects.toThrow('gone');
});
