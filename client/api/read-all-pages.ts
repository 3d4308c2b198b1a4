import type { Id } from '#shared/id.ts';

/** One page of a list. */
interface ListPage<Item> {
  data: Item[];
  last_page: number;
}

/** A list read to its end, or as far as `mostPages` goes. */
export interface WholeList<Item> {
  data: Item[];
  /**
   * False when the list is longer than `data`. A screen then says so, and does not offer what needs all rows, such as
   * reordering.
   */
  complete: boolean;
}

/**
 * Pages of one list that are read at most. At ten a page (`limits.pageSize`) that is twice what can be put in order
 * (`limits.reorderIds`) and more than anybody looks through on one screen. A host that claims more is not followed for ever.
 */
const mostPages = 200;

/** Calls at the same time: enough to be quick, and few enough to leave room for others. */
const atOnce = 4;

/**
 * Every item of a list, in its order. The first page says how many pages there are; the others are read a few at a time. If one
 * fails, all fails. An item that moved to another page meanwhile is listed once. `onFirst` is called with the first page as soon
 * as it is there.
 */
export async function readAllPages<Item extends { id: Id }, Page extends ListPage<Item>>(
  read: (page: number) => Promise<Page & ListPage<Item>>,
  onFirst: (page: Page) => void = () => {},
): Promise<WholeList<Item>> {
  const first = await read(1);
  onFirst(first);
  const pages: ListPage<Item>[] = [first];
  const last = Math.min(first.last_page, mostPages);
  let next = 2;
  const readOn = async () => {
    while (next <= last) {
      const page = next;
      next += 1;
      pages[page - 1] = await read(page);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readOn));
  const items = new Map(pages.flatMap(({ data }) => data.map((item) => [item.id, item] as const)));
  return { data: [...items.values()], complete: first.last_page <= mostPages };
}

/**
 * The pages of a list one after another, for a search that stops when it has found what it looks for. Ends with the list, with
 * an empty page, or at `mostPages`.
 */
export async function* pagesInTurn<Page extends ListPage<unknown>>(
  read: (page: number) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let page = 1, last = 1; page <= Math.min(last, mostPages); page += 1) {
    const list = await read(page);
    yield list;
    last = list.data.length > 0 ? list.last_page : 0;
  }
}
