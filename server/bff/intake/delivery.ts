import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { backoff, createWorker } from '../../background-worker.ts';
import type { Sealer } from '../../sealed.ts';
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
  /**
   * Starts a round now, or after the round in progress. A round delivers one form that is due. Called when a form may
   * be due.
   */
  wake(): void;
  /** Resumes a paused queue. Called when the host answers. */
  hostAnswered(): void;
  /**
   * Pauses the queue, for as long as the host demands or else for a growing time. Called when the host accepts no
   * forms.
   */
  hostFailed(retryAfterMs?: number): void;
  /**
   * Sends one form now, even if it needs a person. `change` applies to this attempt only. Resolves to false if the
   * host did not accept the form. If another process is already sending the form, waits for the result of that
   * attempt.
   */
  deliverNow(id: number, change?: ChangeForm): Promise<boolean>;
  /** Starts no further delivery, and waits for the running one. A delivery that takes too long is aborted. */
  stop(): Promise<void>;
}

interface DeliveryOptions {
  store: IntakeStore;
  sealer: Sealer;
  send: SendForm;
  /** True if the host recognises a repeated form by its Idempotency-Key, so that it does not store the form twice. */
  honoursKeys: boolean;
  log: Logger;
  /** How often to look for forms of other processes, in milliseconds; absent if there are no other processes. */
  lookMs?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** The outcome of delivering a form. `elsewhere`: the form was not sent, because another process is sending it. */
type Delivered = 'taken' | 'not taken' | 'elsewhere';

type ChangeForm = (form: VisitorForm) => VisitorForm;

const secondMs = 1_000;
/**
 * Limits of the wait after a failure, in milliseconds. The first wait is a second, and each further failure doubles
 * it: up to an hour for a form, up to a minute for the queue.
 */
const longestFormMs = 60 * 60 * secondMs;
const longestHostMs = 60 * secondMs;
/**
 * After this many failures a form gets the state `aside`, which admins see. It is still delivered like a waiting
 * form.
 */
const asideFrom = 5;
/** Milliseconds until a form that another process is sending is looked at again. */
const elsewhereMs = secondMs / 2;
/** Milliseconds of waiting after a failure of the database. */
const unreadMs = 5 * secondMs;
/**
 * How long a stop waits for the running delivery, in milliseconds. The whole stop of the process may take 10 s
 * (server/http/README.md, "Health, log and stop").
 */
const graceMs = 2 * secondMs;

/** Creates the delivery, which does nothing until the first `wake`. */
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
  /** When to clean up after dead processes next: milliseconds of the monotonic clock. */
  let clearUpAt = 0;

  /**
   * Delivers one form, if one is due. A round has only one form, so that a form that an admin sends by hand can be
   * sent between two rounds.
   */
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
  /** When the pause ends: milliseconds of the monotonic clock. */
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

/**
 * Holds the forms that the host has accepted but that are still in the database: they must be deleted there before
 * another form is sent.
 */
function createTakenForms(store: Pick<IntakeStore, 'empty' | 'remove'>) {
  /** Keyed by the form's id; the value is true if the host may have received the form twice. */
  const taken = new Map<number, boolean>();
  return {
    add: ({ id, may_be_twice }: StoredItem) => void taken.set(id, may_be_twice === 1),
    /** Deletes the forms in `taken` from the database. Rejects while the database fails. */
    async remove(): Promise<void> {
      for (const [id, mayBeTwice] of taken) {
        await (mayBeTwice ? store.empty(id) : store.remove(id));
        taken.delete(id);
      }
    },
  };
}

/**
 * Returns the wait of a form, in milliseconds. A wait beyond the longest possible one means that the clock was set
 * back; the form is then due now.
 */
function formWaitMs(wait: number): number {
  return wait > longestFormMs ? 0 : wait;
}

/**
 * Returns the columns to change after a failed delivery. If the form may be a cause of the failure, its next attempt
 * is delayed: this is so if the host answered with a status, or if the failure was not the host's.
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
    // A form with the state `needs_person` or `suspect` stays in that state.
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

/** Returns the outcome for an error that happened in this process before the form was sent. */
function cannotBeSent(cause: unknown): FailedOutcome {
  const problem = { code: 'request.failed', status: null, message: null } as const;
  return { kind: 'failed', problem, wasSent: false, isOfHost: false, why: 'bug', cause };
}
