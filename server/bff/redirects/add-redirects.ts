import { limits } from '#shared/limits.ts';
import type { RowId } from '../../database/row-id.ts';
import { lockRedirects } from '../../database/site/redirects-table.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { type AddressProblem, checkFrom, checkTo } from './addresses.ts';
import { addTo, OldAddresses } from './chains.ts';
import { nextRevision, readAlive, reasonOf } from './store.ts';

/** A redirect that was entered or imported, before it is checked. */
export interface GivenRedirect {
  from: string;
  to: string;
}

/** A redirect that was refused, with the reason. `index` is its index in the given list. */
interface RefusedRedirect extends GivenRedirect {
  index: number;
  field: 'from' | 'to';
  reason: string;
}

/** Result of adding a list of redirects. */
export interface AddedRedirects {
  added: GivenRedirect[];
  /** Redirects that had another target before. Empty unless `change` is set. */
  changed: GivenRedirect[];
  /** Redirects that changed nothing, because they existed already or occur twice in the list. */
  same: GivenRedirect[];
  refused: RefusedRedirect[];
}

export interface AddOptions {
  /**
   * Who made the redirect: `hand`, `file`, `command`, or the name of an import (lower-case letters, digits, hyphens).
   */
  source: string;
  /** Name or email of the person. */
  who?: string | null;
  /** Path prefixes that the API host serves (UPSTREAM_MEDIA_PATHS). */
  mediaPaths: readonly string[];
  /**
   * If true, an existing redirect of the same old address gets the new target. Otherwise the new redirect is refused,
   * and the existing one stays.
   */
  change?: boolean;
  /** If true, a single refused redirect prevents all others from being added. */
  whole?: boolean;
  /** If true, returns what would happen, and changes nothing. */
  dryRun?: boolean;
}

/**
 * Number of redirects that are checked before other work gets its turn on the event loop. Also the maximum number of
 * redirects that one SQL statement writes.
 */
const batch = 500;

/**
 * Adds redirects from a person, a file or an import. Adding the same redirects again changes nothing. The valid
 * redirects of a list are added even if others are refused, unless `whole` is set. A running site uses them after
 * some seconds, or immediately if it is notified (redirects.ts).
 */
export async function addRedirects(
  db: SiteDb,
  list: readonly GivenRedirect[],
  options: AddOptions,
): Promise<AddedRedirects> {
  const { source, who = null, whole = false, dryRun = false } = options;
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(source)) throw new Error(`addRedirects: ${source} is not a source`);
  const { judged, refused } = await judgeAll(list, options);
  return db.transaction().execute(async (tx) => {
    await lockRedirects(tx);
    const plan = planFor(judged, await readAlive(tx), options);
    const result: AddedRedirects = {
      added: plan.inserts,
      changed: plan.updates.map(({ from, to }) => ({ from, to })),
      same: plan.same,
      refused: [...refused, ...plan.refused].sort((one, other) => one.index - other.index),
    };
    if (dryRun) return result;
    if (whole && result.refused.length > 0) return { ...result, added: [], changed: [] };
    await write(tx, plan, { source, who });
    return result;
  });
}

interface Judged extends GivenRedirect {
  index: number;
  given: GivenRedirect;
}

/** Checks each redirect by itself, without regard to the other redirects. */
async function judgeAll(
  list: readonly GivenRedirect[],
  { mediaPaths }: AddOptions,
): Promise<{ judged: Judged[]; refused: RefusedRedirect[] }> {
  const judged: Judged[] = [];
  const refused: RefusedRedirect[] = [];
  for (const [index, given] of list.entries()) {
    const [from, to] = [checkFrom(given.from.trim(), mediaPaths), checkTo(given.to.trim())];
    if ('problem' in from) refused.push(refusal(index, given, 'from', from.problem));
    if ('problem' in to) refused.push(refusal(index, given, 'to', to.problem));
    if ('address' in from && 'address' in to)
      judged.push({ index, given, from: from.address, to: to.address });
    // Gives waiting requests a turn on the event loop.
    if (index % batch === batch - 1) await new Promise(setImmediate);
  }
  return { judged, refused };
}

interface Plan {
  inserts: GivenRedirect[];
  updates: (GivenRedirect & { id: RowId })[];
  same: GivenRedirect[];
  refused: RefusedRedirect[];
}

/**
 * Returns which redirects are to be inserted, updated or refused, and which change nothing. Checks the redirects
 * against the existing ones, and against each other.
 */
function planFor(
  judged: readonly Judged[],
  alive: readonly { id: RowId; from: string; to: string }[],
  { change = false }: AddOptions,
): Plan {
  const known = new OldAddresses<{ id?: RowId; to: string }>(alive.map(({ from, ...rest }) => [from, rest]));
  const plan: Plan = { inserts: [], updates: [], same: [], refused: [] };
  const ofList = new Set<string>();
  const refuse = (index: number, given: GivenRedirect, field: 'from' | 'to', code: AddressProblem, to = '') =>
    plan.refused.push(refusal(index, given, field, code, to));
  for (const { index, given, from, to } of judged) {
    const before = known.get(from);
    if (before?.to === to) plan.same.push({ from, to });
    else if (before && ofList.has(from)) refuse(index, given, 'from', 'redirect.twice', before.to);
    else if (before && !change) refuse(index, given, 'from', 'redirect.taken', before.to);
    else if (!before && known.size >= limits.redirects) refuse(index, given, 'from', 'redirect.tooMany');
    else {
      const problem = addTo(known, from, { ...before, to });
      if (problem) {
        refuse(index, given, 'to', problem, from);
        continue;
      }
      ofList.add(from);
      if (before?.id === undefined) plan.inserts.push({ from, to });
      else plan.updates.push({ id: before.id, from, to });
    }
  }
  return plan;
}

async function write(
  tx: SiteDb,
  { inserts, updates }: Plan,
  by: { source: string; who: string | null },
): Promise<void> {
  if (inserts.length + updates.length === 0) return;
  const change = { ...by, updated_at: Date.now(), revision: await nextRevision(tx) };
  for (let start = 0; start < inserts.length; start += batch) {
    const rows = inserts.slice(start, start + batch);
    await tx
      .insertInto('redirects')
      .values(
        rows.map(({ from, to }) => ({
          ...change,
          from_path: from,
          to_path: to,
          created_at: change.updated_at,
        })),
      )
      .execute();
  }
  for (const { id, to } of updates)
    await tx
      .updateTable('redirects')
      .set({ ...change, to_path: to })
      .where('id', '=', id)
      .execute();
}

function refusal(
  index: number,
  { from, to }: GivenRedirect,
  field: 'from' | 'to',
  code: AddressProblem,
  other = '',
): RefusedRedirect {
  return { index, from, to, field, reason: reasonOf(code, other) };
}
