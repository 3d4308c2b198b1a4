import { randomUUID } from 'node:crypto';
import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { AppError } from '../../errors.ts';
import type { FormTokens } from '../../forms/form-tokens.ts';
import type { ReadAnswer } from '../reads/fetch-read.ts';
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
  return async (wanted) => {
    if (wanted.row.name !== contract.formToken.name) return readHost(wanted);
    if (always) return ownAnswer(formTokens.issue());
    try {
      return await readHost(wanted);
    } catch (error) {
      if (!(error instanceof AppError) || !isWithoutToken(error)) throw error;
      return ownAnswer(formTokens.issue());
    }
  };
}

/** The host has no such call, does not answer, or has had enough. */
function isWithoutToken({ code, status }: AppError): boolean {
  return code === 'host.callMissing' || status >= 500 || status === 429;
}

function ownAnswer(token: string): ReadAnswer {
  const data = {
    form_token: token,
    min_seconds: limits.formMinSeconds,
    retention_months: limits.retentionMonths,
  };
  return { status: 200, headers: { 'cache-control': 'no-store' }, body: { status: 1, data } };
}

/** The host's own tokens, for forms that got one of ours: the body of its answer, undefined when it has no such call. */
export function tokensOf(
  askHost: ReadHost,
  upstream: Pick<Upstream, 'url'>,
  publicUrl: URL,
): (path: string) => Promise<unknown> {
  return async (path) => {
    const headers = headersOfNobody({ url: upstream.url, publicUrl, requestId: randomUUID() });
    const rules = { hosts: [upstream.url.host, publicUrl.host], mediaPaths: [] };
    try {
      return (await askHost({ row: contract.formToken, method: 'GET', path, headers, rules })).body;
    } catch (error) {
      if (error instanceof AppError && error.status < 500 && error.status !== 429) return undefined;
      throw error;
    }
  };
}
