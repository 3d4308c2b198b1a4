import type { Id } from '#shared/id.ts';

/** One page of a list. */
export interface ListPage<Item> {
  data: Item[];
  last_page: number;
}

/** The items of a list, read to its end or up to `mostPages` pages. */
export interface WholeList<Item> {
  data: Item[];
  /**
   * False if the list has more items than `data`. The screen then says so, and offers no action that needs all rows,
   * such as reordering.
   */
  complete: boolean;
}

/**
 * Maximum number of pages that are read of one list: twice as many as the longest list that can be reordered has
 * (`limits.reorderIds`). Without a maximum, reading would never end at a host that claims to have endless pages.
 */
const mostPages = 200;

/** Number of parallel calls. Enough to be quick, and few enough not to block other calls. */
const atOnce = 4;

/**
 * Returns all items of a list, in order. The first page says how many pages there are; the others are then read, a
 * few at a time. If a page fails, the whole call rejects. An item that moved to another page in the meantime is
 * returned once.
 */
export async function readAllPages<Item extends { id: Id }>(
  read: (page: number) => Promise<ListPage<Item>>,
): Promise<WholeList<Item>> {
  const first = await read(1);
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
 * Yields the pages of a list one after another, so that a search can stop at the first match. Stops at the end of the
 * list, at an empty page, or after `mostPages` pages.
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
