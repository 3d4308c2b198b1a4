import { LRUCache } from 'lru-cache';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/may-call.ts';
import { hashToken } from '../../database/token-hash.ts';
import { AppError } from '../../errors.ts';
import { sessionCallHeaders } from '../session/upstream-headers.ts';
import { dumpAnswer } from '../upstream/refusals.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { AdminGuard, Asked } from './admit.ts';
import type { Capabilities } from './capabilities.ts';

/** So long the host's yes to a read counts, in milliseconds, and so long it is waited for. */
const believedMs = 5 * 60_000;
const askForMs = 5_000;
/** What is known at once. */
const mostKnown = 5_000;

const { getApplicants, getMessages, blogs } = contract;
const reads: readonly ContractRow[] = [blogs, getMessages, getApplicants];
/** Of a host that has applicants, who may not read them reads no form of theirs that waits here. */
const readsOfApplicants: readonly ContractRow[] = [getApplicants, getMessages, blogs];

export interface AdminReads extends Pick<AdminGuard, 'judge'> {
  /** The host, of whose answers is learnt what it lets each token read. */
  upstream: Upstream;
}

/**
 * Who is an admin of a host that names none: whoever may read there what only admins may. The host is asked with the session's token, and its yes
 * is remembered for five minutes, until it says 401 or 403 to anything. While it is away its last yes counts, and without one nobody is let in.
 */
export function askByReads(
  inner: Upstream,
  capabilities: Capabilities,
  now: () => number = () => performance.now(),
): AdminReads {
  /** When the host has said yes, by a hash of the token; by the names of reads. */
  const known = new LRUCache<string, Map<string, number>>({ max: mostKnown });
  const keyOf = (headers: Record<string, string>) =>
    headers.authorization === undefined ? undefined : hashToken(headers.authorization);

  const upstream: Upstream = {
    ...inner,
    async request(wanted) {
      const answer = await inner.request(wanted);
      const key = keyOf(wanted.headers);
      if (key && (answer.status === 401 || answer.status === 403)) known.delete(key);
      const path = wanted.path.split('?', 1)[0];
      const read = key && wanted.method === 'GET' && reads.find((each) => each.path === path);
      if (read && answer.status < 300) {
        const taken = known.get(key) ?? new Map<string, number>();
        known.set(key, taken.set(read.name, now()));
      }
      return answer;
    },
  };

  async function ask(read: ContractRow, headers: Record<string, string>): Promise<number> {
    const signal = AbortSignal.timeout(askForMs);
    const answer = await upstream.request({ method: 'GET', path: read.path, row: read, headers, signal });
    dumpAnswer(answer);
    return capabilities.isMissing(read, answer.status) ? 404 : answer.status;
  }

  async function judge({ req, res, row, session }: Asked): Promise<void> {
    const isOfApplicants = row.needs?.startsWith('applicants.') === true;
    const possible = (isOfApplicants ? readsOfApplicants : reads).filter(
      (read) => capabilities.has(read) && mayCall(session.user?.role, read),
    );
    const headers = sessionCallHeaders(req, res, upstream, { session });
    const before = new Map(known.get(keyOf(headers) ?? ''));
    // Where the first one of them is what counts, a yes to another is none to it.
    const counting = isOfApplicants ? possible.slice(0, 1) : possible;
    if (counting.some(({ name }) => now() - (before.get(name) ?? Number.NEGATIVE_INFINITY) < believedMs))
      return;
    for (const read of possible) {
      const status = await ask(read, headers).catch((error: unknown) => {
        if (before.has(read.name)) return 200;
        throw cannotTell(error);
      });
      if (status < 300) return;
      if (status === 401) throw new AppError('session.required', 401);
      if (status === 403 && isOfApplicants) break;
      if (status === 403 || status === 404) continue;
      if (before.has(read.name)) return;
      throw cannotTell(new Error(`${read.name} was answered with ${status}`));
    }
    throw new AppError('role.notAllowed', 403);
  }

  return { upstream, judge };
}

function cannotTell(cause: unknown): AppError {
  return new AppError('upstream.down', 503, { cause, headers: { 'Retry-After': '10' } });
}
