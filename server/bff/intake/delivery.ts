import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { backoff, createWorker } from '../../background-worker.ts';
import type { Sealer } from '../sealed.ts';
import { openItem, sealProblem } from './items.ts';
import type { FailedOutcome, Outcome, Problem } from './outcome.ts';
import type { SendForm } from './sender.ts';
import type { IntakeStore } from './store.ts';
import type { Change, StoredItem } from './stored-item.ts';
import type { VisitorForm } from './visitor-form.ts';

/**
 * Delivers the waiting forms, one at a time: a form that fails is tried again later, one that the host refuses needs a person
 * (docs/architecture.md §5, Intake).
 */
export interface Delivery {
  /** Something may be due. */
  wake(): void;
  /** The host answers: the queue goes on. */
  hostAnswered(): void;
  /** The host takes no form now: the queue waits for a while, or for as long as the host says. */
  hostFailed(retryAfterMs?: number): void;
  /**
   * Sends one form now, also one that needs a person; `change` applies to this attempt only. False when the host did not take it. Waits
   * for the outcome of another process that is sending it.
   */
  deliverNow(id: number, change?: ChangeForm): Promise<boolean>;
  /** Begins no further delivery, and waits for the one under way, which is cut off when it takes too long. */
  stop(): Promise<void>;
}

export interface DeliveryOptions {
  store: IntakeStore;
  sealer: Sealer;
  send: SendForm;
  /** True when the host ignores a form whose Idempotency-Key it knows. */
  honoursKeys: boolean;
  log: Logger;
  /** How often to look for forms of other processes, in milliseconds; absent where there are no others. */
  lookMs?: number | undefined;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** `elsewhere`: another process is sending the form. */
type Delivered = 'taken' | 'not taken' | 'elsewhere';

type ChangeForm = (form: VisitorForm) => VisitorForm;

const secondMs = 1_000;
/** After a failure the wait is a second, then twice as long, and so on: at most an hour for a form, a minute for the queue. */
const longestFormMs = 60 * 60 * secondMs;
const longestHostMs = 60 * secondMs;
/** After so many failures a form is shown as set aside. It is delivered like any other. */
const asideFrom = 5;
/** After so long a form that another process is sending is looked at again. */
const elsewhereMs = secondMs / 2;
/** After so long a database that failed is asked again. */
const unreadMs = 5 * secondMs;
/** How long a stop waits for the delivery under way; the process has 10 s in all (docs/architecture.md §5). */
const graceMs = 2 * secondMs;

/** Begins with the first `wake`. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { store, sealer, send, honoursKeys, log, lookMs, now = Date.now } = options;
  const worker = createWorker({
    round,
    failed: (error) => log.error({ err: error }, 'the waiting forms cannot be read'),
    retryMs: unreadMs,
    graceMs,
  });
  const { wake, stops } = worker;
  const hostPause = createHostPause(wake);
  const taken = createTakenForms(store);
  /** When to clear up after other processes, by the monotonic clock. */
  let clearUpAt = 0;

  /** Delivers one form, if one is due. A round has one form only, so that an admin can send one in between. */
  async function round(): Promise<number | undefined> {
    if (performance.now() >= clearUpAt) {
      await store.clearUp(honoursKeys);
      clearUpAt = performance.now() + (lookMs ?? Number.POSITIVE_INFINITY);
    }
    await taken.remove();
    const next = await store.next();
    if (!next) return lookMs;
    const wait = Math.ceil(Math.max(hostPause.waitMs(), formWaitMs(next.next_at - now())));
    if (wait > 0) return Math.min(wait, lookMs ?? wait);
    if ((await deliver(next.id)) === 'elsewhere') return elsewhereMs;
    wake();
    return undefined;
  }

  async function deliver(id: number, byHand?: { change: ChangeForm | undefined }): Promise<Delivered> {
    await taken.remove();
    const item = await store.claim(id, { isByHand: byHand !== undefined, honoursKeys });
    if (!item) {
      const left = await store.find(id);
      return !left || left.state === 'delivered' ? 'taken' : 'elsewhere';
    }
    try {
      return (await attempt(item, byHand?.change)) ? 'taken' : 'not taken';
    } finally {
      item.release();
    }
  }

