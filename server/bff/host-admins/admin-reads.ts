import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/may-call.ts';
import { hashToken } from '../../database/token-hash.ts';
import { AppError } from '../../errors.ts';
import type { Capabilities } from '../capabilities.ts';
import { sessionCallHeaders } from '../session/upstream-headers.ts';
import { isJson, readJson } from '../upstream/json-answer.ts';
import { dumpAnswer, saysNo } from '../upstream/refusals.ts';
import type { Upstream, UpstreamAnswer } from '../upstream/upstream.ts';
import type { AdminGuard, Asked } from './admit.ts';

/** How long the host's answer to a read is valid, and the timeout of the read; milliseconds. */
const believedMs = 5 * 60_000;
const askForMs = 5_000;
/** Maximum number of remembered tokens. */
const mostKnown = 5_000;

const { getApplicants, getMessages, blogs } = contract;
const reads: readonly ContractRow[] = [blogs, getMessages, getApplicants];
/**
 * Some hosts show their posts to every account: calls about people's data and the log require the right to read
 * people's data on the host.
 */
const readsOfPeople: readonly ContractRow[] = [getApplicants, getMessages, blogs];
const isOfPeople = /^(?:applicants|messages)\.|^(?:log|people)$/;

/** `missing` if the host has no such read; `away` if it does not answer. */
type Answer = 'yes' | 'no' | 'refused' | 'missing' | 'away';

export interface AdminReads extends Pick<AdminGuard, 'judge'> {
  /** The host; its 401 and 403 clear the remembered answers for a token. */
  upstream: Upstream;
}

/**
 * Decides who is an admin of a host that does not name its admins: an account that may read there what only admins
 * may. The host is called with the session's token, and a positive answer is remembered for five minutes, or until
 * the host answers any call with 401 or 403. While the host is away its last positive answer is valid; without one
 * only the site's status is shown.
 */
export function askByReads(
  inner: Upstream,
  capabilities: Capabilities,
  now: () => number = () => performance.now(),
): AdminReads {
  /** Keyed by a hash of the token. */
  const known = new LRUCache<string, TokenAnswers>({ max: mostKnown });
  const keyOf = (headers: Record<string, string>) => hashToken(headers.authorization ?? '');

  function heard(headers: Record<string, string>, answer: UpstreamAnswer): UpstreamAnswer {
    if (answer.status === 401 || answer.status === 403) known.delete(keyOf(headers));
    return answer;
  }

  const upstream: Upstream = {
    ...inner,
    request: async (wanted) => heard(wanted.headers, await inner.request(wanted)),
    guarded: async (wanted, exchange) => heard(wanted.headers, await inner.guarded(wanted, exchange)),
  };

  async function judge({ req, res, row, session }: Asked): Promise<void> {
    const ofPeople = isOfPeople.test(needOf(row, req));
    const possible = (ofPeople ? readsOfPeople : reads).filter(
      // A call that seemed missing may only have been hidden from another account: only a host file is certain.
      (read) => mayCall(session.user?.role, read) && (!capabilities.byFile || capabilities.has(read)),
    );
    const headers = sessionCallHeaders(req, res, upstream, { session });
    const key = keyOf(headers);
    const answers = known.get(key) ?? new TokenAnswers(inner, now);
    known.set(key, answers);
    // For people's data the first read that the host has decides, so a positive answer to another read does not
    // count.
    if (!ofPeople && possible.some((read) => answers.fresh(read) === 'yes')) return;
    for (const read of possible) {
      const verdict = verdictOf(await answers.to(read, headers), { ofPeople, row });
      if (verdict === 'admitted') return;
      if (verdict === 'refused') throw new AppError('session.required', 401);
      if (verdict === 'cannotTell') throw cannotTell(read);
      if (verdict === 'notAllowed') break;
    }
    throw new AppError('role.notAllowed', 403);
  }

  return { upstream, judge };
}

type Verdict = 'admitted' | 'refused' | 'cannotTell' | 'notAllowed' | 'askNext';

/** Returns what the host's answer to one read means for a call. */
function verdictOf(answer: Answer, { ofPeople, row }: { ofPeople: boolean; row: ContractRow }): Verdict {
  if (answer === 'yes') return 'admitted';
  if (answer === 'refused') return 'refused';
  // The site's status matters most while the host is away, and it contains no personal data.
  if (answer === 'away') return row.name === contract.siteStatus.name ? 'admitted' : 'cannotTell';
  return answer === 'no' && ofPeople ? 'notAllowed' : 'askNext';
}

/** The host's answers for one token, by the name of the read. */
class TokenAnswers {
  readonly #host: Upstream;
  readonly #now: () => number;
  readonly #said = new Map<string, { answer: Answer; at: number }>();
  readonly #asking = new Map<string, Promise<Answer>>();

  constructor(host: Upstream, now: () => number) {
    this.#host = host;
    this.#now = now;
  }

  /** Returns the remembered answer while it is valid. */
  fresh({ name }: ContractRow): Answer | undefined {
    const before = this.#said.get(name);
    return before && this.#now() - before.at < believedMs ? before.answer : undefined;
  }

  /** Returns the remembered answer or a new one; while the host is away its last positive answer is valid. */
  async to(read: ContractRow, headers: Record<string, string>): Promise<Answer> {
    const hadYes = this.#said.get(read.name)?.answer === 'yes';
    const answer = this.fresh(read) ?? (await this.#askOnce(read, headers));
    return answer === 'away' && hadYes ? 'yes' : answer;
  }

  /** Single flight for concurrent callers. */
  #askOnce(read: ContractRow, headers: Record<string, string>): Promise<Answer> {
    const before = this.#asking.get(read.name);
    if (before) return before;
    // Time before the call is sent: the answer may take long.
    const at = this.#now();
    const asked = askHost(this.#host, read, headers)
      .catch((): Answer => 'away')
      .then((answer) => {
        if (answer === 'yes' || answer === 'missing') this.#said.set(read.name, { answer, at });
        else if (answer !== 'away') this.#said.clear();
        return answer;
      })
      .finally(() => this.#asking.delete(read.name));
    this.#asking.set(read.name, asked);
    return asked;
  }
}

async function askHost(host: Upstream, read: ContractRow, headers: Record<string, string>): Promise<Answer> {
  const signal = AbortSignal.timeout(askForMs);
  const answer = await host.request({ method: 'GET', path: read.path, row: read, headers, signal });
  const { status } = answer;
  // Hosts also refuse with status 200, or with their sign-in page.
  if (status < 300 && isJson(answer)) return saysNo(await readJson(answer)) ? 'no' : 'yes';
  dumpAnswer(answer);
  if (status === 401) return 'refused';
  if (status === 404 || status === 405) return 'missing';
  return status >= 500 || status === 408 || status === 429 ? 'away' : 'no';
}

/** Returns the right that a call needs; for a history, the right for its entity. */
function needOf({ needs = 'people', needsOf }: ContractRow, req: Request): string {
  const resource = needsOf && new URLSearchParams(req.originalUrl.split('?')[1]).get('resource');
  return (resource && needsOf?.[resource]) || needs;
}

function cannotTell({ name }: ContractRow): AppError {
  const cause = new Error(`the API host does not tell who may read ${name}`);
  return new AppError('upstream.down', 503, { cause, headers: { 'Retry-After': '10' } });
}
