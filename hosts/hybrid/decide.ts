import { type HybridGroup, hybridGroups } from '#shared/contract/row.ts';
import type { HybridDecision } from '../../server/bff/host-plugin.ts';
import { decideOnce, forgetDecision, readDecision } from '../../server/database/site/engine-fills-table.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import { StartError } from '../../server/errors.ts';
import { callsOfGroup } from './hybrid-rows.ts';

interface DecideOptions {
  wanted: 'auto' | readonly HybridGroup[];
  db: SiteDb;
  /** True if the host supports the call of this name. */
  has: (name: string) => boolean;
  /** Resolves if the host answers, and rejects if it does not. */
  probe: () => Promise<void>;
}

/**
 * Decides which groups of calls the engine answers, by ENGINE_FILLS. If ENGINE_FILLS is a list of groups, the list is
 * used as it is, and an earlier decision of `auto` is deleted. `auto` decides once, when the host answers. This
 * decision is permanent, so that data that people have sent to the engine stays visible even if the host supports the
 * group later. Rejects with StartError if `auto` has to decide while the host is down.
 */
export async function decideHybrid({ wanted, db, has, probe }: DecideOptions): Promise<HybridDecision> {
  if (wanted !== 'auto') {
    await forgetDecision(db);
    return { groups: wanted, decidedAt: null };
  }
  const known = await readDecision(db);
  if (known) return asDecision(known);
  await probe().catch((error: unknown) => {
    throw new StartError(
      'ENGINE_FILLS: auto decides once, by what the API host lacks, and the API host does not answer. Start again when it answers, or set ' +
        `ENGINE_FILLS to a list of ${hybridGroups.join(', ')}.`,
      { cause: error },
    );
  });
  const groups = groupsMissingAt(has).join(',');
  return asDecision(await decideOnce(db, { groups, decided_at: new Date().toISOString() }));
}

/**
 * Returns the groups of which the host supports no call. Jobs and applicants count as one group: if the host supports
 * a call of either, neither is returned.
 */
function groupsMissingAt(has: (name: string) => boolean): HybridGroup[] {
  const lacks = (group: HybridGroup) => !callsOfGroup(group).some(has);
  const lacksHiring = lacks('jobs') && lacks('applicants');
  return hybridGroups.filter((group) =>
    group === 'jobs' || group === 'applicants' ? lacksHiring : lacks(group),
  );
}

function asDecision({ groups, decided_at }: { groups: string; decided_at: string }): HybridDecision {
  const named = groups.split(',');
  return { groups: hybridGroups.filter((group) => named.includes(group)), decidedAt: decided_at };
}
