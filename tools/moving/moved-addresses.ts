import { pathTo } from '#shared/paths.ts';
import type { Arrived, Gone } from './host/earlier-rows.ts';
import type { HostThings } from './host/host-things.ts';

/** Functions that return the path of a page, for entities whose page has the id in its path. */
const pages = {
  posts: (id: Arrived['to']) => pathTo('viewBlog', { id }),
  projects: (id: Arrived['to']) => pathTo('portfolioItem', { id }),
  jobs: (id: Arrived['to']) => pathTo('careersApplyJob', { jobId: id }),
};

export interface MovedAddresses {
  redirects: { from: string; to: string }[];
  /** Old paths at which another page is now, as one sentence each. */
  taken: string[];
}

/**
 * Returns redirects from the old paths of pages to their new paths. If the host has another record at an old path,
 * that page is live, and no redirect may replace it.
 */
export async function movedAddresses(
  arrived: readonly Arrived[],
  things: HostThings,
): Promise<MovedAddresses> {
  const moved: MovedAddresses = { redirects: [], taken: [] };
  for (const [entity, page] of Object.entries(pages)) {
    const ofEntity = arrived.filter((each) => each.entity === entity && each.from !== each.to);
    if (ofEntity.length === 0) continue;
    const there = new Set((await things.list(entity as keyof typeof pages)).map(({ id }) => id));
    for (const { from, to } of ofEntity) {
      if (there.has(from))
        moved.taken.push(`${page(from)}: is now the address of another record; its own is ${page(to)}`);
      else moved.redirects.push({ from: page(from), to: page(to) });
    }
  }
  return moved;
}

/**
 * Returns the paths of pages whose record is missing at the host: `before` with the id in the archive, `there` with
 * the id that the record had at the host.
 */
export function removedAddresses(gone: readonly Gone[]): {
  before: string[];
  there: string[];
} {
  const paged = gone.flatMap(({ entity, from, to }) => {
    const page = Object.entries(pages).find(([name]) => name === entity)?.[1];
    return page ? [{ before: page(from), there: page(to) }] : [];
  });
  return { before: paged.map(({ before }) => before), there: paged.map(({ there }) => there) };
}

/** Returns the current path of the page to which a redirect of the archive leads. */
export function redirectTargetOf(to: string, arrived: readonly Arrived[]): string {
  const [path = '', rest = ''] = [/^[^?#]*/.exec(to)?.[0], /[?#].*$/.exec(to)?.[0]];
  for (const [entity, page] of Object.entries(pages)) {
    const found = arrived.find((each) => each.entity === entity && page(each.from) === path);
    if (found) return `${page(found.to)}${rest}`;
  }
  return to;
}
