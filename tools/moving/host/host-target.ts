import { createHash } from 'node:crypto';
import type { Archive } from '../../archive/read-archive.ts';
import type { ArchiveRecords, MediaReference } from '../../archive/records.ts';
import type { ArchiveTarget, PutResult } from '../../archive/source-and-target.ts';
import type { HostCalls } from './calls.ts';
import { carryOut, createPostPace } from './carry-out.ts';
import { createEarlierRows, type EarlierRows } from './earlier-rows.ts';
import type { FetchMedia } from './host-source.ts';
import type { HostThings } from './host-things.ts';
import type { Journal } from './journal.ts';
import { createLibrary } from './library.ts';
import { createCategories, observeRow, type PushContext } from './observe-row.ts';
import { adds, type FileOf, type Pushed, type PushedRecord } from './outgoing.ts';
import { planRow } from './plan-row.ts';
import { putInOrder } from './put-in-order.ts';
import { createTextPictures } from './text-pictures.ts';

export interface HostTargetOptions {
  /** The archive that is pushed. Titles of categories are read from it if only their projects are pushed. */
  archive: Archive;
  journal: Journal;
  fetch: FetchMedia;
  /** True to check only, and to change nothing. */
  dryRun: boolean;
  /** Returns the `body` that host.json defines for a call; undefined if there is none. */
  bodyOf(call: (typeof adds)[Pushed]): Readonly<Record<string, string | null>> | undefined;
  wait(ms: number): Promise<void>;
  /** Prints the reason for a delay. */
  say(text: string): void;
  now?: () => number;
  /** Called after each row, since one row may take seconds. */
  onRow?(entity: Pushed, done: number): void;
}

export interface HostTarget extends ArchiveTarget {
  /** Returns the rows that are at the host from this push or an earlier one, with their current differences. */
  arrived: EarlierRows['arrived'];
  /** Returns rows of earlier pushes that this push has not found at the host. */
  gone: EarlierRows['gone'];
  /** Returns differences that are not about a single row, such as another order. */
  remarks(): string[];
}

/**
 * Target that adds content to an API host through the host's own calls. The host assigns new ids and dates, unless it
 * accepts those of the archive (docs/archive.md, Push).
 */
export function createHostTarget(
  calls: HostCalls,
  things: HostThings,
  options: HostTargetOptions,
): HostTarget {
  const { archive, journal, fetch, dryRun, wait, say, bodyOf, now = Date.now, onRow } = options;
  const entities = (Object.keys(adds) as Pushed[]).filter((entity) => things.has(entity));
  const context: PushContext = {
    calls,
    things,
    journal,
    library: createLibrary(calls),
    inTexts: createTextPictures(calls, journal, fetch),
    fetch,
    now,
    wait,
  };
  const executor = { ...context, bodyOf, pace: createPostPace({ isNew: journal.isNew, now, wait, say }) };
  const earlier = createEarlierRows(entities, things, journal);
  const categoryAtHost = createCategories(context, archive);
  const remarks: string[] = [];
  const counted = new Map<Pushed, number>();
  /** Rows that a dry run would have added, so that rows that refer to them are not refused. */
  const planned = new Set<string>();

  async function put(entity: Pushed, record: PushedRecord, fileOf: FileOf): Promise<PutResult> {
    const sent = await withCategoryOfHost(record);
    if ('why' in sent) return { outcome: 'refused', why: sent.why };
    const row = { entity, sent, hash: hashOf(record), fileOf };
    const plan = planRow(await observeRow(context, earlier, row));
    if (!dryRun) return carryOut(executor, row, plan);
    if (plan.do === 'add') planned.add(`${entity} ${record.id}`);
    return plan.do === 'nothing' ? plan.result : { outcome: plan.do === 'add' ? 'added' : plan.outcome };
  }

  async function withCategoryOfHost(record: PushedRecord): Promise<PushedRecord | { why: string }> {
    if (!('category_id' in record)) return record;
    const { category_id: id } = record;
    const category = planned.has(`categories ${id}`) ? id : await categoryAtHost(id);
    if (category === undefined) return { why: `category_id: category ${id} does not exist at the host` };
    return { ...record, category_id: category };
  }

  return {
    entities,
    async put<Name extends keyof ArchiveRecords>(
      entity: Name,
      records: readonly ArchiveRecords[Name][],
      fileOf: (reference: MediaReference) => ReturnType<FileOf>,
    ) {
      const results: PutResult[] = [];
      for (const record of records) {
        results.push(await put(entity as Pushed, record as PushedRecord, fileOf));
        counted.set(entity as Pushed, (counted.get(entity as Pushed) ?? 0) + 1);
        onRow?.(entity as Pushed, counted.get(entity as Pushed) ?? 0);
      }
      return results;
    },
    async finish() {
      if (!dryRun)
        for (const entity of entities)
          if (counted.has(entity))
            remarks.push(...(await putInOrder(calls, things, entity, { archive, journal })));
      return remarks;
    },
    arrived: earlier.arrived,
    gone: earlier.gone,
    remarks: () => remarks,
  };
}

/** Hashes the fields of a row in alphabetical order, because the order of the descriptor must not matter. */
function hashOf(record: PushedRecord): string {
  const fields = Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
