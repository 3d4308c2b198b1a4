import { addRedirects } from '../../server/bff/redirects/add-redirects.ts';
import { checkFrom } from '../../server/bff/redirects/addresses.ts';
import { readAfter } from '../../server/bff/redirects/store.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import type { ArchiveKind } from '../archive/manifest.ts';
import type { ArchiveRecords } from '../archive/records.ts';
import type { ArchiveSource, ArchiveTarget, PutResult } from '../archive/source-and-target.ts';

type Redirect = ArchiveRecords['redirects'];

/** Maximum number of redirects that are read by one query. */
const batch = 500;

/** Returns the source with the redirects of the site, which are not stored in the engine's database. */
export function sourceWithRedirects(source: ArchiveSource, db: SiteDb): ArchiveSource {
  return {
    ...source,
    entities: [...source.entities, 'redirects'],
    records<Name extends ArchiveKind>(entity: Name) {
      if (entity !== 'redirects') return source.records(entity);
      return readRedirects(db) as AsyncIterable<ArchiveRecords[Name]>;
    },
    count: async (entity) => (entity === 'redirects' ? undefined : await source.count?.(entity)),
  };
}

async function* readRedirects(db: SiteDb): AsyncGenerator<Redirect> {
  for (let after = 0; ; ) {
    const some = await readAfter(db, after, batch);
    for (const { from, to } of some) yield { from, to };
    const last = some.at(-1);
    if (!last) return;
    after = Number(last.id);
  }
}

interface RedirectOptions {
  db: SiteDb;
  /** UPSTREAM_MEDIA_PATHS: a redirect from a path of media is refused. */
  mediaPaths: readonly string[];
  dryRun: boolean;
  /** True to replace an existing redirect from the same old path. */
  replace: boolean;
}

/** Returns the target extended by the import of redirects into the site. */
export function targetWithRedirects(
  target: ArchiveTarget,
  { db, mediaPaths, dryRun, replace }: RedirectOptions,
): ArchiveTarget {
  return {
    ...target,
    entities: [...target.entities, 'redirects'],
    async put(entity, records, fileOf) {
      if (entity !== 'redirects') return target.put(entity, records, fileOf);
      const list = records as readonly Redirect[];
      const done = await addRedirects(db, list, { source: 'import', mediaPaths, change: replace, dryRun });
      const refused = new Map(done.refused.map(({ index, field, reason }) => [index, `${field}: ${reason}`]));
      const [added, changed] = [done.added, done.changed].map(
        (some) => new Set(some.map(({ from }) => from)),
      );
      return list.map(({ from }, index): PutResult => {
        const why = refused.get(index);
        if (why !== undefined) return { outcome: 'refused', why };
        const judged = checkFrom(from.trim(), mediaPaths);
        const address = 'address' in judged ? judged.address : from;
        if (added?.has(address)) return { outcome: 'added' };
        return { outcome: changed?.has(address) ? 'replaced' : 'same' };
      });
    },
  };
}
