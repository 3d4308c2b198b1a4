import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { openItem, sealProblem } from './items.ts';
import type { Outcome, Problem } from './outcome.ts';
import type { Sealer } from './sealed.ts';
import type { SendForm } from './sender.ts';
import type { IntakeStore, StoredItem } from './store.ts';
import type { VisitorForm } from './visitor-form.ts';

/** Delivers the forms that wait: one at a time, in the order in which they were received (docs/architecture.md §5, Intake). */
export interface Delivery {
  /** Something may be due. */
  wake(): void;
  /** The host answers, or has even taken a form: what waits need not wait any longer. */
  hostAnswered(hasTakenForm?: boolean): void;
  /** The host has just not taken a form; it is left alone for a while, or for as long as it says. */
  hostFailed(retryAfterMs?: number): void;
  /**
   * Sends one form now, whatever its turn, as `change` makes it for this one attempt. False when the host did not take it.
   */
  deliverNow(id: number, change?: (form: VisitorForm) => VisitorForm): Promise<boolean>;
  /** Begins no further delivery; waits for the one under way, and cuts it off when it takes too long. */
  stop(): Promise<void>;
}

export interface DeliveryOptions {
  store: IntakeStore;
  sealer: Sealer;
  send: SendForm;
  /** True when the host does a form with a known Idempotency-Key no second time. */
  honoursKeys: boolean;
  log: Logger;
  /** Told when a form needs a person. */
  onNeedsPerson: () => void;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
/** So often a form may fail, by what may be its own fault, before others go first. */
const maxFailures = 5;
/** What has stepped aside is tried again after this, then after twice as long, and so on. */
const asideMs = 10 * minuteMs;
const longestAsideMs = 6 * 60 * minuteMs;
/** The host is left alone for a second, then for two, and so on; who is told to wait longer lets another form ask. */
const longestPauseMs = minuteMs;
/** When so many have stepped aside one after the other, it is the host that fails, and no further one does. */
const asideInARow = 2;
/** How long a stop waits for the delivery under way; the process has 10 s in all (docs/architecture.md §5). */
const graceMs = 2 * secondMs;

export function createDelivery(options: DeliveryOptions): Delivery {
  const { store, sealer, send, honoursKeys, log, onNeedsPerson, now = Date.now } = options;
  const stopping = new AbortController();
  const cut = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  /** Something has changed since the run last looked. */
  let again = false;
  /** One delivery after the other, those by hand too. */
  let turn: Promise<unknown> = Promise.resolve();
  /** By a clock that nobody sets. */
  let pausedUntil = 0;
  let pauseMs = 0;
  let steppedAside = 0;
  /** The turn is that of the first form behind this one, if there is any. */
  let turnBehind = 0;
  /** How often the host has failed at the form whose turn it is, and which forms have had their turn that way. */
  let failuresOfTurn = 0;
  const hadTurn = new Set<number>();
  /** Those of them that the host, which has taken another one since, gets once more. */
  const doubtful = new Set<number>();

  // What was being sent when the process ended may be there.
  for (const item of store.sealedItems()) {
    if (item.isSending)
      store.update(item.id, { isSending: false, mayBeTwice: !honoursKeys || item.mayBeTwice });
  }

  function wake(): void {
    if (stopping.signal.aborted) return;
    clearTimeout(timer);
    again = true;
    running ??= run().finally(() => {
      running = undefined;
      if (again) wake();
    });
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      again = false;
      const next = pick();
      if (next === undefined) return;
      if (typeof next === 'number') {
        timer = setTimeout(wake, next);
        timer.unref();
        return;
      }
      try {
        await inTurn(() => deliver(next.id));
      } catch (error) {
        log.error({ err: error }, 'a waiting form could not be processed');
        cannotBeProcessed(next, error);
      }
    }
  }

  /** What is due; the milliseconds until something is; undefined when nothing waits. */
  function pick(): StoredItem | number | undefined {
    const first = store.firstWaiting(turnBehind) ?? store.firstWaiting();
    const aside = store.firstAside();
    const candidates = [first, aside].filter((item) => item !== undefined);
    if (candidates.length === 0) return undefined;
    const pause = pausedUntil - performance.now();
    if (pause > 0) return Math.ceil(pause);
    const due = candidates.find((item) => waitOf(item) <= 0);
    return due ?? Math.min(...candidates.map(waitOf));
  }

