import { limits } from '#shared/limits.ts';
import type { RowId } from '../../database/row-id.ts';
import { lockRedirects } from '../../database/site/redirects-table.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { type AddressProblem, checkFrom, checkTo } from './addresses.ts';
import { createChains } from './chains.ts';
import { nextRevision, readAlive, reasonOf } from './store.ts';

/** A redirect as entered or imported. */
export interface GivenRedirect {
  from: string;
  to: string;
}

/** A redirect that was refused, with the reason; `index` is its place in the list. */
interface RefusedRedirect extends GivenRedirect {
  index: number;
  field: 'from' | 'to';
  reason: string;
}

/** Result of adding a list. */
export interface AddedRedirects {
  added: GivenRedirect[];
  /** Redirects that had another target before; only with `change`. */
  changed: GivenRedirect[];
  /** Redirects that existed already, or that the list contains twice. */
  same: GivenRedirect[];
  refused: RefusedRedirect[];
}

export interface AddOptions {
  /** `hand`, `file`, `command`, or the name of an import: lower-case letters, digits, hyphens. */
  source: string;
  /** UPSTREAM_MEDIA_PATHS: paths that the API host serves. */
  mediaPaths: readonly string[];
  /**
   * If true, an existing redirect of the same old address gets the new target; otherwise the new one is refused and
   * the old one stays.
   */
  change?: boolean;
  /** If true, one refused redirect prevents the others too. */
  whole?: boolean;
  /** If true, returns the result without any change. */
  dryRun?: boolean;
}

/** Number of redirects checked before the event loop continues, and written by one statement. */
const batch = 500;

/**
 * Adds redirects from a person, a file or an import; repeating it changes nothing. The valid ones of a list are
 * added, unless `whole` is set. A running site follows within some seconds, and immediately if it is notified
 * (redirects.ts).
 */
export async function addRedirects(
  db: SiteDb,
  list: readonly GivenRedirect[],
  options: AddOptions,
): Promise<AddedRedirects> {
  const { source, whole = false, dryRun = false } = options;
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
    await write(tx, plan, source);
    return result;
  });
}

interface Judged extends GivenRedirect {
  index: number;
  given: GivenRedirect;
}

/** Checks each redirect separately. */
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
    // Lets waiting requests run.
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

/** Checks the redirects against the existing ones, and against each other. */
function planFor(
  judged: readonly Judged[],
  alive: readonly { id: RowId; from: string; to: string }[],
  { change = false }: AddOptions,
): Plan {
  const chains = createChains<{ id?: RowId; to: string }>(alive.map(({ from, ...rest }) => [from, rest]));
  const plan: Plan = { inserts: [], updates: [], same: [], refused: [] };
  const ofList = new Set<string>();
  const refuse = (index: number, given: GivenRedirect, field: 'from' | 'to', code: AddressProblem, to = '') =>
    plan.refused.push(refusal(index, given, field, code, to));
  for (const { index, given, from, to } of judged) {
    const before = chains.read(from);
    if (before?.to === to) plan.same.push({ from, to });
    else if (before && ofList.has(from)) refuse(index, given, 'from', 'redirect.twice', before.to);
    else if (before && !change) refuse(index, given, 'from', 'redirect.taken', before.to);
    else if (!before && chains.size() >= limits.redirects) refuse(index, given, 'from', 'redirect.tooMany');
    else {
      const problem = chains.add(from, { ...before, to });
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

async function write(tx: SiteDb, { inserts, updates }: Plan, source: string): Promise<void> {
  if (inserts.length + updates.length === 0) return;
  const change = { source, updated_at: Date.now(), revision: await nextRevision(tx) };
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
