import { expect, test } from 'vitest';
import { pagesInTurn, readAllPages } from '../../../../client/api/read-all-pages.ts';

/** A list of `total` items, ten on a page, that records the requested pages and how many calls run at once. */
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
  const { data, complete } = await readAllPages(read);
  expect(complete).toBe(true);
  expect(data.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_, at) => at + 1));
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
  const { data } = await readAllPages(async (page) => ({ data: pages[page - 1] ?? [], last_page: 2 }));
  expect(data).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('a host that claims millions of pages is not followed for ever', async () => {
  let calls = 0;
  const { complete } = await readAllPages(async () => {
    calls += 1;
    return { data: [], last_page: 5_000_000 };
  });
  expect(calls).toBe(200);
  expect(complete, 'what was read does not pass for the whole').toBe(false);
});

test('a page that fails fails the whole', async () => {
  const read = async (page: number) => {
    if (page === 3) throw new Error('gone');
    return { data: [], last_page: 5 };
  };
  await expect(readAllPages(read)).rejects.toThrow('gone');
});

test('the first page is told of before the others are asked for', async () => {
  const { read, asked } = list(30);
  const told: unknown[] = [];
  await readAllPages(read, (first) => told.push({ first: first.data[0], asked: [...asked] }));
  expect(told).toEqual([{ first: { id: 1 }, asked: [1] }]);
});

test('pages in turn are asked for one by one, and no further than somebody looks', async () => {
  const { read, asked, most } = list(50);
  for await (const { data } of pagesInTurn(read)) {
    if (data.some(({ id }) => id === 25)) break;
  }
  expect(asked).toEqual([1, 2, 3]);
  expect(most()).toBe(1);
});

test('pages in turn end with the list, and at a page without anything whatever a host claims', async () => {
  const whole = list(20);
  for await (const page of pagesInTurn(whole.read)) expect(page.last_page).toBe(2);
  expect(whole.asked).toEqual([1, 2]);
  let calls = 0;
  const read = async () => {
    calls += 1;
    return { data: calls > 3 ? [] : [{ id: calls }], last_page: 5_000_000 };
  };
  for await (const page of pagesInTurn(read)) expect(page.last_page).toBe(5_000_000);
  expect(calls).toBe(4);
});
