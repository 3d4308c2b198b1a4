import type { SiteDb } from '../../../../server/database/site-types.ts';

/** Adds a row to each table of a site that runs in front of an API host, or has moved from another address. */
export async function fillMoved(site: SiteDb): Promise<void> {
  const redirect = { from_path: '/پوسٹ', to_path: '/view-blog/1#end', source: 'hand', hits: 7 };
  const changed = {
    last_hit_at: 1_800_000_000_000,
    created_at: 1,
    updated_at: 2,
    revision: 3,
    deleted_at: 4,
  };
  await site
    .insertInto('redirects')
    .values({ ...redirect, ...changed })
    .execute();
  const keepsake = { key: 'kept', resource: 'blog', thing_id: '7', who: 'hash', kept_at: 1, bytes: 2 };
  await site
    .insertInto('keepsakes')
    .values({ ...keepsake, head: Buffer.from([0, 255]), files: Buffer.from([1]) })
    .execute();
  await site
    .insertInto('overwritten')
    .values({
      ...{ ...keepsake, number: 3, is_accepted: 1 },
      ...{ head: Buffer.from([0, 254]), thing: Buffer.from([2]), files: Buffer.from([]) },
    })
    .execute();
  await site
    .insertInto('engine_fills')
    .values({ id: 1, groups: 'jobs,team', decided_at: '2026-11-23T00:00:00.000Z' })
    .execute();
}
