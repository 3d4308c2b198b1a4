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

/** How long the host's answer to a read counts, and how long it is waited for; milliseconds. */
const believedMs = 5 * 60_000;
const askForMs = 5_000;
/** Tokens that are known at once. */
const mostKnown = 5_000;

const { getApplicants, getMessages, blogs } = contract;
const reads: readonly ContractRow[] = [blogs, getMessages, getApplicants];
/** Some hosts show their posts to every account: people's data and the log need the right to read people's data there. */
const readsOfPeople: readonly ContractRow[] = [getApplicants, getMessages, blogs];
const isOfPeople = /^(?:applicants|messages)\.|^(?:log|people)$/;

/** `missing` where the host has no such read; `away` where it does not say. */
type Answer = 'yes' | 'no' | 'refused' | 'missing' | 'away';

export interface AdminReads extends Pick<AdminGuard, 'judge'> {
  /** The host, whose 401 and 403 end what is remembered of a token. */
  upstream: Upstream;
}

/**
 * Who is an admin of a host that names none: whoever may read there what only admins may. The host is asked with the session's token, and
 * its yes is remembered for five minutes, until it says 401 or 403 to anything. While it is away its last yes counts; without one
 * only the state of the site is shown.
 */
export function askByReads(
  inner: Upstream,
  capabilities: Capabilities,
  now: () => number = () => performance.now(),
): AdminReads {
  /** By a hash of the token. */
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
      // A call that was found missing may have been hidden from somebody else: only a file says for certain that it is.
      (read) => mayCall(session.user?.role, read) && (!capabilities.byFile || capabilities.has(read)),
    );
    const headers = sessionCallHeaders(req, res, upstream, { session });
    const key = keyOf(headers);
    const answers = known.get(key) ?? new TokenAnswers(inner, now);
    known.set(key, answers);
    // Where the first one that the host has decides, a yes to another is none to it.
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

/** What the host's answer to one of the reads means for a call. */
function verdictOf(answer: Answer, { ofPeople, row }: { ofPeople: boolean; row: ContractRow }): Verdict {
  if (answer === 'yes') return 'admitted';
  if (answer === 'refused') return 'refused';
  // The state of the site is wanted most while the host is away, and it names nobody.
  if (answer === 'away') return row.name === contract.siteStatus.name ? 'admitted' : 'cannotTell';
  return answer === 'no' && ofPeople ? 'notAllowed' : 'askNext';
}

/** The host's answers for one token, by the names of reads. */
class TokenAnswers {
  readonly #host: Upstream;
  readonly #now: () => number;
  readonly #said = new Map<string, { answer: Answer; at: number }>();
  readonly #asking = new Map<string, Promise<Answer>>();

  constructor(host: Upstream, now: () => number) {
    this.#host = host;
    this.#now = now;
  }

  /** The remembered answer, if it still counts. */
  fresh({ name }: ContractRow): Answer | undefined {
    const before = this.#said.get(name);
    return before && this.#now() - before.at < believedMs ? before.answer : undefined;
  }

  /** The remembered answer or a new one; while the host is away its last yes counts. */
  async to(read: ContractRow, headers: Record<string, string>): Promise<Answer> {
    const hadYes = this.#said.get(read.name)?.answer === 'yes';
    const answer = this.fresh(read) ?? (await this.#askOnce(read, headers));
    return answer === 'away' && hadYes ? 'yes' : answer;
  }

  /** One question for all who ask meanwhile. */
  #askOnce(read: ContractRow, headers: Record<string, string>): Promise<Answer> {
    const before = this.#asking.get(read.name);
    if (before) return before;
    // The moment before it is sent: an answer may be on its way for long.
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
  // Hosts say no with 200 as well, or with their sign-in page.
  if (status < 300 && isJson(answer)) return saysNo(await readJson(answer)) ? 'no' : 'yes';
  dumpAnswer(answer);
  if (status === 401) return 'refused';
  if (status === 404 || status === 405) return 'missing';
  return status >= 500 || status === 408 || status === 429 ? 'away' : 'no';
}

/** The right that a call needs; of a history, that of the kind of thing that it is of. */
function needOf({ needs = 'people', needsOf }: ContractRow, req: Request): string {
  const resource = needsOf && new URLSearchParams(req.originalUrl.split('?')[1]).get('resource');
  return (resource && needsOf?.[resource]) || needs;
}

function cannotTell({ name }: ContractRow): AppError {
  const cause = new Error(`the API host does not say who may read ${name}`);
  return new AppError('upstream.down', 503, { cause, headers: { 'Retry-After': '10' } });
}
