import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { Contender } from './load.ts';
import { meterCpu } from './process-cost.ts';
import type { Started } from './stage.ts';

/**
 * Measures the cost of rendering a page anew, in milliseconds of CPU: before each request an admin saves the position
 * of one job unchanged, which invalidates the visitors' cache. Needs an engine with a job, and the cookie of a
 * session.
 */
export async function misses(
  name: string,
  { url, pid }: Started,
  cookie: string,
  path: string,
  { requests = 12, warmUps = 60 } = {},
): Promise<Contender> {
  const write = await writer({ url }, cookie);
  const once = async (): Promise<number> => {
    await write();
    const cpu = meterCpu(pid);
    const answer = await fetch(url + path, { headers: { 'accept-encoding': 'br' } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
    return cpu() / 1000;
  };
  const several = async (count: number): Promise<number> => {
    let milliseconds = 0;
    for (let number = 0; number < count; number += 1) milliseconds += await once();
    return milliseconds / count;
  };
  return {
    name,
    warmUp: async () => {
      await several(warmUps);
    },
    round: async () => ({ cpuMs: await several(requests) }),
  };
}

/** Returns a write by an admin that changes nothing visible, for an engine that has a job. */
export async function writer({ url }: Pick<Started, 'url'>, cookie: string): Promise<() => Promise<void>> {
  const headers = { cookie, 'x-csrf': '1', 'content-type': 'application/json' };
  const listed = await fetch(url + callPath(contract.getJobs), { headers });
  const { data } = (await listed.json()) as { data: { data: { id: number }[] } };
  const body = JSON.stringify({ ids: data.data.slice(0, 1).map(({ id }) => id) });
  return async () => {
    const written = await fetch(url + callPath(contract.reorderJobs), { method: 'POST', headers, body });
    await written.arrayBuffer();
    if (written.status !== 200) throw new Error(`The write was answered with ${written.status}`);
  };
}
