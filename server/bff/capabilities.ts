import { LRUCache } from 'lru-cache';
import type { ContractRow } from '#shared/contract/index.ts';
import { contract, rows } from '#shared/contract/index.ts';
import type { HostCalls } from '#shared/schemas/session.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { AppError } from '../errors.ts';
import { withTimeout } from '../process/work.ts';
import { dumpAnswer } from './upstream/answers.ts';
import type { Upstream } from './upstream/upstream.ts';

/**
 * Knowledge about the calls of the API host. A call counts as supported until an answer shows that the host lacks it.
 */
export interface Capabilities {
  /** False when the host is known to lack this call. */
  has(row: Pick<ContractRow, 'name'>): boolean;
  /**
   * Records what an answer of the host shows about a call. Returns true if the answer means that the host lacks the
   * call. `message` is the answer's message, if it had one.
   */
  isMissing(row: ContractRow, status: number, message?: unknown): boolean;
  /**
   * Returns the names of the rows that the host is known to lack. Never rejects, and waits a few seconds at most.
   * Calls of the admin area are probed only for `'admin'`.
   */
  missing(who?: 'visitor' | 'admin'): Promise<string[]>;
  /** The kinds of records that the host can restore; absent if it can restore all. */
  readonly restores?: readonly TrashResource[];
  /** The kind of name with which people sign in at the host; absent if it is an email address. */
  readonly loginName?: HostCalls['login_name'];
  /** The statements of host.json about calls, for the admin area. Absent without host.json. */
  readonly byFile?: HostCalls['by_file'];
  /** The kinds of records whose versions this site stores on behalf of the host; absent if there are none. */
  readonly versions?: readonly TrashResource[];
}

/** The capabilities of the engine, which supports every call of the contract. */
export const everyCall: Capabilities = {
  has: () => true,
  isMissing: () => false,
  missing: async () => [],
};

/**
 * How long a call is believed missing, in milliseconds. After that it is tried again, so that a host that was
 * upgraded needs no restart of this site.
 */
const believedMs = 10 * 60_000;
/**
 * How long a missing list call is remembered, in milliseconds. After that the next page makes the call again. The
 * time is short because a host may send a single 404 during its deployment, which must not have an effect for long.
 */
const listBelievedMs = 60_000;
/** Milliseconds until a failed probe is repeated. */
const restMs = 60_000;
/**
 * In milliseconds: the timeout of one probe (`answerMs`), and how long callers wait for a result (`waitMs`). A
 * visitor's wait is short, because it delays a page with a form; an admin's screen is shown while the call waits.
 */
const answerMs = 5_000;
const waitMs = { visitor: 1_500, admin: answerMs };

/**
 * The rows that are probed: visitors' forms, the trash, and the parts of the admin area that many hosts lack. The
 * site has to know whether the host supports them before a visitor sends a form or an admin deletes a record.
 */
const probedRows = {
  visitor: rows.filter((row) => row.probed && row.access === 'public'),
  admin: rows.filter((row) => row.probed && row.access === 'admin'),
} satisfies Record<string, readonly ContractRow[]>;
/**
 * A call that changes data, like most probed calls, and that every host supports. If even this call seems to be
 * missing when it is probed, probing does not work at this host.
 */
const control: ContractRow = contract.saveBlog;

/**
 * Creates capabilities that are found out from the answers to normal calls, and by probes. Rows marked `probed` are
 * probed with OPTIONS and GET, which change nothing. There are at most two small requests per row in ten minutes, and
 * none before a page needs the result.
 */
