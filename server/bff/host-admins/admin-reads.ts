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

/**
 * In milliseconds: how long the host's answer to a test read is remembered (`believedMs`), and how long the guard
 * waits for that answer (`askForMs`).
 */
const believedMs = 5 * 60_000;
const askForMs = 5_000;
/** Maximum number of tokens for which the host's answers are remembered. */
const mostKnown = 5_000;

const { getApplicants, getMessages, blogs } = contract;
const reads: readonly ContractRow[] = [blogs, getMessages, getApplicants];
/**
 * The reads that decide about calls for people's data and for the log. The list of posts comes last, because some
 * hosts show posts to every account.
 */
const readsOfPeople: readonly ContractRow[] = [getApplicants, getMessages, blogs];
const isOfPeople = /^(?:applicants|messages)\.|^(?:log|people)$/;

/**
 * Meaning of the host's answer to a read. `yes`, `no`: the account may read this, or may not. `refused`: the host
 * does not accept the token. `missing`: the host has no such read. `away`: the host does not answer.
 */
type Answer = 'yes' | 'no' | 'refused' | 'missing' | 'away';

export interface AdminReads extends Pick<AdminGuard, 'judge'> {
  /**
   * The upstream to use for all calls: if it answers 401 or 403, the remembered answers for that token are dropped.
   */
  upstream: Upstream;
}

/**
 * Decides who is an admin at a host that does not name its admins: an account counts as an admin if the host lets it
 * read what only admins may read. A positive answer is remembered for five minutes, or until the host answers a call
 * with the same token with 401 or 403. While the host does not answer, its last positive answer is valid; without
 * one, the account may read only the site's status.
 */
export function askByReads(
  inner: Upstream,
  capabilities: Capabilities,
  now: () => number = () => performance.now(),
): AdminReads {
  /** Keyed by a hash of the token, so that no token stays in memory. */
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
      // A host without host.json may have hidden a read from another account, and the read was then recorded as
      // missing for all accounts. So a read is left out only if host.json states that the host lacks it.
      (read) => mayCall(session.user?.role, read) && (!capabilities.byFile || capabilities.has(read)),
    );
    const headers = sessionCallHeaders(req, res, upstream, { session });
    const key = keyOf(headers);
    const answers = known.get(key) ?? new TokenAnswers(inner, now);
    known.set(key, answers);
    // For people's data the first read that the host supports decides, so a remembered positive answer to another
    // read is not enough.
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
  // While the host is away, an account may read only the site's status, which contains no personal data.
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
    // The answer may describe the host's state at the time when the call was sent, so it is dated with that time.
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
  // Some hosts refuse with status 200 and a JSON body, or with their sign-in page, so the status alone does not
  // decide.
  if (status < 300 && isJson(answer)) return saysNo(await readJson(answer)) ? 'no' : 'yes';
  dumpAnswer(answer);
  if (status === 401) return 'refused';
  if (status === 404 || status === 405) return 'missing';
  return status >= 500 || status === 408 || status === 429 ? 'away' : 'no';
}

/**
 * Returns the right that a call needs. A call for the history of a record needs the right for that kind of record.
 */
function needOf({ needs = 'people', needsOf }: ContractRow, req: Request): string {
  const resource = needsOf && new URLSearchParams(req.originalUrl.split('?')[1]).get('resource');
  return (resource && needsOf?.[resource]) || needs;
}

function cannotTell({ name }: ContractRow): AppError {
  const cause = new Error(`the API host does not tell who may read ${name}`);
  return new AppError('upstream.down', 503, { cause, headers: { 'Retry-After': '10' } });
}
