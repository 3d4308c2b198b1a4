import { addRedirects, type GivenRedirect } from './add-redirects.ts';
import type { Redirects } from './redirects.ts';
import { deleteRedirect, findByAddress, readAfter } from './store.ts';

/** What says in the list of redirects that something was put back from the trash. */
const source = 'restore';
/** Read at once. */
const batch = 500;

/**
 * The page at `from` has come back at `to`: whoever has the old address is led there, and so is whoever has one from before that, at once
 * and not by way of another. A redirect that somebody has made for the old address stays as it is. Tells what was refused, in words.
 */
export async function leadToMoved(
  { db, changed }: Pick<Redirects, 'db' | 'changed'>,
  { from, to }: GivenRedirect,
  mediaPaths: readonly string[],
): Promise<string[]> {
  if (from === to) return [];
  const own = await findByAddress(db, to);
  // There is a page again.
  if (own?.source === source) await deleteRedirect(db, own.id);
  const before = await findByAddress(db, from);
  const list: GivenRedirect[] = before && before.source !== source ? [] : [{ from, to }];
  for (let after = 0, page = await readAfter(db, after, batch); page.length > 0; ) {
    for (const each of page)
      if (each.source === source && each.to === from && each.from !== to) list.push({ from: each.from, to });
    after = page.at(-1)?.id ?? after;
    page = await readAfter(db, after, batch);
  }
  const { refused } = await addRedirects(db, list, { source, mediaPaths, change: true });
  await changed();
  return refused.map(({ reason }) => reason);
}
