import { type ContractRow, contract } from '#shared/contract/index.ts';
import type { Upstream } from '../../server/bff/upstream/upstream.ts';
import { checkRow } from './calls.ts';
import { type CheckOptions, type Examination, type Finding, isObject } from './finding.ts';
import { causeOf, createHost, type Host, isSilence } from './host.ts';
import { checkMedia } from './media.ts';
import { checkSignIn, signOut } from './sign-in.ts';

/** Lists come first, since they name what the other calls ask for. */
const order = ['getProjectCategory', 'getProjects', 'activeBlogs', 'blogs', 'jobs'];

/**
 * Examines an API host against the contract, finding by finding. Nothing on the host is changed: calls that write are asked for by
 * OPTIONS alone (RFC 9110 §9.3.7), and with ADMIN_PASSWORD set it signs in once and out again. It ends within two timeouts when the
 * host is silent, and keeps to the host's rate limit.
 */
export async function* checkUpstream(upstream: Upstream, options: CheckOptions): AsyncGenerator<Finding> {
  const { config, without, wait, say } = options;
  const host = createHost(upstream, { ...(wait && { wait }), ...(say && { say }) });
  const exam: Examination = {
    host,
    upstream,
    config,
    without,
    ids: {},
    media: [],
    results: new Map(),
    silences: 0,
  };

  const root = await checkRoot(exam);
  yield root;
  if (root.fatal) return;
  yield* checkSignIn(exam);
  for (const [name, row] of ordered()) {
    const finding = await checkRow(exam, name, row);
    exam.results.set(name, finding.result);
    yield finding;
    if (exam.silences === 2) {
      yield {
        group: 'host',
        result: 'wrong',
        subject: host.origin,
        text: 'has stopped answering; the rest was not asked',
        mend: 'try again when the host answers, or with a longer UPSTREAM_TIMEOUT_MS if it is only slow',
        fatal: true,
      };
      return;
    }
  }
  const prefix = await findPrefix(exam);
  if (prefix) yield prefix;
  for (const finding of await checkMedia(host, exam.media, config.UPSTREAM_MEDIA_PATHS)) yield finding;
  yield rateFinding(host);
  await signOut(exam);
}

function ordered(): [string, ContractRow][] {
  const place = ([name, row]: [string, ContractRow]) => {
    const index = order.indexOf(name);
    return (index < 0 ? order.length : index) + (row.method === 'GET' ? 0 : 100);
  };
  return (Object.entries(contract) as [string, ContractRow][])
    .filter(([, row]) => row.origin !== 'session')
    .sort((one, other) => place(one) - place(other));
}

async function checkRoot({ host, upstream }: Examination): Promise<Finding> {
  const common = { group: 'host', subject: host.origin } as const;
  try {
    const { status, type, milliseconds } = await host.ask('GET', '/');
    const text = `answers at / with ${status}${type && ` ${type}`}, ${milliseconds} ms`;
    if (status < 500) return { ...common, result: 'there', text };
    return {
      ...common,
      result: 'wrong',
      text,
      mend: '/readyz of the site is 503 until the host answers at / with a status below 500',
    };
  } catch (error) {
    return {
      ...common,
      result: 'wrong',
      text: await causeOf(error, upstream.url, upstream.timeoutMs),
      mend: isSilence(error)
        ? 'see that the host is up and that this machine may reach it; UPSTREAM_TIMEOUT_MS only if it is slow and right'
        : 'see that UPSTREAM_URL has the right scheme, name and port, and that the host is up',
      fatal: true,
    };
  }
}

/** Prefixes under which hosts keep an API that others have at their root. */
const prefixes = ['/public', '/index.php', '/api/v1', '/v1/api', '/backend'];

/** When no known call was found: where else the API may be. */
async function findPrefix({ host, results }: Examination): Promise<Finding | undefined> {
  const first = contract.getProjectCategory;
  if (results.get(first.name) !== 'absent') return undefined;
  for (const prefix of prefixes) {
    const path = prefix.includes('/api') ? first.path.replace('/api', prefix) : prefix + first.path;
    const answer = await host.ask('GET', `${path}?page=1`).catch(() => undefined);
    if (answer?.status !== 200 || !isObject(answer.json)) continue;
    return {
      group: 'host',
      result: 'wrong',
      subject: path,
      text: 'the API is here, and not at /api/ of the origin',
      mend: `UPSTREAM_URL takes no path: have the host answer ${first.path} itself, or put a proxy that adds ${prefix} in between`,
      fatal: true,
    };
  }
  return undefined;
}

function rateFinding({ rate }: Host): Finding {
  const common = { group: 'limits', subject: 'calls a minute' } as const;
  if (rate.limit === undefined && rate.refusals === 0) {
    return { ...common, result: 'there', text: 'the host names no limit' };
  }
  const limit = rate.limit === undefined ? 'an unnamed number of' : String(rate.limit);
  return {
    ...common,
    result: 'wrong',
    text: `${limit} calls are taken from one address${rate.refusals > 0 ? `; answered 429 ${rate.refusals} times` : ''}`,
    mend: 'to the host all visitors come from the address of this server: exempt it, or raise the limit to what all of them need',
  };
}
