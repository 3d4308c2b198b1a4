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

/**
 * Looks whether the rows of an archive stand at the host as they do in it, and puts them so where the host has a call for it. Gives a sentence for
 * what stands otherwise all the same.
 */
export async function putInOrder(
  calls: HostCalls,
  things: HostThings,
  entity: Pushed,
  { archive, journal }: { archive: Archive; journal: Journal },
): Promise<string[]> {
  const groups = new Map<string, Id[]>();
  for await (const record of archive.records(entity)) {
    const there = journal.done(entity, (record as PushedRecord).id)?.id;
    // Where drafts stand nobody sees.
    if (there === undefined || ('is_active' in record && record.is_active === 0 && entity === 'posts'))
      continue;
    const group = entity === 'projects' ? String((record as { category_id: Id }).category_id) : '';
    groups.set(group, [...(groups.get(group) ?? []), there]);
  }
  const remarks: string[] = [];
  for (const [group, ids] of groups) {
    const wanted = entity === 'posts' ? ids.toReversed() : ids;
    if (await standsSo(wanted)) continue;
    const call = reorders[entity];
    if (call && calls.has(call) && wanted.length <= limits.reorderIds) {
      const done = await calls.send(call, { values: [['ids', wanted]] });
      if ('data' in done && (await standsSo(wanted))) continue;
    }
    const of = group === '' ? entity : `${entity} of category ${group}`;
    remarks.push(`${of}: stand in another order at the host`);
  }
  return remarks;

  async function standsSo(wanted: readonly Id[]): Promise<boolean> {
    things.forget(entity);
    const ours = new Set(wanted);
    const shown = (await things.list(entity)).map(({ id }) => id).filter((id) => ours.has(id));
    return shown.length === wanted.length && shown.every((id, at) => id === wanted[at]);
  }
}