export function createCapabilities(
  upstream: Upstream,
  now: () => number = () => performance.now(),
): Capabilities {
  /** The names of the calls that count as missing, each for some time. */
  const believed = new LRUCache<string, true>({ perf: { now }, ttlResolution: 0, max: rows.length });
  const has = ({ name }: Pick<ContractRow, 'name'>) => !believed.has(name);

  function believeMissing(row: ContractRow, ttl: number) {
    for (const name of shapesOf(row)) believed.set(name, true, { ttl });
  }

  async function probe(who: keyof typeof probedRows) {
    if (await seemsMissing(upstream, control)) return;
    await Promise.all(
      probedRows[who].map(async (row) => {
        // Believed for longer than the time between two probes, so that a hidden form does not reappear before the
        // next one has ended.
        if (await seemsMissing(upstream, row)) believeMissing(row, 2 * believedMs);
        else for (const name of shapesOf(row)) believed.delete(name);
      }),
    );
  }

  const probes = { visitor: notProbedYet(), admin: notProbedYet() };
  /**
   * Starts the probes if they are due. Without a result, or with one that is no longer believed, resolves when there is
   * a new one or the caller has waited long enough.
   */
  async function know(who: keyof typeof probedRows) {
    const state = probes[who];
    if (now() >= state.againAt) {
      state.againAt = now() + believedMs;
      state.running = probe(who).then(
        () => {
          state.knownUntil = now() + 2 * believedMs;
        },
        () => {
          state.againAt = now() + restMs;
        },
      );
    }
    if (now() >= state.knownUntil) await withTimeout(waitMs[who], state.running).catch(() => {});
  }

  return {
    has,
    isMissing(row, status, message) {
      const missing = saysMissing(row, status, message);
      if (missing) believeMissing(row, row.method === 'GET' ? listBelievedMs : believedMs);
      else if (status < 400) believed.delete(row.name);
      return missing;
    },
    async missing(who = 'visitor') {
      await Promise.all([know('visitor'), who === 'admin' && know('admin')]);
      const withoutList = new Set(adminLists.filter((list) => !has(list)).map(({ resource }) => resource));
      return rows
        .filter(
          (row) =>
            !has(row) ||
            (row.access === 'admin' && row.origin === 'extension' && withoutList.has(row.resource)),
        )
        .map(({ name }) => name);
    },
  };
}

/** The lists of the admin area. Without its list the other calls about a record cannot be used. */
const adminLists: readonly ContractRow[] = [
  contract.getJobs,
  contract.getApplicants,
  contract.getTeam,
  contract.getMessages,
];

/**
 * State of the probes: when they are due again and until when their result is believed, by the clock of
 * `createCapabilities`, and the latest ones.
 */
function notProbedYet() {
  return { againAt: 0, knownUntil: 0, running: Promise.resolve() };
}

/**
 * Returns the error for a call that the host lacks. The host's own message and status are not used, because they are
 * not meant for users.
 */
export function callMissing() {
  return new AppError('host.callMissing', 404);
}

/**
 * Returns the names of the rows that a host supports or lacks together with this row. Applying with and without a job
 * is one form, so a host supports both calls or neither.
 */
function shapesOf({ name }: ContractRow) {
  return name === contract.applyJob.name ? [name, contract.applyJobFor.name] : [name];
}

/**
 * True if an answer means that the host lacks the call itself, and not only the record. Calls that every host
 * supports never count as missing. A 404 to a call about a single record counts only if it has the message of
 * Laravel's router: any other 404 may mean that only the record is missing.
 */
function saysMissing(row: ContractRow, status: number, message: unknown) {
  if (row.origin !== 'extension') return false;
  if (status === 405) return true;
  if (status !== 404) return false;
  if (typeof message === 'string' && /^the route \S+ could not be found\.?$/i.test(message.trim()))
    return true;
  return !row.path.includes('{') && !row.namesOne;
}

/**
 * Probes a call without changing anything. Returns true only if the host clearly lacks it: 404 to OPTIONS and to GET,
 * or an Allow header without the method. Rejects if the host cannot be probed now.
 */
async function seemsMissing(upstream: Upstream, row: ContractRow) {
  const { status, allow } = await askFor(upstream, 'OPTIONS', row.path);
  if (status < 300 && allow) return !allow.includes(row.method);
  if (status !== 404) return false;
  return (await askFor(upstream, 'GET', row.path)).status === 404;
}

async function askFor(upstream: Upstream, method: string, path: string) {
  const answer = await upstream.request({
    method,
    path,
    headers: { host: upstream.url.host, accept: 'application/json' },
    signal: AbortSignal.timeout(answerMs),
  });
  dumpAnswer(answer);
  const { status, headers } = answer;
  if (status === 429 || status >= 500) throw new Error(`The API host answered ${status}.`);
  const allow = [headers.allow ?? []].flat().join(',').toUpperCase();
  return { status, allow: allow.trim() === '' ? undefined : allow.split(',').map((each) => each.trim()) };
}
