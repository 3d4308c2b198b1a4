import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';

/** What the host has said is asked for anew after this, in milliseconds. */
const renewMs = 10 * 60_000;
/** A little more than the host asks for: its clock and ours tick apart. */
const marginMs = 200;

/**
 * Form tokens of the host, for forms that were opened with one of ours while it was down. A host takes one only some seconds after it
 * gave it, so one is kept that is older.
 */
export interface HostTokens {
  /** One that the host takes by now, after some seconds at most; undefined when it has no such call. Rejects when it fails. */
  take(): Promise<string | undefined>;
}

interface Kept {
  token: string | undefined;
  goodAt: number;
  renewAt: number;
}

/** `read` gives the JSON body that the host answers to a path, undefined when it has no such call; it rejects when the host fails. */
export function createHostTokens(
  read: (path: string) => Promise<unknown>,
  now: () => number = () => performance.now(),
): HostTokens {
  let kept: Promise<Kept> | undefined;

  async function ask(): Promise<Kept> {
    const body = (await read(callPath(contract.formToken))) as { data?: unknown } | undefined;
    const { data } = contract.formToken.data.safeParse(body?.data);
    if (!data || data.form_token === '') return { token: undefined, goodAt: 0, renewAt: now() + renewMs };
    const wait = Math.min(data.min_seconds, limits.formMinSeconds * 2) * 1000 + marginMs;
    return { token: data.form_token, goodAt: now() + wait, renewAt: now() + renewMs };
  }

  return {
    async take() {
      const known = await kept?.catch(() => undefined);
      if (!known || now() >= known.renewAt) kept = ask();
      const { token, goodAt } = await (kept as Promise<Kept>);
      const wait = goodAt - now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      return token;
    },
  };
}
