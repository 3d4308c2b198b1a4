import type { ContractRow } from '#shared/contract/index.ts';
import { contract } from '#shared/contract/index.ts';
import { AppError } from '../../errors.ts';
import { dumpAnswer } from '../upstream/refusals.ts';
import type { Upstream } from '../upstream/upstream.ts';

/** What is known of the calls that the API host has. A call is taken as there until the host has said otherwise. */
export interface Capabilities {
  /** False when the host is known to lack this call. */
  has(row: Pick<ContractRow, 'name'>): boolean;
  /**
   * Learns from how the host answered a call, and says whether the answer means that there is no such call. `message` is that of
   * the answer, if it had one.
   */
  isMissing(row: ContractRow, status: number, message?: unknown): boolean;
  /** Names of the rows that the host lacks, as far as anybody knows. Never rejects, and never waits long. */
  missing(): Promise<string[]>;
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
/** How long the first page with a form waits for the answers, and how long one answer may take. */
const firstWaitMs = 1_500;
const answerMs = 5_000;

/**
 * Forms of visitors, and the trash: nothing but asking tells whether the host takes them. A message must not be the question, and
 * whether a removal can be undone must be known before it.
 */
const probedRows: readonly ContractRow[] = [
  contract.contactUs,
  contract.applyJob,
  contract.requestAccountDeletion,
  contract.restoreDeleted,
];
/** A known call of the same kind, which every host has: what the host says of it tells whether it can be asked at all. */
const control: ContractRow = contract.saveBlog;

/** A 404 to these may be about the thing that their query or body names, and not about the call. */
const asksForOne = new Set<string>([
  contract.getCategoryByTitle.name,
  contract.restoreDeleted.name,
  contract.bulkApplicants.name,
  contract.reorderJobs.name,
  contract.reorderProjects.name,
  contract.reorderTeam.name,
]);

/**
 * Learns from the answers that calls get anyhow, and asks for the three forms and the trash with OPTIONS and GET, which change
 * nothing: at most ten small requests in ten minutes, and none before a page wants to know.
 */
export function createCapabilities(
  upstream: Upstream,
  now: () => number = () => performance.now(),
): Capabilities {
  /** Until when a row is taken as missing, by name: by what calls were answered, and by what probing found. */
  const answered = new Map<string, number>();
  const probed = new Map<string, number>();
  let askAgainAt = 0;
  let knownUntil = 0;
  let asking: Promise<void> | undefined;

  const has = ({ name }: Pick<ContractRow, 'name'>) =>
    Math.max(answered.get(name) ?? 0, probed.get(name) ?? 0) <= now();

  /** Asks for each of them. What could not be asked stays as it was. */
  async function ask(): Promise<void> {
    try {
      const canTell = !(await seemsMissing(upstream, control));
      const answers = canTell ? await Promise.all(probedRows.map((row) => seemsMissing(upstream, row))) : [];
      // Believed until well after the next time of asking, so that a form does not come back in between.
      for (const [index, row] of probedRows.entries()) {
        // This never overrules a real answer: a host may seem to have a call that it then does not take.
        for (const name of shapesOf(row)) probed.set(name, answers[index] ? now() + 2 * believedMs : 0);
      }
      askAgainAt = now() + believedMs;
      knownUntil = now() + 2 * believedMs;
    } catch {
      askAgainAt = now() + restMs;
    }
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
    async missing() {
      if (now() >= askAgainAt) {
        asking ??= ask().finally(() => {
          asking = undefined;
        });
      }
      if (asking && now() >= knownUntil) await Promise.race([asking, wait(firstWaitMs)]);
      return Object.keys(contract).filter((name) => !has({ name }));
    },
  };
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
  return !row.path.includes('{') && !asksForOne.has(row.name);
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
