import { type ArchiveKind, archiveKinds, type Manifest } from '../archive/manifest.ts';
import type { ArchiveSource } from '../archive/source-and-target.ts';

/** Returns the number of rows of each entity in a source, before an archive is written. */
export async function countRows(
  source: ArchiveSource,
  only: readonly ArchiveKind[] = archiveKinds,
): Promise<Manifest['counts']> {
  const counts: Manifest['counts'] = {};
  for (const entity of archiveKinds) {
    if (!only.includes(entity) || !source.entities.includes(entity)) continue;
    counts[entity] = (await source.count?.(entity)) ?? (await countRead(source, entity));
  }
  return counts;
}

async function countRead(source: ArchiveSource, entity: ArchiveKind): Promise<number> {
  let rows = 0;
  for await (const _row of source.records(entity)) rows += 1;
  return rows;
}

/** Returns one line of text for each entity. */
export function countLines(counts: Manifest['counts']): string[] {
  return Object.entries(counts).map(([entity, rows]) => `  ${entity.padEnd(12)} ${String(rows).padStart(9)}`);
}

export function mediaFilesIn(manifest: Manifest): number {
  return Object.keys(manifest.files).filter((path) => path.startsWith('media/')).length;
}
