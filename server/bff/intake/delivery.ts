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
 * Delivers the queued forms, one at a time. A failed form is retried later; a form that the host refuses needs a
 * person (server/bff/intake/README.md).
 */
export interface Delivery {
  /** Call it when a form may be due. */
  wake(): void;
  /** Call it when the host answers: the queue resumes. */
  hostAnswered(): void;
  /** Call it when the host accepts no forms: the queue pauses for a while, or for as long as the host demands. */
  hostFailed(retryAfterMs?: number): void;
  /**
   * Sends one form now, also one that needs a person; `change` applies to this attempt only. False when the host did
   * not accept it. If another process is sending the form, waits for the result.
   */
  deliverNow(id: number, change?: ChangeForm): Promise<boolean>;
  /** Starts no further delivery, and waits for the running one, which is aborted when it takes too long. */
  stop(): Promise<void>;
}

export interface DeliveryOptions {
  store: IntakeStore;
  sealer: Sealer;
  send: SendForm;
  /** True if the host ignores a form whose Idempotency-Key it knows. */
  honoursKeys: boolean;
  log: Logger;
  /** How often to look for forms of other processes, in milliseconds; absent if there are no other processes. */
  lookMs?: number | undefined;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** `elsewhere`: another process is sending the form. */
type Delivered = 'taken' | 'not taken' | 'elsewhere';

type ChangeForm = (form: VisitorForm) => VisitorForm;

const secondMs = 1_000;
/** The wait after a failure is a second, then doubles: at most an hour for a form, a minute for the queue. */
const longestFormMs = 60 * 60 * secondMs;
const longestHostMs = 60 * secondMs;
/** After this many failures a form is shown as set aside. It is still delivered like any other. */
const asideFrom = 5;
/** When to look again at a form that another process is sending. */
const elsewhereMs = secondMs / 2;
/** The wait after a failure of the database. */
const unreadMs = 5 * secondMs;
/** How long a stop waits for the running delivery; the process has 10 s in all (server/http/README.md, "Health, log and stop"). */
const graceMs = 2 * secondMs;

/** Starts with the first `wake`. */
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
  /** When to clean up after dead processes, by the monotonic clock. */
  let clearUpAt = 0;

  /** Delivers one form, if one is due. A round has a single form, so that an admin can send one in between. */
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

  /** Sends a claimed form, and records the outcome. True if the host has accepted it. */
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
      log.error({ err: error }, 'a delivered form could not be removed yet');
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

/** Tracks how long the queue pauses for a host that accepts no forms. Calls `changed` whenever that time changes. */
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

/** Forms that the host has accepted but that are still stored: they must be deleted before another form is sent. */
function createTakenForms(store: Pick<IntakeStore, 'empty' | 'remove'>) {
  /** By id; true for forms that the host may have received twice. */
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

/** A wait beyond the longest possible one means that the clock was set back: then the form is due. */
function formWaitMs(wait: number): number {
  return wait > longestFormMs ? 0 : wait;
}

/**
 * Returns the changes after a failure. A form gets its own wait unless the failure was the host's alone. If there was
 * a status, the form may have been the reason too.
 */
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
    // A form that needs a person, or is suspect, retains its state.
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

/** Returns the outcome of an error before sending, which the host did not cause. */
function cannotBeSent(cause: unknown): FailedOutcome {
  const problem = { code: 'request.failed', status: null, message: null } as const;
  return { kind: 'failed', problem, wasSent: false, isOfHost: false, why: 'bug', cause };
}
