import type { ArchiveProgress, ArchiveTarget, PutResult } from './ends.ts';
import { type EntityName, entityNames } from './manifest.ts';
import type { Archive } from './read-archive.ts';
import { keyOf } from './records.ts';

type Outcome = PutResult['outcome'];

/** What became of an archive, or would become of it. */
export interface TakenIn {
  /** Of each entity that the archive has, and that was wanted. */
  counts: Partial<Record<EntityName, Record<Outcome, number>>>;
  /** Rows that are not there as the archive has them, a sentence each. */
  left: string[];
  /** What the target has to say besides. */
  remarks: string[];
}

/**
 * Takes the rows of an archive into a target, in the order in which they refer to one another. What was taken in stays when it is interrupted: the
 * same again goes on.
 */
export async function takeIn(
  archive: Archive,
  target: ArchiveTarget,
  {
    only,
    progress = () => {},
  }: { only?: readonly EntityName[] | undefined; progress?: ArchiveProgress } = {},
): Promise<TakenIn> {
  const taken: TakenIn = { counts: {}, left: [], remarks: [] };
  for (const entity of entityNames) {
    const of = archive.manifest.counts[entity];
    if (of === undefined || (only && !only.includes(entity))) continue;
    const counts: Record<Outcome, number> = { added: 0, same: 0, replaced: 0, conflict: 0, refused: 0 };
    taken.counts[entity] = counts;
    if (!target.entities.includes(entity)) {
      counts.refused = of;
      if (of > 0) taken.left.push(`${entity}: are not taken here`);
      continue;
    }
    let done = 0;
    for await (const record of archive.records(entity)) {
      const result = await target.put(entity, record, archive.fileOf);
      counts[result.outcome] += 1;
      const name = `${entity} ${keyOf(record)}`;
      if (result.outcome === 'refused') taken.left.push(`${name}: ${result.why}`);
      if (result.outcome === 'conflict')
        taken.left.push(
          `${name}: is there with other content (${result.fields.join(', ')}); it was left alone`,
        );
      done += 1;
      progress(entity, done, of);
    }
  }
  taken.remarks.push(...((await target.finish?.()) ?? []));
  return taken;
}
