import { randomUUID } from 'node:crypto';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { AppError } from '../../errors.ts';
import type { FormTokens } from '../../forms/form-tokens.ts';
import type { ReadHost } from '../reads/host-reads.ts';
import { headersOfNobody } from '../upstream/headers.ts';
import type { Upstream } from '../upstream/upstream.ts';

/**
 * Forms can be opened while the host is down, and on hosts that give no tokens: then they get one of ours, which tells the BFF when
 * they were opened. They always do where forms go to two sides (hosts/fill). All other reads are as they were.
 */
export function withOwnTokens(
  readHost: ReadHost,
  formTokens: Pick<FormTokens, 'issue'>,
  { always = false }: { always?: boolean } = {},
): ReadHost {
  const ownAnswer = () => {
    const { formMinSeconds: min_seconds, retentionMonths: retention_months } = limits;
    const data = { form_token: formTokens.issue(), min_seconds, retention_months };
    return { status: 200, headers: { 'cache-control': 'no-store' }, body: { status: 1, data } };
  };
  return async (wanted) => {
    if (wanted.row.name !== contract.formToken.name) return readHost(wanted);
    if (always) return ownAnswer();
    try {
      return await readHost(wanted);
    } catch (error) {
      if (isMissing(error) || isAway(error)) return ownAnswer();
      throw error;
    }
  };
}

const isMissing = (error: unknown) => error instanceof AppError && error.code === 'host.callMissing';
/** The host does not answer, or has had enough. */
const isAway = (error: unknown) => error instanceof AppError && (error.status >= 500 || error.status === 429);

/** The host's tokens are asked for anew after this, in milliseconds. */
const renewMs = 10 * 60_000;
/** A little more than the host asks for: its clock and ours tick apart. */
const marginMs = 200;

/**
 * Form tokens of the host, for forms that were opened with one of ours while it was down. A host takes one only some seconds after it
 * gave it, so one is kept that is older. Gives one that the host takes by now, after some seconds at most; undefined when it has no such
 * call. Rejects when it fails.
 */
export type TakeHostToken = () => Promise<string | undefined>;

/** Asks the host by `askHost`. */
export function hostTokens(
  askHost: ReadHost,
  upstream: Pick<Upstream, 'url'>,
  publicUrl: URL,
): TakeHostToken {
  interface Kept {
    token: string | undefined;
    goodAt: number;
    renewAt: number;
  }
  let kept: Promise<Kept> | undefined;

  async function read(): Promise<unknown> {
    const headers = headersOfNobody({ url: upstream.url, publicUrl, requestId: randomUUID() });
    const rules = { hosts: [upstream.url.host, publicUrl.host], mediaPaths: [] };
    const path = callPath(contract.formToken);
    try {
      return (await askHost({ row: contract.formToken, method: 'GET', path, headers, rules })).body;
    } catch (error) {
      if (error instanceof AppError && !isAway(error)) return undefined;
      throw error;
    }
  }

  async function ask(): Promise<Kept> {
    const { data } = contract.formToken.data.safeParse(
      ((await read()) as { data?: unknown } | undefined)?.data,
    );
    const renewAt = performance.now() + renewMs;
    if (!data || data.form_token === '') return { token: undefined, goodAt: 0, renewAt };
    const wait = Math.min(data.min_seconds, limits.formMinSeconds * 2) * 1000 + marginMs;
    return { token: data.form_token, goodAt: performance.now() + wait, renewAt };
  }

  return async () => {
    const known = await kept?.catch(() => undefined);
    if (!known || performance.now() >= known.renewAt) kept = ask();
    const { token, goodAt } = await (kept as Promise<Kept>);
    const wait = goodAt - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    return token;
  };
}
