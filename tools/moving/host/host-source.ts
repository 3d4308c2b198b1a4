import type { ArchiveKind } from '../../archive/manifest.ts';
import {
  type ArchiveRecords,
  hasKind,
  type MediaReference,
  mediaOf,
  withMedia,
} from '../../archive/records.ts';
import type { ArchiveSource, MediaContent, MediaRefusal } from '../../archive/source-and-target.ts';
import type { HostCalls } from './calls.ts';
import { type HostThings, hostEntities, type Listed } from './host-things.ts';
import { createLibrary } from './library.ts';
import { matchesListOrder } from './list-order.ts';
import type { Thing } from './record-fields.ts';
import { cvOf, type HostEntity, recordFrom } from './records-of.ts';

/** Fetches the bytes of a picture or video by its address at the host. */
export type FetchMedia = (address: string) => Promise<MediaContent | (MediaRefusal & { isGone?: boolean })>;

export interface HostSourceOptions {
  madeBy: string;
  fetch: FetchMedia;
}

export interface HostSource extends ArchiveSource {
  readonly entities: readonly HostEntity[];
  /** Differences between the archive and the host, one sentence each. */
  remarks(): string[];
  /** Further information for the operator. */
  notes(): string[];
}

/** Reads the content of a host by its own calls, as a signed-in person (docs/archive.md, Pull). */
export function createHostSource(
  calls: HostCalls,
  things: HostThings,
  { madeBy, fetch }: HostSourceOptions,
): HostSource {
  const remarks: string[] = [];
  const notes: string[] = [];
  const library = createLibrary(calls);
  const entities = hostEntities.filter((entity) => things.has(entity));

  async function* recordsOfEntity(entity: HostEntity): AsyncGenerator<ArchiveRecords[ArchiveKind]> {
    const listed = await things.list(entity);
    const refusal = things.refusal(entity);
    if (refusal !== undefined) remarks.push(`${entity}: none are in the archive: ${refusal}`);
    // By the contract, a list contains only the beginning of a rich text.
    if (listed.length > 0 && hasKind(entity, 'rich') && !things.hasOne(entity))
      remarks.push(`${entity}: the host has only lists, whose texts may be excerpts`);
    const { rows, places, said } = matchesListOrder(entity, listed);
    remarks.push(...said.remarks);
    notes.push(...said.notes);
    for (const each of rows) {
      const thing = await wholeOf(entity, each);
      if (!thing) {
        await things.confirm(entity);
        remarks.push(`${entity} ${each.id}: is listed, but cannot be read; it is left out`);
        continue;
      }
      yield withSaid(recordOf(entity, each, thing, places.get(each.id)));
    }
  }

  /** Adds the texts and focal points of the record's pictures. */
  async function withSaid<Row extends ArchiveRecords[ArchiveKind]>(record: Row): Promise<Row> {
    const said = new Map<string, Partial<MediaReference>>();
    for (const { address } of mediaOf(record))
      if (!cvOf(address)) said.set(address, await library.saidOf(address));
    return withMedia(record, (reference) => ({ ...said.get(reference.address), ...reference }));
  }

  async function wholeOf(entity: HostEntity, { id, thing }: Listed): Promise<Thing | undefined> {
    if (!things.hasOne(entity)) return thing;
    const one = await things.one(entity, id);
    if (entity === 'applicants' && one) await leaveUnread(id, thing);
    // `is_read` comes from the list, because reading an applicant marks it as read.
    return (
      one && { ...one, ...(entity === 'applicants' && 'is_read' in thing && { is_read: thing.is_read }) }
    );
  }

  /**
   * Marks an applicant as unread again: the host marks a record as read when it is fetched, but no person has read
   * it.
   */
  async function leaveUnread(id: Listed['id'], { is_read: isRead }: Thing): Promise<void> {
    if (isRead === undefined || Number(isRead) !== 0) return;
    const values = [['is_read', 0]] as const;
    const done = calls.has('updateApplicantStatus')
      ? await calls.send('updateApplicantStatus', { id, values })
      : { refused: 'it has no call for it' };
    if ('refused' in done)
      notes.push(`applicants ${id}: was unread, and is now marked as read at the host (${done.refused})`);
  }

  function recordOf(
    entity: HostEntity,
    { id, group }: Listed,
    thing: Thing,
    place: number | undefined,
  ): ArchiveRecords[ArchiveKind] {
    const { extra, isTooLong } = things.extra(entity, thing);
    if (isTooLong) remarks.push(`${entity} ${id}: its other values are too long for extra and are left out`);
    const record = {
      ...recordFrom(entity, thing),
      // A host may send it only in its list.
      ...(entity === 'projects' && group !== undefined && { category_id: group }),
      ...(place !== undefined && { v_order: place }),
      ...(extra && { extra }),
    };
    return record as ArchiveRecords[ArchiveKind];
  }

  return {
    madeBy,
    address: calls.name,
    entities,
    records: <Name extends ArchiveKind>(entity: Name) =>
      recordsOfEntity(entity as HostEntity) as AsyncIterable<ArchiveRecords[Name]>,
    async media({ address }) {
      const cv = cvOf(address);
      if (!cv) return fetch(address);
      if (!calls.has('downloadCv')) return { refused: 'the host has no call for CVs' };
      return cvFile(calls, cv);
    },
    count: async (entity) => (await things.list(entity as HostEntity)).length,
    remarks: () => remarks,
    notes: () => notes,
  };
}

async function cvFile(
  calls: HostCalls,
  { id, submission }: { id: string; submission: number },
): Promise<MediaContent | MediaRefusal> {
  const answer = await calls.file('downloadCv', { id, query: { submission } });
  if ('refused' in answer) return answer;
  const { documentOf } = await import('./document.ts');
  return documentOf(answer);
}