  /** Sends a form that is claimed, and notes the outcome. True when the host has taken it. */
  async function attempt(item: StoredItem, change: ChangeForm = (form) => form): Promise<boolean> {
    const form = openItem(sealer, item, () => store.piecesOf(item.id));
    if (!form) {
      await needsPerson(item, { code: 'intake.unreadable', status: null, message: null });
      return false;
    }
    const requestId = randomUUID();
    const sent = { requestId, isKept: true, signal: stops.cut };
    const outcome = await send(change(form), item, sent).catch(cannotBeSent);
    logOutcome(log, item, requestId, outcome);
    if (outcome.kind === 'failed') {
      if (outcome.isOfHost) hostPause.begin(outcome.retryAfterMs);
      const problem = sealProblem(sealer, item.key, outcome.problem);
      await store.settle(item.id, { ...afterFailure(item, outcome, { now, honoursKeys }), problem });
      return false;
    }
    hostPause.end();
    if (!outcome.isTaken) {
      await needsPerson(item, outcome.problem);
      return false;
    }
    taken.add(item);
    await taken.remove().catch((error: unknown) => {
      log.error({ err: error }, 'a form that was delivered could not be removed yet');
    });
    return true;
  }

  async function needsPerson(item: StoredItem, problem: Problem): Promise<void> {
    const sealed = sealProblem(sealer, item.key, problem);
    await store.settle(item.id, { state: 'needs_person', is_noticed: 0, problem: sealed });
  }

  return {
    wake,
    hostFailed: hostPause.begin,
    hostAnswered: hostPause.end,
    async deliverNow(id, change) {
      while (!stops.stopping.aborted) {
        const delivered = await worker.run(() => deliver(id, { change }));
        wake();
        if (delivered !== 'elsewhere') return delivered === 'taken';
        await sleep(elsewhereMs);
      }
      return false;
    },
    stop: worker.stop,
  };
}

/** How long the queue leaves a host alone that takes no form. Calls `changed` whenever that is another time. */
function createHostPause(changed: () => void) {
  /** By the monotonic clock. */
  let until = 0;
  let failures = 0;
  return {
    waitMs: () => until - performance.now(),
    begin(retryAfterMs = 0): void {
      failures += 1;
      until = performance.now() + (retryAfterMs || backoff(failures, secondMs, longestHostMs));
      changed();
    },
    end(): void {
      if (failures === 0) return;
      failures = 0;
      until = 0;
      changed();
    },
  };
}

/** Forms that the host has taken and that are still stored: they must go before anything else is sent. */
function createTakenForms(store: Pick<IntakeStore, 'empty' | 'remove'>) {
  /** By id; true for those that the host may have twice. */
  const taken = new Map<number, boolean>();
  return {
    add: ({ id, may_be_twice }: StoredItem) => void taken.set(id, may_be_twice === 1),
    /** Rejects while the database fails. */
    async remove(): Promise<void> {
      for (const [id, mayBeTwice] of taken) {
        await (mayBeTwice ? store.empty(id) : store.remove(id));
        taken.delete(id);
      }
    },
  };
}

/** A wait that is longer than any we set means that the clock was set back: then the form is due. */
function formWaitMs(wait: number): number {
  return wait > longestFormMs ? 0 : wait;
}

/** A form waits by itself unless the host as a whole failed. With a status the form may have been the reason, too. */
function afterFailure(
  item: StoredItem,
  { problem, wasSent, isOfHost, retryAfterMs = 0 }: FailedOutcome,
  { now, honoursKeys }: { now: () => number; honoursKeys: boolean },
): Change {
  const isOfForm = !isOfHost || problem.status !== null;
  const failures = item.failures + Number(isOfForm);
  const wait = Math.max(retryAfterMs, backoff(failures, secondMs, longestFormMs));
  const isQueued = item.state === 'waiting' || item.state === 'aside';
  return {
    failures,
    ...(isOfForm && { next_at: now() + wait }),
    // A form that needs a person, or is suspect, stays so.
    ...(isQueued && { state: failures >= asideFrom ? 'aside' : 'waiting' }),
    ...(wasSent && !honoursKeys && { may_be_twice: 1 }),
  };
}

function logOutcome(log: Logger, item: StoredItem, id: string, outcome: Outcome): void {
  const { reference, call, attempts } = item;
  const about = { reference, call, id };
  if (outcome.kind === 'failed')
    log.warn(
      { ...about, code: outcome.problem.code, err: outcome.cause },
      'a waiting form was not delivered',
    );
  else if (!outcome.isTaken)
    log.error(
      { ...about, status: outcome.problem.status },
      'a waiting form needs a person: the API host refused it',
    );
  else log.info({ ...about, attempts }, 'a waiting form was delivered');
}

/** For an error before anything was sent, which is no fault of the host. */
function cannotBeSent(cause: unknown): FailedOutcome {
  const problem = { code: 'request.failed', status: null, message: null } as const;
  return { kind: 'failed', problem, wasSent: false, isOfHost: false, why: 'bug', cause };
}
