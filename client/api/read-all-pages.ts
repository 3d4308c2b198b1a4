import type { Id } from '#shared/id.ts';

/** What every page of a list says of itself. */
interface ListPage<Item> {
  data: Item[];
  last_page: number;
}

/** A list read to its end, or as far as `mostPages` goes. */
export interface WholeList<Item> {
  data: Item[];
  /**
   * False when the list goes on behind `data`. A screen then says so, and offers nothing that would need the rest: the
   * order of some is not the order of all.
   */
  complete: boolean;
}

/**
 * Pages of one list that are read at most. At ten a page (`limits.pageSize`) that is twice what can be put in order
 * (`limits.reorderIds`) and more than anybody looks through on one screen. A host that claims more is not followed for ever.
 */
const mostPages = 200;

/** Calls that are under way at the same time: enough to be quick, and few enough to leave room for others. */
const atOnce = 4;

/**
 * Every item of a list, in its order. The first page tells how many there are, the others come a few at a time; one that
 * fails fails the whole. An item that moved from one page to the next meanwhile is there once. `onFirst` hears of the first
 * page as soon as it is there.
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
 * The pages of a list one after another, for who looks for one thing and stops when it is found. Ends with the list, with a
 * page that has nothing, or at `mostPages`.
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
