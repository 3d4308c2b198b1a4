import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { backoff, createWorker } from '../../background-worker.ts';
import type { Sealer } from '../sealed.ts';
import { openItem, sealProblem } from './items.ts';
import type { FailedOutcome, Problem } from './outcome.ts';
import type { SendForm } from './sender.ts';
import type { IntakeStore } from './store.ts';
import type { StoredItem } from './stored-item.ts';
import type { VisitorForm } from './visitor-form.ts';

/**
 * Delivers the forms that wait, one at a time: a form that fails waits by itself, one that the host refuses needs a person
 * (docs/architecture.md §5, Intake).
 */
export interface Delivery {
  /** Something may be due. */
  wake(): void;
  /** The host answers: the queue need not wait for it any longer. */
  hostAnswered(): void;
  /** The host takes no form now: the queue waits for a while, or for as long as the host says. */
  hostFailed(retryAfterMs?: number): void;
  /**
   * Sends one form now, also one that needs a person, as `change` makes it for this one attempt. False when the host did not take it. While
   * another process sends it, this one waits for what comes of that.
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
  /** How often it is looked for what other processes have left, in milliseconds; absent where there is none. */
  lookMs?: number | undefined;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** The outcome for one form: `elsewhere` is one that another process is just sending. */
type Delivered = 'taken' | 'not taken' | 'elsewhere';

const secondMs = 1_000;
/** After a failure the wait is a second, then twice as long, and so on: of a form an hour at most, of the queue a minute. */
const longestFormMs = 60 * 60 * secondMs;
const longestHostMs = 60 * secondMs;
/** From so many failures on a form is said to be set aside. No rule follows from that. */
const asideFrom = 5;
/** So long a form is left to another process that is just sending it, before somebody looks again. */
const elsewhereMs = secondMs / 2;
/** When the database fails, it is asked again after this. */
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
  /** By a monotonic clock: when to look for what other processes have left, and until when the host is left alone. */
  let lookAt = 0;
  let hostAt = 0;
  let hostFailures = 0;
  /** Forms that the host has taken and that are still here: true of those that it may have twice. */
  const taken = new Map<number, boolean>();

  /** Delivers one, if one is due: those by hand come in between. */
  async function round(): Promise<number | undefined> {
    if (performance.now() >= lookAt) {
      await store.clearUp(honoursKeys);
      lookAt = performance.now() + (lookMs ?? Number.POSITIVE_INFINITY);
    }
    await removeTaken();
    const next = await store.next();
    if (!next) return lookMs;
    const wait = Math.ceil(Math.max(hostAt - performance.now(), waitOf(next.next_at)));
    if (wait > 0) return Math.min(wait, lookMs ?? wait);
    if ((await deliver(next.id)) === 'elsewhere') return elsewhereMs;
    wake();
    return undefined;
  }

  /** Further ahead than any wait is a clock that was set back. */
  function waitOf(at: number): number {
    const wait = at - now();
    return wait > longestFormMs ? 0 : wait;
  }

  async function deliver(
    id: number,
    byHand?: { change: ((form: VisitorForm) => VisitorForm) | undefined },
  ): Promise<Delivered> {
    await removeTaken();
    const item = await store.claim(id, { isByHand: byHand !== undefined, honoursKeys });
    if (!item) {
      const left = await store.find(id);
      return !left || left.state === 'delivered' ? 'taken' : 'elsewhere';
    }
    try {
      return (await sendItem(item, byHand?.change)) ? 'taken' : 'not taken';
    } finally {
      item.release();
    }
  }

  /** True when the host has taken it. */
  async function sendItem(
    item: StoredItem,
    change: (form: VisitorForm) => VisitorForm = (form) => form,
  ): Promise<boolean> {
    const { id, reference, call, attempts } = item;
    const stored = openItem(sealer, item, () => store.piecesOf(id));
    if (!stored) {
      await needsPerson(item, { code: 'intake.unreadable', status: null, message: null });
      return false;
    }
    const requestId = randomUUID();
    const about = { reference, call, id: requestId };
    const sent = { requestId, isKept: true, signal: stops.cut };
    const outcome = await send(change(stored), item, sent).catch(cannotBeSent);
    if (outcome.kind === 'failed') {
      log.warn(
        { ...about, code: outcome.problem.code, err: outcome.cause },
        'a waiting form was not delivered',
      );
      await failed(item, outcome);
      return false;
    }
    hostAnswered();
    if (!outcome.isTaken) {
      log.error(
        { ...about, status: outcome.problem.status },
        'a waiting form needs a person: the API host refused it',
      );
      await needsPerson(item, outcome.problem);
      return false;
    }
    log.info({ ...about, attempts }, 'a waiting form was delivered');
    taken.set(id, item.may_be_twice === 1);
    await removeTaken().catch((error: unknown) => {
      log.error({ err: error }, 'a form that was delivered could not be removed yet');
    });
    return true;
  }

  /** Rejects when the database fails: then nothing further is sent until it does not. */
  async function removeTaken(): Promise<void> {
    for (const [id, mayBeTwice] of taken) {
      await (mayBeTwice ? store.empty(id) : store.remove(id));
      taken.delete(id);
    }
  }

  async function needsPerson(item: StoredItem, problem: Problem): Promise<void> {
    const sealed = sealProblem(sealer, item.key, problem);
    await store.settle(item.id, { state: 'needs_person', is_noticed: 0, problem: sealed });
  }

  /** The queue waits when every other form would fail alike; this form waits too when it may have been the reason. */
  async function failed(
    item: StoredItem,
    { problem, wasSent, isOfHost, retryAfterMs = 0 }: FailedOutcome,
  ): Promise<void> {
    if (isOfHost) hostFailed(retryAfterMs);
    const isOfForm = !isOfHost || problem.status !== null;
    const failures = item.failures + Number(isOfForm);
    const wait = isOfForm ? Math.max(retryAfterMs, backoff(failures, secondMs, longestFormMs)) : 0;
    const isWaiting = item.state === 'waiting' || item.state === 'aside';
    await store.settle(item.id, {
      problem: sealProblem(sealer, item.key, problem),
      failures,
      ...(isOfForm && { next_at: now() + wait }),
      // One that somebody else has to look at stays theirs.
      ...(isWaiting && { state: failures >= asideFrom ? 'aside' : 'waiting' }),
      ...(wasSent && !honoursKeys && { may_be_twice: 1 }),
    });
  }

  function hostFailed(retryAfterMs = 0): void {
    hostFailures += 1;
    hostAt = performance.now() + (retryAfterMs || backoff(hostFailures, secondMs, longestHostMs));
    wake();
  }

  function hostAnswered(): void {
    if (hostFailures === 0) return;
    hostFailures = 0;
    hostAt = 0;
    wake();
  }

  return {
    wake,
    hostFailed,
    hostAnswered,
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

/** Nothing was sent, and that is no fault of the host's. */
function cannotBeSent(cause: unknown): FailedOutcome {
  const problem = { code: 'request.failed', status: null, message: null } as const;
  return { kind: 'failed', problem, wasSent: false, isOfHost: false, why: 'bug', cause };
}
