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

/** Fetches a picture or video by its URL at the host. */
export type FetchMedia = (address: string) => Promise<MediaContent | MediaRefusal>;

export interface HostSourceOptions {
  madeBy: string;
  fetch: FetchMedia;
}

export interface HostSource extends ArchiveSource {
  readonly entities: readonly HostEntity[];
  /** Returns what is different in the archive from the content at the host, one sentence each. */
  remarks(): string[];
  /** Returns further information for the operator. */
  notes(): string[];
}

/**
 * Makes the content of an API host a source for an archive (docs/archive.md, Pull). Reads through the host's own
 * calls, with the rights of the signed-in person.
 */
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
    // According to the contract, lists contain only the beginning of rich texts. Without a call for single records
    // the texts may therefore be incomplete.
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

  /**
   * Returns the record with the alternative texts and focal points of its pictures, which come from the host's
   * library.
   */
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
    // `is_read` is taken from the list, because a read of the single applicant marks the applicant as read.
    return (
      one && { ...one, ...(entity === 'applicants' && 'is_read' in thing && { is_read: thing.is_read }) }
    );
  }

  /**
   * Marks an applicant as unread again. Our read has marked the applicant as read, but no person has read the
   * application.
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
      // The category is taken from the list, since some hosts do not send it in the single record.
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
