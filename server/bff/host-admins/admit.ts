import { hash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/row.ts';
import { AppError } from '../../errors.ts';
import { withTimeout } from '../../process/work.ts';
import { callOf } from '../call.ts';
import type { Capabilities } from '../capabilities.ts';
import type { Session } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';
import { dumpAnswer, isJson, readJson, saysNo } from '../upstream/answers.ts';
import { sessionCallHeaders } from '../upstream/headers.ts';
import type { Upstream, UpstreamAnswer } from '../upstream/upstream.ts';

/** A call that needs a decision: its request and the session that makes it. */
interface Asked {
  req: Request;
  res: Response;
  row: ContractRow;
  session: Session;
}

/** Guard for a host where customers can sign in too: decides who is an admin, and which calls require one. */
export interface AdminGuard {
  /**
   * Decides whether the session may make the call. Rejects with AppError: 401 if the host refuses the token, 403 for
   * an account that is not an admin, 503 if the question cannot be decided now.
   */
  judge(asked: Asked): Promise<unknown>;
  /** True for an admin call that the site answers without the host, so that the guard has to judge it. */
  guards(row: ContractRow): boolean;
  /**
   * True for calls outside of `guards` that are judged although accounts without admin rights may make them. They are
   * refused only if the host refuses the token; the session then ends.
   */
  names?(row: ContractRow): boolean;
}

/**
 * Admin calls that the BFF answers itself: waiting forms, the activity log, redirects, the site's status. With a host
 * where anyone can have an account, only its admins may make them. The call that extends the admin's own session is
 * not in the set.
 */
export const guardedRows = new Set(
  rows
    .filter(
      ({ origin, access, name }) => origin === 'session' && access === 'admin' && name !== 'renewSession',
    )
    .map(({ name }) => name),
);

/**
 * Admits only admins of the host to the calls that the site answers without the host (server/bff/README.md,
 * "Access"). Uses only the headers of the request, not its body.
 */
export function admitAdmins(guard: AdminGuard, sessions: Pick<Sessions, 'endRefused'>): RequestHandler {
  return async (req, res, next) => {
    const { row, session } = callOf(res);
    const isGuarded = row?.access === 'admin' && guard.guards(row);
    if (!session || !row || !(isGuarded || guard.names?.(row))) return next();
    await guard.judge({ req, res, row, session }).catch((error: unknown) => {
      const status = error instanceof AppError ? error.status : 500;
      if (status === 401) sessions.endRefused(res, session);
      if (status === 401 || isGuarded) throw error;
    });
    next();
  };
}

/** How long an answer waits for the host, in milliseconds. After that no call counts as refused. */
const waitMs = 2_000;

/**
 * Creates the function that finds refused calls, so that the admin area offers none of them. The guard remembers the
 * host's answers, so it may be asked for each call. Calls whose right depends on the record that they name are left
 * out. Without a guard nothing is refused here.
 */
export function createRefusedCalls(guard: AdminGuard | undefined) {
  if (!guard) return async () => [];
  const guarded = rows.filter((row) => row.access === 'admin' && !row.needsOf && guard.guards(row));
  return async (req: Request, res: Response, session: Session) => {
    const found = guarded.map((row) =>
      guard.judge({ req, res, row, session }).then(
        () => [],
        (error: unknown) => (error instanceof AppError && error.status === 403 ? [row.name] : []),
      ),
    );
    return (await withTimeout(waitMs, Promise.all(found)).catch(() => [])).flat();
  };
}

/**
 * In milliseconds: how long the host's answer to a test read is remembered (`believedMs`), and how long the guard
 * waits for that answer (`askForMs`).
 */
const believedMs = 5 * 60_000;
const askForMs = 5_000;
/** Maximum number of answers that are remembered: at most three for each token. */
const mostKnown = 15_000;

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

type Headers = Record<string, string>;

export type AdminReads = ReturnType<typeof askByReads>;

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
) {
  /** Keyed by a hash of the token, so that no token stays in memory, and by the name of the read. */
  const known = new LRUCache<string, Answer, { read: ContractRow; headers: Headers }>({
    max: mostKnown,
    ttl: believedMs,
    perf: { now },
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    // A refusal of another call drops what is remembered, but decides nothing about this question.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _before, { context: { read, headers } }) => askHost(inner, read, headers),
  });
  const keyOf = (headers: Headers, { name }: ContractRow) =>
    `${hash('sha256', headers.authorization ?? '')} ${name}`;

  function forget(headers: Headers) {
    for (const read of reads) known.delete(keyOf(headers, read));
  }

  function heard(headers: Headers, answer: UpstreamAnswer) {
    if (answer.status === 401 || answer.status === 403) forget(headers);
    return answer;
  }

  /** The upstream to use for all calls: if it answers 401 or 403, the remembered answers for that token are dropped. */
  const upstream: Upstream = {
    ...inner,
    request: async (wanted) => heard(wanted.headers, await inner.request(wanted)),
    guarded: async (wanted, exchange) => heard(wanted.headers, await inner.guarded(wanted, exchange)),
  };

  /** Asks the host, once for concurrent callers; while it is away its last positive answer is valid. */
  async function ask(read: ContractRow, headers: Headers) {
    const said = await known
      .fetch(keyOf(headers, read), { context: { read, headers } })
      .catch(() => undefined);
    if (said === 'no' || said === 'refused') forget(headers);
    return said ?? 'away';
  }

  async function judge({ req, res, row, session }: Asked) {
    const ofPeople = isOfPeople.test(needOf(row, req));
    const possible = (ofPeople ? readsOfPeople : reads).filter(
      // A host without host.json may have hidden a read from another account, and the read was then recorded as
      // missing for all accounts. So a read is left out only if host.json states that the host lacks it.
      (read) => mayCall(session.user?.role, read) && (!capabilities.byFile || capabilities.has(read)),
    );
    const headers = sessionCallHeaders(req, res, upstream, { session });
    // For people's data the first read that the host supports decides, so a remembered positive answer to another
    // read is not enough.
    if (!ofPeople && possible.some((read) => known.peek(keyOf(headers, read)) === 'yes')) return;
    for (const read of possible) {
      const answer = await ask(read, headers);
      // While the host is away, an account may read only the site's status, which contains no personal data.
      if (answer === 'yes' || (answer === 'away' && row.name === contract.siteStatus.name)) return;
      const refusal = refusalFor(answer, read, ofPeople);
      if (refusal) throw refusal;
    }
    throw new AppError('role.notAllowed', 403);
  }

  return { upstream, judge };
}

