import { pathTo } from '#shared/paths.ts';
import { mayDo } from '#shared/roles.ts';
import { readApi } from '../../api/call.ts';
import { hostCallsQuery } from '../../api/host-support.ts';
import { queryClient } from '../../api/query-client.ts';
import { fetchSession } from '../../api/session.ts';
import { browserFlag } from '../shared/first-steps/browser-flag.ts';
import { nextPath } from './guard.ts';

/** Set once an owner was led to the first form of the site. Without storage it counts as set. */
const shown = browserFlag('studio-first-steps-shown', true);

/** Maximum time in milliseconds for which a sign-in waits to know where an owner lands. */
const longestWaitMs = 2_000;

/**
 * Returns the path to open after sign-in: the wanted one. Without a wanted path, an owner of an engine without own
 * content, whose site is still the sample company, lands once on the first form of the site.
 */
export async function landingPath(search: string): Promise<string> {
  const path = nextPath(search);
  if (path !== pathTo('adminDashboard') || shown.isSet()) return path;
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, longestWaitMs, false));
  if (!(await Promise.race([needsFirstSteps().catch(() => false), late]))) return path;
  shown.set();
  return pathTo('adminSite');
}

async function needsFirstSteps(): Promise<boolean> {
  const { user } = await fetchSession();
  // A host without roles is a foreign one, which has no sample content.
  if (user?.role === undefined || !mayDo(user.role, 'site')) return false;
  // A list from before the sign-in may not cover the calls of the admin area.
  queryClient.removeQueries({ queryKey: hostCallsQuery.queryKey });
  const { missing } = await queryClient.fetchQuery(hostCallsQuery);
  if (missing.includes('getSample')) return false;
  const [{ origin, read_only }, { own }] = await Promise.all([readApi('getSite'), readApi('getSample')]);
  return origin === 'sample' && !read_only && Object.values(own).every((count) => count === 0);
}