  /** Further ahead than any pause is a clock that was set back. */
  function waitOf({ nextAt }: StoredItem): number {
    const wait = nextAt - now();
    return wait > longestAsideMs ? 0 : wait;
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work, work);
    turn = result.catch(() => {});
    return result;
  }

  /** True when the host has it. */
  async function deliver(id: number, change?: (form: VisitorForm) => VisitorForm): Promise<boolean> {
    const item = store.find(id);
    if (!item || item.state === 'delivered') return true;
    const stored = openItem(sealer, item, () => store.piecesOf(id));
    if (!stored) {
      needsPerson(item, { code: 'intake.unreadable', status: null, message: null });
      return false;
    }
    const form = change?.(stored) ?? stored;
    store.update(id, { isSending: true, attempts: item.attempts + 1 });
    const requestId = randomUUID();
    const outcome = await send(form, item, { requestId, isKept: true, signal: cut.signal });
    const about = { reference: item.reference, call: form.kind.row.name, id: requestId };
    if (outcome.kind === 'failed') {
      failed(item, outcome);
      log.warn(
        { ...about, code: outcome.problem.code, err: outcome.cause },
        'a waiting form was not delivered',
      );
      return false;
    }
    hostIsThere();
    hadTurn.delete(id);
    doubtful.delete(id);
    turnsAreOver(outcome.isTaken);
    if (!outcome.isTaken) {
      needsPerson(item, outcome.problem);
      log.error(
        { ...about, status: outcome.problem.status },
        'a waiting form needs a person: the API host refused it',
      );
      return false;
    }
    steppedAside = 0;
    if (item.mayBeTwice) store.empty(id);
    else store.remove(id);
    log.info({ ...about, attempts: item.attempts + 1 }, 'a waiting form was delivered');
    return true;
  }

  function needsPerson(item: StoredItem, problem: Problem): void {
    const sealed = sealProblem(sealer, item.key, problem);
    store.update(item.id, { state: 'needs_person', isSending: false, isNoticed: false, problem: sealed });
    onNeedsPerson();
  }

  function failed(item: StoredItem, outcome: Extract<Outcome, { kind: 'failed' }>): void {
    const isOurs = outcome.problem.code === 'request.failed';
    const isOfHost = outcome.isOfHost || (steppedAside >= asideInARow && !isOurs);
    const common = {
      isSending: false,
      mayBeTwice: item.mayBeTwice || (outcome.wasSent && !honoursKeys),
      problem: sealProblem(sealer, item.key, outcome.problem),
    };
    if (isOfHost) {
      store.update(item.id, common);
      const wasReached = outcome.problem.status !== null || outcome.wasSent;
      if (wasReached && item.state === 'waiting') passTurn(item, outcome.retryAfterMs);
      hostFailed(outcome.retryAfterMs);
      return;
    }
    const failures = item.failures + 1;
    const isAside = failures >= maxFailures;
    if (failures === maxFailures && !isOurs) steppedAside += 1;
    const wait = isAside
      ? Math.min(longestAsideMs, asideMs * 2 ** (failures - maxFailures))
      : secondMs * 2 ** (failures - 1);
    const nextAt = now() + Math.max(wait, outcome.retryAfterMs ?? 0);
    // One that somebody else has to look at stays theirs.
    const state = item.state === 'waiting' && isAside ? 'aside' : item.state;
    store.update(item.id, { ...common, failures, nextAt, state });
  }

  /** A host that answers and takes nothing may mean this form alone, and who sent it: some other one is to find out. */
  function passTurn({ id }: StoredItem, retryAfterMs = 0): void {
    if (doubtful.delete(id)) {
      store.update(id, { state: 'aside', failures: maxFailures, nextAt: now() + asideMs });
      return;
    }
    failuresOfTurn += 1;
    if (failuresOfTurn < maxFailures && retryAfterMs < longestPauseMs) return;
    failuresOfTurn = 0;
    turnBehind = id;
    hadTurn.add(id);
  }

  /** The order is that of receipt again. What a host that takes others does not take now either will step aside. */
  function turnsAreOver(hasTakenForm: boolean): void {
    turnBehind = 0;
    failuresOfTurn = 0;
    if (!hasTakenForm) return;
    for (const id of hadTurn) doubtful.add(id);
    hadTurn.clear();
  }

  /** Nothing was sent, and that is no fault of the host's; but for a disk that takes nothing, when all wait. */
  function cannotBeProcessed(item: StoredItem, cause: unknown): void {
    const problem = { code: 'request.failed', status: null, message: null } as const;
    const outcome = { kind: 'failed', problem, wasSent: false, isOfHost: false, why: 'bug', cause } as const;
    try {
      failed(item, { ...outcome, retryAfterMs: undefined });
    } catch {
      hostFailed();
    }
  }

  function hostFailed(retryAfterMs?: number): void {
    pauseMs = Math.min(longestPauseMs, pauseMs === 0 ? secondMs : pauseMs * 2);
    pausedUntil = performance.now() + (retryAfterMs ?? pauseMs);
    wake();
  }

  function hostIsThere(): void {
    pauseMs = 0;
    pausedUntil = 0;
  }

  return {
    wake,
    hostFailed,
    hostAnswered(hasTakenForm = false) {
      if (pausedUntil === 0) return;
      hostIsThere();
      turnsAreOver(hasTakenForm);
      wake();
    },
    deliverNow: (id, change) => inTurn(() => deliver(id, change)),
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      const grace = setTimeout(() => cut.abort(), graceMs);
      await running;
      await turn;
      clearTimeout(grace);
    },
  };
}
