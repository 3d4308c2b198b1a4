import { expect, test } from 'vitest';
import { pagesInTurn, readAllPages } from '../../../../client/api/read-all-pages.ts';

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
