import { type HybridGroup, hybridGroups } from '#shared/contract/row.ts';
import type { HybridDecision } from '../../server/bff/host-plugin.ts';
import { decideOnce, forgetDecision, readDecision } from '../../server/database/site/engine-fills-table.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import { StartError } from '../../server/errors.ts';
import { callsOfGroup } from './hybrid-rows.ts';

export interface DecideOptions {
  wanted: 'auto' | readonly HybridGroup[];
  db: SiteDb;
  /** True for a call that the host supports. */
  has: (name: string) => boolean;
  /** Rejects when the host does not answer. */
  probe: () => Promise<void>;
}

/**
 * Resolves ENGINE_FILLS for this site. A list counts as given, and replaces an earlier decision of `auto`. `auto`
 * decides once, while the host answers, and the decision is permanent: data that people have sent to the engine must
 * not vanish because the host gains a call. Rejects with StartError when the host is down at that time.
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
 * Returns the groups of which the host supports no call. Jobs and applicants count together: a host that supports one
 * of them keeps both.
 */
export function groupsMissingAt(has: (name: string) => boolean): HybridGroup[] {
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
