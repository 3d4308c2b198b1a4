import type { Id } from '#shared/id.ts';
import type { Archive } from '../../archive/read-archive.ts';
import type { HostCalls } from './calls.ts';
import { compare, fieldsIn } from './compare.ts';
import { type EarlierRows, recordOf } from './earlier-rows.ts';
import { isOfContent, nameOf, plain } from './fingerprints.ts';
import type { FetchMedia } from './host-source.ts';
import type { HostThings, Listed } from './host-things.ts';
import type { Done, Journal } from './journal.ts';
import type { Library } from './library.ts';
import { adds, type FileOf, type Pushed, type PushedRecord } from './outgoing.ts';
import { isThisRow, type Observed } from './plan-row.ts';
import type { TextPictures } from './text-pictures.ts';

/** Row of the archive that is pushed to the host. */
export interface OutgoingRow {
  entity: Pushed;
  /** Row with the host's ids in its references. */
  sent: PushedRecord;
  /** Hash of the row as the archive contains it. */
  hash: string;
  fileOf: FileOf;
}

/** Dependencies for observing a row and for adding it. */
export interface PushContext {
  calls: HostCalls;
  things: HostThings;
  journal: Journal;
  library: Library;
  inTexts: TextPictures;
  fetch: FetchMedia;
  now(): number;
  wait(ms: number): Promise<void>;
}

/** How long a host may still process a call that was cut off, in milliseconds. */
const underwayMs = 3_000;

/** Finds the state of a row at the host. Stops as soon as the state is known, because each check costs calls. */
export async function observeRow(
  context: PushContext,
  earlier: EarlierRows,
  row: OutgoingRow,
): Promise<Observed> {
  const { calls, things, journal } = context;
  const { entity, sent } = row;
  await things.list(entity);
  const refusal = things.refusal(entity);
  if (refusal !== undefined) return { is: 'impossible', why: refusal };
  const known = journal.done(entity, sent.id);
  if (known) return observePushed(context, earlier, row, known);
  const cutOff = await addedByCutOffCall(context, row);
  if (cutOff !== undefined) return { is: 'cut off', id: cutOff };
  const there = await findThere(context, row);
  return there ? { is: 'there', ...there } : { is: 'absent', isAddable: calls.has(adds[entity]) };
}

/** Compares the whole row each time, since the record may have been changed at the host. */
async function observePushed(
  { library, fetch, inTexts }: PushContext,
  earlier: EarlierRows,
  { entity, sent, hash, fileOf }: OutgoingRow,
  known: Done,
): Promise<Observed> {
  const found = await earlier.look(entity, sent, known, { fileOf, fetch, inTexts, beside: library.tell });
  return {
    is: 'pushed',
    id: known.id,
    isUnchanged: known.hash === hash,
    differing: found && { all: fieldsIn(found.all), since: fieldsIn(found.since) },
  };
}

/**
 * Returns the id of the record that an interrupted call has added: a record of the same name that did not exist
 * before that call.
 */
async function addedByCutOffCall(context: PushContext, row: OutgoingRow): Promise<Id | undefined> {
  const { journal, things, now, wait } = context;
  const begun = journal.begun(row.entity, row.sent.id);
  if (!begun) return undefined;
  await wait(Math.max(0, Date.parse(begun.begun) + underwayMs - now()));
  things.forget(row.entity);
  const added = (await namesakes(context, row)).find(({ id }) => !begun.others.includes(id));
  return added?.id;
}

/** Finds the record that the host had before this push and that is this row (`isThisRow`). */
async function findThere(
  context: PushContext,
  row: OutgoingRow,
): Promise<{ id: Id; fields: string[] } | undefined> {
  const { entity, sent, fileOf } = row;
  for (const { id } of await namesakes(context, row)) {
    const found = await readRow(context.things, entity, id);
    if (!found) continue;
    const differing = await compare(entity, sent, found, { ...context, fileOf });
    const thing = { id, fields: fieldsIn(differing.filter((each) => isOfContent(each, found))) };
    if (isThisRow(entity, sent.id, thing)) return thing;
  }
  return undefined;
}

/** Returns records of the host with the name of the row that belong to no row of this archive yet. */
export async function namesakes(
  { things, journal }: Pick<PushContext, 'things' | 'journal'>,
  { entity, sent }: Pick<OutgoingRow, 'entity' | 'sent'>,
): Promise<Listed[]> {
  const name = plain(nameOf(entity, sent));
  const rows = await things.list(entity);
  return rows.filter(
    ({ id, thing }) => plain(nameOf(entity, thing)) === name && !journal.isTaken(entity, id),
  );
}

/** Reads a record of the host and returns it as a row of an archive; undefined if the record does not exist. */
export async function readRow(things: HostThings, entity: Pushed, id: Id): Promise<PushedRecord | undefined> {
  // If only lists contain the record, searches a fresh list: the cached list contains the values that were sent.
  const thing = things.hasOne(entity)
    ? await things.one(entity, id)
    : (await things.search(entity, undefined, (row) => row.id === id))?.thing;
  return thing && recordOf(things, entity, thing);
}

/** Creates a function that returns the host's id of a category of the archive. */
export function createCategories(
  { journal, things }: Pick<PushContext, 'journal' | 'things'>,
  archive: Archive,
): (id: Id) => Promise<Id | undefined> {
  const titles = new Map<string, string>();
  return async (id) => {
    const done = journal.done('categories', id);
    if (done) return done.id;
    if (titles.size === 0)
      for await (const { id: each, title } of archive.records('categories')) titles.set(String(each), title);
    const title = titles.get(String(id));
    const rows = await things.list('categories');
    return rows.find(({ thing }) => title !== undefined && plain(thing.title) === plain(title))?.id;
  };
}
