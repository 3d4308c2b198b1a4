import type { ContractRow } from '#shared/contract/index.ts';
import { contract, rows } from '#shared/contract/index.ts';
import type { HostCalls } from '#shared/schemas/session.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { AppError } from '../errors.ts';
import { dumpAnswer } from './upstream/refusals.ts';
import type { Upstream } from './upstream/upstream.ts';

/** What is known of the calls that the API host has. A call is taken as there until the host has said otherwise. */
export interface Capabilities {
  /** False when the host is known to lack this call. */
  has(row: Pick<ContractRow, 'name'>): boolean;
  /**
   * Learns from how the host answered a call, and says whether the answer means that there is no such call. `message` is that of
   * the answer, if it had one.
   */
  isMissing(row: ContractRow, status: number, message?: unknown): boolean;
  /**
   * Names of the rows that the host lacks, as far as anybody knows. Never rejects, and never waits long. Calls of the admin area are asked
   * for only for an admin; visitors by default.
   */
  missing(who?: 'visitor' | 'admin'): Promise<string[]>;
  /** The kinds of things that can be brought back, where that is not all of them. */
  readonly restores?: readonly TrashResource[];
  /** What people sign in with, where that is no email address. */
  readonly loginName?: HostCalls['login_name'];
  /** What is known for certain, by host.json: for the admin area. */
  readonly byFile?: HostCalls['by_file'];
  /** The kinds of things whose versions are kept in front of the host, where that is so. */
  readonly versions?: readonly TrashResource[];
}

/** Of an engine that has every call of the contract. */
export const everyCall: Capabilities = {
  has: () => true,
  isMissing: () => false,
  missing: async () => [],
};

/** How long it is believed that a call is missing, in milliseconds: a host that was upgraded gets its forms back by itself. */
const believedMs = 10 * 60_000;
/** The same of a list, which is asked for anyhow: one 404 of a host that is just being deployed must not last. */
const listBelievedMs = 60_000;
/** How long nothing is asked after the host could not be asked. */
const restMs = 60_000;
/** How long one answer may take, and how long they are waited for: a page with a form does, while an admin's screen is shown meanwhile. */
const answerMs = 5_000;
const waitMs = { visitor: 1_500, admin: answerMs };

/**
 * Forms of visitors, the trash, and the parts of the admin area that many hosts lack: nothing but asking tells whether the host takes
 * them. A message must not be the question, and whether a removal can be undone must be known before it.
 */
const probedRows = {
  visitor: rows.filter((row) => row.probed && row.access === 'public'),
  admin: rows.filter((row) => row.probed && row.access === 'admin'),
} satisfies Record<string, readonly ContractRow[]>;
/** A known call of the same kind, which every host has: what the host says of it tells whether it can be asked at all. */
const control: ContractRow = contract.saveBlog;

/**
 * Learns from the answers that calls get anyhow, and asks for the rows that are `probed` with OPTIONS and GET, which change nothing:
 * at most two small requests a row in ten minutes, and none before a page wants to know.
 */
export function createCapabilities(
  upstream: Upstream,
  now: () => number = () => performance.now(),
): Capabilities {
  /** Until when a row is taken as missing, by name: by what calls were answered, and by what probing found. */
  const answered = new Map<string, number>();
  const probed = new Map<string, number>();
  const has = ({ name }: Pick<ContractRow, 'name'>) =>
    Math.max(answered.get(name) ?? 0, probed.get(name) ?? 0) <= now();

  /** Asks for each of these. What could not be asked stays as it was, and is asked for again soon; of the others it is known now. */
  async function ask(probedRows: readonly ContractRow[], asked: Asked): Promise<void> {
    try {
      const canTell = !(await seemsMissing(upstream, control));
      const answers = canTell
        ? await Promise.allSettled(probedRows.map((row) => seemsMissing(upstream, row)))
        : [];
      // Believed until well after the next time of asking, so that a form does not come back in between.
      for (const [index, row] of probedRows.entries()) {
        const answer = answers[index];
        if (answer?.status === 'rejected') continue;
        // This never overrules a real answer: a host may seem to have a call that it then does not take.
        for (const name of shapesOf(row)) probed.set(name, answer?.value ? now() + 2 * believedMs : 0);
      }
      if (answers.some(({ status }) => status === 'rejected')) throw new Error('Not all could be asked.');
      asked.againAt = now() + believedMs;
      asked.knownUntil = now() + 2 * believedMs;
    } catch {
      asked.againAt = now() + restMs;
    }
  }

  const asked = { visitor: notAskedYet(), admin: notAskedYet() };
  /** Begins to ask, unless it is known or being asked; settles when there is no more to wait for. */
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

/** When some rows were asked for; milliseconds by the clock of `createCapabilities`. */
interface Asked {
  againAt: number;
  knownUntil: number;
  asking: Promise<void> | undefined;
}

function notAskedYet(): Asked {
  return { againAt: 0, knownUntil: 0, asking: undefined };
}

/** The error for a call that the host lacks: neither the host's message nor its status is for people. */
export function callMissing(): AppError {
  return new AppError('host.callMissing', 404);
}

/** Applying with and without a job is one form: a host has both calls or neither. */
function shapesOf({ name }: ContractRow): string[] {
  return name === contract.applyJob.name ? [name, contract.applyJobFor.name] : [name];
}

/**
 * True when an answer says that the host has no such call: not that it has no such thing. Known calls are always taken as there. The
 * message is that of Laravel's router, and nothing that people store is called so.
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
 * Asks without changing anything. True only when the host says clearly that it has no such call: 404 to OPTIONS and to GET, or an
 * Allow header without the method. Rejects when it cannot be asked now.
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
