import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import type { Upstream } from '../../server/bff/upstream/upstream.ts';
import { checkRow, lists } from './calls.ts';
import type { CheckOptions, Examination, Finding } from './finding.ts';
import { causeOf, createHost, type Host, isTimeout } from './host.ts';
import { checkMedia } from './media.ts';
import { checkSignIn, signOut } from './sign-in.ts';

/**
 * Checks an API host against the contract, and yields one finding after the other. Changes nothing on the host: a
 * call that writes is only checked with OPTIONS (RFC 9110 §9.3.7), and with a host.json not at all. With
 * ADMIN_PASSWORD, signs in once and signs out again. If the host does not answer, ends after two timeouts. Respects
 * the host's rate limit.
 */
export async function* checkUpstream(
  upstream: Upstream,
  { config, adapted, wait, say }: CheckOptions,
): AsyncGenerator<Finding> {
  const host = createHost(adapted?.upstream ?? upstream, { wait, say });
  const exam: Examination = {
    host,
    upstream,
    config,
    adapted,
    ids: {},
    media: [],
    results: new Map(),
    silences: 0,
  };

  const root = await checkRoot(exam, adapted ? createHost(upstream) : host);
  yield root;
  if (root.fatal) return;
  yield* checkSignIn(exam);
  yield adminsFinding(exam);
  for (const [name, row] of ordered()) {
    const finding = await checkRow(exam, name, row);
    exam.results.set(name, finding.result);
    yield finding;
    if (exam.silences === 2) {
      yield {
        group: 'host',
        result: 'wrong',
        subject: host.origin,
        text: 'stopped answering; the remaining calls were not tested',
        mend: 'try again when the host is up, or raise UPSTREAM_TIMEOUT_MS if it is only slow',
        fatal: true,
      };
      return;
    }
  }
  for (const [place, text] of adapted?.lacks ?? [])
    yield {
      ...{ group: 'known', result: 'wrong', subject: `host.json: ${place}`, text },
      ...(/^envelope\.(list|last_page|paging)/.test(place) && { fatal: true }),
    };
  const places = { ...adapted, paths: config.UPSTREAM_MEDIA_PATHS };
  for (const finding of await checkMedia(host, exam.media, places)) yield finding;
  yield rateFinding(host);
  await signOut(exam);
}

function ordered(): [string, ContractRow][] {
  const place = ([name, row]: [string, ContractRow]) => {
    const index = lists.indexOf(name as CallName);
    return (index < 0 ? lists.length - 1 : index) + (row.method === 'GET' ? 0 : 100);
  };
  return (Object.entries(contract) as [string, ContractRow][])
    .filter(([, row]) => row.origin !== 'session')
    .sort((one, other) => place(one) - place(other));
}

async function checkRoot({ upstream }: Examination, host: Host): Promise<Finding> {
  const common = { group: 'host', subject: host.origin } as const;
  try {
    const { status, type, milliseconds } = await host.ask('GET', '/');
    return {
      ...common,
      result: status < 500 ? 'there' : 'wrong',
      text: `answers at / with ${status}${type && ` ${type}`}, ${milliseconds} ms`,
      mend:
        status < 500
          ? undefined
          : 'the site’s /readyz answers 503 until the host answers at / with a status below 500',
    };
  } catch (error) {
    return {
      ...common,
      result: 'wrong',
      text: await causeOf(error, upstream.url, upstream.timeoutMs),
      mend: isTimeout(error)
        ? 'check that the host is up and that this machine can reach it; raise UPSTREAM_TIMEOUT_MS only if the host is slow but works'
        : 'check that UPSTREAM_URL has the right scheme, name and port, and that the host is up',
      fatal: true,
    };
  }
}

/**
 * Reports whether host.json states who is an admin. Without this, content that the site itself stores for admins,
 * such as waiting forms, is open to every account that may read similar content at the host, and customers may have
 * such accounts.
 */
function adminsFinding({ adapted }: Examination): Finding {
  const common = { group: 'sign-in', subject: 'who is an admin' } as const;
  if (adapted?.namesAdmins) return { ...common, result: 'there', text: 'defined in host.json' };
  return {
    ...common,
    result: 'untried',
    text: 'not defined: waiting forms with their CVs, the activity log and redirects are open to every account that may read applicants, messages or posts at the host',
    mend: 'if customers can also sign in at the host, list your admins in DATA_DIR/host.json: "admins": { "emails": ["…"] } (docs/hosts.md)',
  };
}

function rateFinding({ rate }: Host): Finding {
  const common = { group: 'limits', subject: 'calls a minute' } as const;
  if (rate.limit === undefined && rate.refusals === 0) {
    return { ...common, result: 'there', text: 'the host states no limit' };
  }
  const limit = rate.limit === undefined ? 'an unknown number of' : String(rate.limit);
  return {
    ...common,
    result: 'wrong',
    text: `${limit} calls are allowed from one address${rate.refusals > 0 ? `; answered 429 ${rate.refusals} times` : ''}`,
    mend: 'the host sees all visitors under the address of this server: exempt it, or raise the limit for all of them together',
  };
}
