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

/** A row of the archive on its way to the host. */
export interface OutgoingRow {
  entity: Pushed;
  /** With the references that the host has. */
  sent: PushedRecord;
  /** Of the row as the archive has it. */
  hash: string;
  fileOf: FileOf;
}

/** Shared by looking at a row and adding it. */
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

/** A host has this long to finish a call that was cut off. */
const underwayMs = 3_000;

/** Looks at the host only as far as the answer needs: each look costs calls. */
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

/** Compares the whole row each time, since it may have been changed at the host. */
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

/** It is unknown how a call ended that was cut off: a namesake that was not there before it is the row. */
async function addedByCutOffCall(context: PushContext, row: OutgoingRow): Promise<Id | undefined> {
  const { journal, things, now, wait } = context;
  const begun = journal.begun(row.entity, row.sent.id);
  if (!begun) return undefined;
  await wait(Math.max(0, Date.parse(begun.begun) + underwayMs - now()));
  things.forget(row.entity);
  const added = (await namesakes(context, row)).find(({ id }) => !begun.others.includes(id));
  return added?.id;
}

/** Finds what the host had before this push: the same thing, or the one that has its place. */
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

/** Things of the host with the name of the row that are no row of this archive yet. */
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

/** A thing of the host as a row of an archive. */
export async function readRow(things: HostThings, entity: Pushed, id: Id): Promise<PushedRecord | undefined> {
  // Where only lists show it, the known list has what was sent.
  const thing = things.hasOne(entity)
    ? await things.one(entity, id)
    : (await things.search(entity, undefined, (row) => row.id === id))?.thing;
  return thing && recordOf(things, entity, thing);
}

/** Finds the categories of the host for those of the archive. */
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
