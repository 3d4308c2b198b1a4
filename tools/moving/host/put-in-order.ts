import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import type { Archive } from '../../archive/read-archive.ts';
import type { HostCalls } from './calls.ts';
import type { HostThings } from './host-things.ts';
import type { Journal } from './journal.ts';
import type { Pushed, PushedRecord } from './outgoing.ts';

const reorders: Partial<Record<Pushed, CallName>> = {
  projects: contract.reorderProjects.name,
  jobs: contract.reorderJobs.name,
  team: contract.reorderTeam.name,
};

/** Rows that are ordered among each other: their ids at the host, in the wanted order. */
interface Group {
  name: string;
  ids: Id[];
}

/**
 * Puts the rows at the host into the order of the archive, if the order differs and the host has a call for it.
 * Returns a sentence for each group whose order still differs.
 */
export async function putInOrder(
  calls: HostCalls,
  things: HostThings,
  entity: Pushed,
  { archive, journal }: { archive: Archive; journal: Journal },
): Promise<string[]> {
  const remarks: string[] = [];
  for (const { name, ids } of await groupsOf(entity, archive, journal)) {
    if (await areInOrder(things, entity, ids)) continue;
    if ((await reorder(calls, entity, ids)) && (await areInOrder(things, entity, ids))) continue;
    remarks.push(`${name}: have another order at the host`);
  }
  return remarks;
}

/** Groups the rows that exist at the host: projects by category, posts with the newest first. */
async function groupsOf(entity: Pushed, archive: Archive, journal: Journal): Promise<Group[]> {
  const groups = new Map<string, Id[]>();
  for await (const record of archive.records(entity)) {
    const id = journal.done(entity, (record as PushedRecord).id)?.id;
    if (id === undefined || isDraft(entity, record)) continue;
    const name =
      entity === 'projects' ? `projects of category ${(record as { category_id: Id }).category_id}` : entity;
    groups.set(name, [...(groups.get(name) ?? []), id]);
  }
  return [...groups].map(([name, ids]) => ({ name, ids: entity === 'posts' ? ids.toReversed() : ids }));
}

/** True for a post that is a draft. Its position does not matter, because visitors do not see it. */
function isDraft(entity: Pushed, record: object): boolean {
  return entity === 'posts' && 'is_active' in record && record.is_active === 0;
}

async function reorder(calls: HostCalls, entity: Pushed, ids: readonly Id[]): Promise<boolean> {
  const call = reorders[entity];
  if (!call || !calls.has(call) || ids.length > limits.reorderIds) return false;
  return 'data' in (await calls.send(call, { values: [['ids', ids]] }));
}

async function areInOrder(things: HostThings, entity: Pushed, ids: readonly Id[]): Promise<boolean> {
  things.forget(entity);
  const ours = new Set(ids);
  const shown = (await things.list(entity)).map(({ id }) => id).filter((id) => ours.has(id));
  return shown.length === ids.length && shown.every((id, at) => id === ids[at]);
}
