import type { VersionedResource } from '#shared/schemas/versions.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { nameOf } from '../auth/name-of.ts';
import type { Admin } from '../auth/repository.ts';
import { lastEditor } from '../edits/repository.ts';
import { changedFields, type State, textOfRow, versioned } from './version-states.ts';
import { isSameText, noteText, type SplitText, splitText, storeText } from './version-texts.ts';
import { insertVersion, lastVersion, noteSeen, type VersionRow } from './versions-repository.ts';

/** The author of a version: an admin who saved a form, or only the name of the admin who scheduled the change. */
export type Maker = Admin | string | undefined;

/** Stores the version after a change and returns its id; returns undefined if nothing was changed. */
type Keep = (by: Maker, restored?: number) => Promise<RowId | undefined>;

interface Before {
  state: State;
  last: VersionRow | undefined;
  hash: string;
  /** The long text of the record; undefined if it did not have to be read. */
  text: SplitText | undefined;
  /**
   * The fields that differ from the last version; undefined when the state before the change is stored as a version
   * already.
   */
  found: string[] | undefined;
}

/** Stores the first version of a record, in the transaction that adds the record. */
export async function saveFirstVersion(
  tx: Db,
  resource: VersionedResource,
  id: RowId,
  by: Maker,
): Promise<void> {
  const state = await versioned[resource].read(tx, id);
  if (!state) return;
  const text = splitText(await textOfRow(tx, resource, id));
  await write(tx, resource, id, { state, text, hash: text.hash, number: 1, kind: 'added', changed: [], by });
}

/**
 * Call it before a change of a record, in the transaction of the change. Call the returned function after the change:
 * it stores who changed what. If the present state is not stored as a version yet, that is done first: the state may
 * be from before this release, or made by code that stores no versions.
 */
export async function saveVersion(tx: Db, resource: VersionedResource, id: RowId): Promise<Keep> {
  const before = await stateBefore(tx, resource, id);
  return async (by, restored) => {
    const state = before && (await versioned[resource].read(tx, id));
    if (!state) return undefined;
    const text = splitText(await textOfRow(tx, resource, id));
    const changed = changedFields(before.state.fields, state.fields);
    if (!(await isSameText(tx, before.text ?? before.hash, text))) changed.push('description');
    if (changed.length === 0) {
      if (before.last && !before.found) await noteSeen(tx, before.last.id, state.updated_at);
      return undefined;
    }
    let number = before.last?.number ?? 0;
    if (before.found) {
      number += 1;
      await writeFound(tx, resource, id, before, number);
    }
    number += 1;
    const kind = restored === undefined ? 'saved' : 'restored';
    return write(tx, resource, id, { state, text, hash: text.hash, number, kind, changed, by, restored });
  };
}

async function stateBefore(tx: Db, resource: VersionedResource, id: RowId): Promise<Before | undefined> {
  const { read, apart } = versioned[resource];
  const state = await read(tx, id);
  if (!state) return undefined;
  const last = await lastVersion(tx, resource, id);
  // If the row has not changed since the last version, its text is that of the version, and megabytes need not be
  // read.
  const text = last?.seen === state.updated_at ? undefined : splitText(await textOfRow(tx, resource, id));
  const hash = text?.hash ?? last?.text_hash ?? '';
  if (!last) return { state, last, hash, text, found: [] };
  const found = changedFields(JSON.parse(last.fields), state.fields).filter((name) => !apart.includes(name));
  if (text && !(await isSameText(tx, last.text_hash, text))) found.push('description');
  return { state, last, hash, text, found: found.length > 0 ? found : undefined };
}

async function writeFound(
  tx: Db,
  resource: VersionedResource,
  id: RowId,
  { state, hash, text, found }: Before,
  number: number,
): Promise<void> {
  const row = { id, updated_at: state.updated_at };
  const who = (await lastEditor(tx, versioned[resource].table, row)) ?? null;
  await write(tx, resource, id, { state, text, hash, number, kind: 'found', changed: found ?? [], who });
}

interface Written {
  state: State;
  text: SplitText | undefined;
  hash: string;
  number: number;
  kind: VersionRow['kind'];
  changed: string[];
  by?: Maker;
  /** The name of the author, if there is no account. */
  who?: string | null;
  restored?: number;
}

async function write(tx: Db, resource: VersionedResource, rowId: RowId, written: Written): Promise<RowId> {
  const { state, text, hash, number, kind, changed, by, who, restored } = written;
  if (text) await storeText(tx, text);
  const id = await insertVersion(tx, {
    resource,
    row_id: rowId,
    number,
    kind,
    at: state.updated_at,
    who_id: typeof by === 'object' ? by.id : null,
    who: typeof by === 'object' ? nameOf(by) : (by ?? who ?? null),
    title: state.title,
    changed: JSON.stringify(changed),
    restored: restored ?? null,
    seen: state.updated_at,
    text_hash: hash,
    fields: JSON.stringify(state.fields),
  });
  await noteText(tx, id, hash);
  return id;
}
