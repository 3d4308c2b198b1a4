import { addRedirects, type GivenRedirect } from './add-redirects.ts';
import type { Redirects } from './redirects.ts';
import { deleteRedirect, findByAddress, readAlive } from './store.ts';

/**
 * Redirects the old address `from` of a page that is now at `to`. Redirects of the same `source` to `from` are changed
 * to lead directly to `to`. The source says why the page has moved: `restore` for a record that was restored from the
 * trash, `page` for a page of the company's own with a new address. If a person made a redirect for the old address,
 * that redirect is not changed. Returns the reasons for refused redirects, as texts.
 */
export async function redirectMovedPage(
  { db, changed }: Pick<Redirects, 'db' | 'changed'>,
  { from, to }: GivenRedirect,
  mediaPaths: readonly string[],
  source: 'restore' | 'page' = 'restore',
): Promise<string[]> {
  if (from === to) return [];
  const own = await findByAddress(db, to);
  // The new address has a page again, so it must not redirect any more: a redirect of this source from it is deleted.
  if (own?.source === source) await deleteRedirect(db, own.id);
  const before = await findByAddress(db, from);
  const list: GivenRedirect[] = before && before.source !== source ? [] : [{ from, to }];
  for (const each of await readAlive(db))
    if (each.source === source && each.to === from && each.from !== to) list.push({ from: each.from, to });
  const { refused } = await addRedirects(db, list, { source, mediaPaths, change: true });
  await changed();
  return refused.map(({ reason }) => reason);
}
