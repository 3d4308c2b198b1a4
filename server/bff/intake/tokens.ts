import { randomUUID } from 'node:crypto';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { limits } from '#shared/limits.ts';
import { AppError } from '../../errors.ts';
import type { FormTokens } from '../../forms/form-tokens.ts';
import type { ReadHost } from '../reads/host-reads.ts';
import { Json } from '../reads/present.ts';
import { anonymousHeaders } from '../upstream/headers.ts';
import type { Upstream } from '../upstream/upstream.ts';

/** How long the host may take for a form token before a page gets one of the BFF, in milliseconds. */
const hostMs = 3_000;

/**
 * Wraps the reads of the host, so that a form token comes from the BFF if the host gives none in time. With `always`
 * every form token comes from the BFF: this is needed if forms go to two receivers (hosts/hybrid). Other reads are
 * unchanged.
 */
export function withOwnTokens(
  readHost: ReadHost,
  formTokens: Pick<FormTokens, 'issue'>,
  { always = false }: { always?: boolean } = {},
): ReadHost {
  const ownAnswer = () => {
    const { formMinSeconds: min_seconds, retentionMonths: retention_months } = limits;
    const data = { form_token: formTokens.issue(), min_seconds, retention_months };
    return { status: 200, headers: { 'cache-control': 'no-store' }, body: new Json({ status: 1, data }) };
  };
  return async (wanted) => {
    if (wanted.row.name !== contract.formToken.name) return readHost(wanted);
    if (always) return ownAnswer();
    const signals = [wanted.signal ?? [], AbortSignal.timeout(hostMs)].flat();
    return readHost({ ...wanted, signal: AbortSignal.any(signals) }).catch(ownAnswer);
  };
}

/** True if the host does not answer, or has too many requests. */
const isUnavailable = (error: unknown) =>
  error instanceof AppError && (error.status >= 500 || error.status === 429);

/** Milliseconds after which a new token is requested from the host. */
const renewMs = 10 * 60_000;
/**
 * A host accepts a token only after a wait. This many milliseconds are added to the wait, because the host's clock
 * and this site's clock differ.
 */
const marginMs = 200;

/**
 * Returns a form token of the host, for forms that were opened with a token of the BFF while the host was down. A
 * host accepts a token only some seconds after issuing it, so the function waits until then, and the token is cached
 * for further forms. Undefined if the host issues no tokens. Rejects when the call fails.
 */
export type TakeHostToken = () => Promise<string | undefined>;

/** Returns a function that gives form tokens of the host, which it requests through `askHost`. */
export function hostTokens(
  askHost: ReadHost,
  upstream: Pick<Upstream, 'url'>,
  publicUrl: URL,
): TakeHostToken {
  let asked: ReturnType<typeof ask> | undefined;
  let renewAt = 0;

  async function read(): Promise<unknown> {
    const headers = anonymousHeaders({ url: upstream.url, publicUrl, requestId: randomUUID() });
    const rules = { hosts: [upstream.url.host, publicUrl.host], mediaPaths: [] };
    const path = callPath(contract.formToken);
    try {
      return (await askHost({ row: contract.formToken, path, headers, rules })).body?.value;
    } catch (error) {
      if (error instanceof AppError && !isUnavailable(error)) return undefined;
      throw error;
    }
  }

  async function ask() {
    const { data } = contract.formToken.data.safeParse(
      ((await read()) as { data?: unknown } | undefined)?.data,
    );
    if (!data || data.form_token === '') return { token: undefined, goodAt: 0 };
    const wait = Math.min(data.min_seconds, limits.formMinSeconds * 2) * 1000 + marginMs;
    return { token: data.form_token, goodAt: performance.now() + wait };
  }

  return async () => {
    if (!asked || performance.now() >= renewAt) {
      renewAt = performance.now() + renewMs;
      asked = ask();
      // A failure is not remembered.
      asked.catch(() => {
        renewAt = 0;
      });
    }
    const { token, goodAt } = await asked;
    const wait = goodAt - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    return token;
  };
}
