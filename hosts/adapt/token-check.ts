import type { CheckToken } from '../../server/bff/host-plugin.ts';
import { dumpAnswer, isJson, readJson } from '../../server/bff/upstream/answers.ts';
import type { Upstream } from '../../server/bff/upstream/upstream.ts';
import { badAnswer, refusalStatus } from './answers.ts';
import { envelopeOf, type HostMap } from './host-map.ts';
import { tokenHeaders } from './sign-in.ts';

const longestAnswer = 1024 * 1024;
/** Timeout of the token check, in milliseconds. Short, because a person waits for the answer. */
const waitMs = 10_000;

/**
 * Returns a function that checks a token at the host; undefined if host.json names no read for this. `spend` is
 * called before each request, to count it.
 */
export function createTokenCheck(inner: Upstream, map: HostMap, spend: () => void): CheckToken | undefined {
  const { file } = map;
  const { check } = file.token;
  if (!check) return undefined;
  const path = map.pathOf(check);
  const envelope = envelopeOf(file, check.envelope);

  return async (token) => {
    spend();
    const answer = await inner.request({
      method: 'GET',
      path,
      headers: {
        ...map.headers,
        accept: 'application/json',
        ...tokenHeaders(file, token),
        host: map.origin.host,
      },
      isSession: true,
      signal: AbortSignal.timeout(waitMs),
    });
    const { status } = answer;
    const isReadable = isJson(answer) && status < 500;
    if (!isReadable) dumpAnswer(answer);
    const json = isReadable ? await readJson(answer, longestAnswer) : undefined;
    const refused = refusalStatus({ envelope }, status, json);
    if (refused === 401) return { is: 'refused' };
    if (refused === 403) return { is: 'notAllowed' };
    if (refused !== undefined || !isReadable || status >= 300)
      throw badAnswer(
        `the check of a token was answered with ${refused ?? status}${isReadable ? '' : ' and no JSON'}`,
      );
    return { is: 'good', json };
  };
}
