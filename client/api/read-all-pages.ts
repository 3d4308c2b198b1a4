import type { Id } from '#shared/id.ts';

/** One page of a list. */
interface ListPage<Item> {
  data: Item[];
  last_page: number;
}

/** A list, read to its end or up to `mostPages`. */
export interface WholeList<Item> {
  data: Item[];
  /**
   * False when the list is longer than `data`. The screen then shows that, and offers no action that needs all rows,
   * such as reordering.
   */
  complete: boolean;
}

/**
 * Largest number of pages read of one list. At ten rows a page (`limits.pageSize`) that is twice what can be
 * reordered (`limits.reorderIds`) and more than a person reads on one screen. It also limits a host that claims
 * endless pages.
 */
const mostPages = 200;

/** Number of parallel calls: enough to be quick, and few enough to leave room for others. */
const atOnce = 4;

/**
 * Returns every item of a list, in its order. The first page contains the number of pages; the others are read a few
 * at a time. If one fails, the whole call fails. An item that moved to another page meanwhile is listed once.
 * `onFirst` is called with the first page as soon as it has arrived.
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
 * Yields the pages of a list one after another, for a search that stops at the first match. Ends with the list, with
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