/** Returns the error that an answer means; undefined if the next read decides. */
function refusalFor(answer: Answer, { name }: ContractRow, ofPeople: boolean) {
  if (answer === 'refused') return new AppError('session.required', 401);
  if (answer === 'no' && ofPeople) return new AppError('role.notAllowed', 403);
  const cause = new Error(`the API host does not tell who may read ${name}`);
  return answer === 'away' ? new AppError('upstream.down', 503, { cause, retryAfter: 10 }) : undefined;
}

/** Asks the host whether it allows a read. Rejects while the host does not answer. */
async function askHost(host: Upstream, read: ContractRow, headers: Headers) {
  const signal = AbortSignal.timeout(askForMs);
  const answer = await host.request({ method: 'GET', path: read.path, row: read, headers, signal });
  const { status } = answer;
  // Some hosts refuse with status 200 and a JSON body, or with their sign-in page, so the status alone does not
  // decide.
  if (status < 300 && isJson(answer)) return saysNo(await readJson(answer)) ? 'no' : 'yes';
  dumpAnswer(answer);
  if (status === 401) return 'refused';
  if (status === 404 || status === 405) return 'missing';
  if (status >= 500 || status === 408 || status === 429) throw new Error(`the API host answered ${status}`);
  return 'no';
}

/**
 * Returns the right that a call needs. A call for the history of a record needs the right for that kind of record.
 */
function needOf({ needs = 'people', needsOf }: ContractRow, req: Request) {
  const resource = needsOf && new URLSearchParams(req.originalUrl.split('?')[1]).get('resource');
  return (resource && needsOf?.[resource]) || needs;
}
