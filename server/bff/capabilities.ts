import type { ContractRow } from '#shared/contract/index.ts';
import { contract, rows } from '#shared/contract/index.ts';
import type { HostCalls } from '#shared/schemas/session.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { AppError } from '../errors.ts';
import { dumpAnswer } from './upstream/refusals.ts';
import type { Upstream } from './upstream/upstream.ts';

/**
 * Knowledge about the API host's calls. The host is assumed to have a call until an answer shows that it is missing.
 */
export interface Capabilities {
  /** False when the host is known to lack this call. */
  has(row: Pick<ContractRow, 'name'>): boolean;
  /**
   * Learns from the host's answer to a call, and returns true if the answer means that the call does not exist.
   * `message` is the answer's message, if it had one.
   */
  isMissing(row: ContractRow, status: number, message?: unknown): boolean;
  /**
   * Returns the names of the rows that the host is known to lack. Never rejects, and never waits long. Calls of the
   * admin area are probed only for an admin; visitors by default.
   */
  missing(who?: 'visitor' | 'admin'): Promise<string[]>;
  /** The entities that can be restored, if not all of them. */
  readonly restores?: readonly TrashResource[];
  /** The name with which people sign in, if it is not an email address. */
  readonly loginName?: HostCalls['login_name'];
  /** Certain knowledge from host.json, for the admin area. */
  readonly byFile?: HostCalls['by_file'];
  /** The entities whose versions this site stores for the host, if any. */
  readonly versions?: readonly TrashResource[];
}

/** For an engine that has every call of the contract. */
export const everyCall: Capabilities = {
  has: () => true,
  isMissing: () => false,
  missing: async () => [],
};

/**
 * How long a missing call is remembered, in milliseconds: the forms of an upgraded host come back without a restart.
 */
const believedMs = 10 * 60_000;
/**
 * How long a missing list call is remembered, in milliseconds. Lists are called anyway, and a single 404 of a host
 * during its deployment must not last.
 */
const listBelievedMs = 60_000;
/** Pause after a probe that failed, in milliseconds. */
const restMs = 60_000;
/**
 * Timeout of one probe, and how long callers wait for the result, in milliseconds: a page with a form waits, an
 * admin's screen is shown meanwhile.
 */
const answerMs = 5_000;
const waitMs = { visitor: 1_500, admin: answerMs };

/**
 * Visitors' forms, the trash, and the parts of the admin area that many hosts lack: only a probe shows whether the
 * host has them. A real message must not be the probe, and the site must know before a deletion whether it can be
 * undone.
 */
const probedRows = {
  visitor: rows.filter((row) => row.probed && row.access === 'public'),
  admin: rows.filter((row) => row.probed && row.access === 'admin'),
} satisfies Record<string, readonly ContractRow[]>;
/** A known call of the same kind, which every host has: its probe shows whether probing this host works at all. */
const control: ContractRow = contract.saveBlog;

/**
 * Learns from the answers to normal calls, and probes the rows marked `probed` with OPTIONS and GET, which change
 * nothing: at most two small requests per row in ten minutes, and none before a page needs the result.
 */
export function createCapabilities(
  upstream: Upstream,
  now: () => number = () => performance.now(),
): Capabilities {
  /** Until when a row counts as missing, by name: from answers to calls, and from probes. */
  const answered = new Map<string, number>();
  const probed = new Map<string, number>();
  const has = ({ name }: Pick<ContractRow, 'name'>) =>
    Math.max(answered.get(name) ?? 0, probed.get(name) ?? 0) <= now();

  /**
   * Probes each of these rows. A row whose probe failed is unchanged, and probed again soon; the others are now
   * known.
   */
  async function ask(probedRows: readonly ContractRow[], asked: Asked): Promise<void> {
    try {
      const canTell = !(await seemsMissing(upstream, control));
      const answers = canTell
        ? await Promise.allSettled(probedRows.map((row) => seemsMissing(upstream, row)))
        : [];
      // Valid until well after the next probe, so that a form does not reappear in between.
      for (const [index, row] of probedRows.entries()) {
        const answer = answers[index];
        if (answer?.status === 'rejected') continue;
        // A probe never overrules a real answer: a host may seem to have a call and then refuse it.
        for (const name of shapesOf(row)) probed.set(name, answer?.value ? now() + 2 * believedMs : 0);
      }
      if (answers.some(({ status }) => status === 'rejected'))
        throw new Error('Not all calls could be checked.');
      asked.againAt = now() + believedMs;
      asked.knownUntil = now() + 2 * believedMs;
    } catch {
      asked.againAt = now() + restMs;
    }
  }

  const asked = { visitor: notAskedYet(), admin: notAskedYet() };
  /**
   * Starts the probe, unless the result is known or a probe is running; resolves when there is nothing more to wait
   * for.
   */
  async function know(who: 'visitor' | 'admin'): Promise<void> {
    const state = asked[who];
    if (now() >= state.againAt) {
      state.asking ??= ask(probedRows[who], state).finally(() => {
        state.asking = undefined;
      });
    }
    if (state.asking && now() >= state.knownUntil) await Promise.race([state.asking, wait(waitMs[who])]);
  }

  return {
    has,
    isMissing(row, status, message) {
      const missing = saysMissing(row, status, message);
      const until = now() + (row.method === 'GET' ? listBelievedMs : believedMs);
      if (missing) for (const name of shapesOf(row)) answered.set(name, until);
      else if (status < 400) answered.delete(row.name);
      return missing;
    },
    async missing(who = 'visitor') {
      await Promise.all([know('visitor'), who === 'admin' && know('admin')]);
      return Object.keys(contract).filter((name) => !has({ name }));
    },
  };
}

/** When rows were probed; milliseconds by the clock of `createCapabilities`. */
interface Asked {
  againAt: number;
  knownUntil: number;
  asking: Promise<void> | undefined;
}

function notAskedYet(): Asked {
  return { againAt: 0, knownUntil: 0, asking: undefined };
}

/** Error for a call that the host lacks: the host's message and status are not meant for users. */
export function callMissing(): AppError {
  return new AppError('host.callMissing', 404);
}

/** Applying with and without a job is one form: a host has both calls or neither. */
function shapesOf({ name }: ContractRow): string[] {
  return name === contract.applyJob.name ? [name, contract.applyJobFor.name] : [name];
}

/**
 * True if an answer means that the host lacks the call, as opposed to the record. Known calls always count as
 * present. The message is that of Laravel's router; no stored record has such a name.
 */
function saysMissing(row: ContractRow, status: number, message: unknown): boolean {
  if (row.origin !== 'extension') return false;
  if (status === 405) return true;
  if (status !== 404) return false;
  if (typeof message === 'string' && /^the route \S+ could not be found\.?$/i.test(message.trim()))
    return true;
  return !row.path.includes('{') && !row.namesOne;
}

/**
 * Probes a call without changing anything. True only if the host clearly lacks it: 404 to OPTIONS and to GET, or an
 * Allow header without the method. Rejects if the host cannot be probed now.
 */
async function seemsMissing(upstream: Upstream, row: ContractRow): Promise<boolean> {
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

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
