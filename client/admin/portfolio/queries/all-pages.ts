/** What every page of a list says of itself. */
interface ListPage<Item> {
  data: Item[];
  last_page: number;
}

/** Calls that are under way at the same time: enough to be quick, and few enough to leave room for others. */
const atOnce = 4;

/** No list of the portfolio is that long; a host that claims more is not followed for ever. */
const mostPages = 200;

/**
 * Every item of a list, in its order. The first page tells how many there are, the others come a few at a time. An item
 * that moved from one page to the next meanwhile is kept once.
 */
export async function readAllPages<Item extends { id: number }>(
  read: (page: number) => Promise<ListPage<Item>>,
): Promise<Item[]> {
  const first = await read(1);
  const pages = [first];
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
  return [...items.values()];
}
