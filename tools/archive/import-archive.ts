import { MIB } from '#shared/limits.ts';
import { type ArchiveKind, archiveKinds } from './manifest.ts';
import type { Archive } from './read-archive.ts';
import { type ArchiveRecords, keyOf, textLength } from './records.ts';
import type { ArchiveProgress, ArchiveTarget, PutResult } from './source-and-target.ts';

/** A batch ends when it has this number of rows, or this number of characters in long texts. */
const batchRows = 50;
const batchText = 4 * MIB;

type Outcome = PutResult['outcome'];

/** Result of an import or of its dry run. */
export interface ImportResult {
  /** Number of rows by their result, for each entity that the archive contains and that was requested. */
  counts: Partial<Record<ArchiveKind, Record<Outcome, number>>>;
  /** Rows whose stored record differs from the archive or is missing, one sentence for each row. */
  left: string[];
  /** Further problems that the target reports at the end. */
  remarks: string[];
  /** Remarks on what the operator has requested, such as files that were not fetched. They report no problem. */
  notes?: string[];
}

/**
 * Imports the rows of an archive into a target. A row comes after the rows to which it refers. Rows that were
 * imported before an interruption stay; running the import again continues it.
 */
export async function importArchive(
  archive: Archive,
  target: ArchiveTarget,
  {
    only,
    progress = () => {},
  }: { only?: readonly ArchiveKind[] | undefined; progress?: ArchiveProgress } = {},
): Promise<ImportResult> {
  const taken: ImportResult = { counts: {}, left: [], remarks: [] };
  for (const entity of archiveKinds) {
    const of = archive.manifest.counts[entity];
    if (of === undefined || (only && !only.includes(entity))) continue;
    const counts = { added: 0, same: 0, replaced: 0, conflict: 0, refused: 0 };
    taken.counts[entity] = counts;
    if (!target.entities.includes(entity)) {
      counts.refused = of;
      if (of > 0) taken.left.push(`${entity}: cannot be imported here`);
      continue;
    }
    for await (const { row, result } of putAll(archive, target, entity, progress)) {
      counts[result.outcome] += 1;
      taken.left.push(...wordsOf(`${entity} ${keyOf(row)}`, result));
    }
  }
  taken.remarks.push(...((await target.finish?.()) ?? []));
  const notes = target.notes?.() ?? [];
  return notes.length > 0 ? { ...taken, notes } : taken;
}

/** Imports all rows of an entity into the target, and yields the result of each row. */
async function* putAll<Name extends ArchiveKind>(
  archive: Archive,
  target: ArchiveTarget,
  entity: Name,
  progress: ArchiveProgress,
): AsyncGenerator<{ row: ArchiveRecords[Name]; result: PutResult }> {
  let done = 0;
  for await (const rows of batchesOf(archive.records(entity))) {
    const results = await target.put(entity, rows, archive.fileOf);
    for (const [at, row] of rows.entries())
      yield { row, result: results[at] ?? { outcome: 'refused', why: 'there is no record of it' } };
    done += rows.length;
    progress(entity, done, archive.manifest.counts[entity]);
  }
}

/** Describes a row that is not stored as in the archive. */
function wordsOf(name: string, result: PutResult): string[] {
  if (result.outcome === 'refused') return [`${name}: ${result.why}`];
  if (result.outcome === 'conflict')
    return [`${name}: exists with other content (${result.fields.join(', ')}); it was not changed`];
  return [];
}

/** Groups rows into batches that are imported together: many rows with short texts, or few with long ones. */
async function* batchesOf<Row extends ArchiveRecords[ArchiveKind]>(
  rows: AsyncIterable<Row>,
): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let length = 0;
  for await (const row of rows) {
    batch.push(row);
    length += textLength(row);
    if (batch.length < batchRows && length < batchText) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}
