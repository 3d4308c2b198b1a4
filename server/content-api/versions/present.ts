import type { ListedVersion } from '#shared/schemas/versions.ts';
import type { ListedVersionRow } from '../row-records/versions-repository.ts';

export function presentListedVersion(row: ListedVersionRow): ListedVersion {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    at: row.at,
    who: row.who,
    who_id: row.who_id,
    title: row.title,
    changed: JSON.parse(row.changed),
    restored: row.restored,
  };
}
