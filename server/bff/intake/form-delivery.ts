import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { backoff } from '../../background-worker.ts';
import type { Sealer } from '../sealed.ts';
import type { HostPause } from './host-pause.ts';
import { openItem, sealProblem } from './items.ts';
import type { Outcome, Problem } from './outcome.ts';
import type { SendForm } from './sender.ts';
import type { IntakeStore } from './store.ts';
import type { StoredItem } from './stored-item.ts';
import type { VisitorForm } from './visitor-form.ts';

/** What came of one: `elsewhere` is one that another process is just sending. */
type Delivered = 'taken' | 'not taken' | 'elsewhere';

/** One form on its way to the host, and what its answer means for it (docs/architecture.md §5, Intake). One at a time. */
export interface FormDelivery {
  /** `isByHand`: also one that needs a person. `change` makes the form for this one attempt. */
  deliver(
    id: number,
    how?: { isByHand?: boolean; change?: ((form: VisitorForm) => VisitorForm) | undefined },
  ): Promise<Delivered>;
  /** Nothing was sent, and that is no fault of the host's; but for a disk that takes nothing, when all wait. */
  cannotBeProcessed(item: StoredItem, cause: unknown): Promise<void>;
  /** Removes what the host has taken and could not be removed then. Rejects when it cannot be yet. */
  catchUp(): Promise<void>;
}

export interface FormDeliveryOptions {
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

const minuteMs = 60_000;
/** So often a form may fail, by what may be its own fault, before others go first. */
export const maxFailures = 5;
/** A form that fails is tried again after this, then after twice as long, and so on; what has stepped aside after much longer. */
const againMs = 1_000;
const asideMs = 10 * minuteMs;
export const longestAsideMs = 6 * 60 * minuteMs;
/** When so many have stepped aside one after the other, it is the host that fails, and no further one does. */
const asideInARow = 2;

/** `cut` ends the attempt under way. */
export function createFormDelivery(
  options: FormDeliveryOptions,
  { pause, cut }: { pause: HostPause; cut: AbortSignal },
): FormDelivery {
  const { store, sealer, send: sendForm, honoursKeys, log, onNeedsPerson, now = Date.now } = options;
  let steppedAside = 0;
  /** What the host has taken and is still here: true of those that it may have twice. */
  const taken = new Map<number, boolean>();

  async function deliver(
    ...[id, { isByHand = false, change } = {}]: Parameters<FormDelivery['deliver']>
  ): Promise<Delivered> {
    await catchUp();
    const item = await store.claim(id, { isByHand, honoursKeys });
    if (!item) {
      const left = await store.find(id);
      return !left || left.state === 'delivered' ? 'taken' : 'elsewhere';
    }
    try {
      return await send(item, change);
    } finally {
      item.release();
    }
  }

  async function send(item: StoredItem, change?: (form: VisitorForm) => VisitorForm): Promise<Delivered> {
    const { id } = item;
    const stored = openItem(sealer, item, () => store.piecesOf(id));
    if (!stored) {
      await needsPerson(item, { code: 'intake.unreadable', status: null, message: null });
      return 'not taken';
    }
    const form = change?.(stored) ?? stored;
    const requestId = randomUUID();
    const outcome = await sendForm(form, item, { requestId, isKept: true, signal: cut });
    const about = { reference: item.reference, call: form.kind.row.name, id: requestId };
    if (outcome.kind === 'failed') {
      await failed(item, outcome);
      log.warn(
        { ...about, code: outcome.problem.code, err: outcome.cause },
        'a waiting form was not delivered',
      );
      return 'not taken';
    }
    pause.end(outcome.isTaken, id);
    if (!outcome.isTaken) {
      await needsPerson(item, outcome.problem);
      log.error(
        { ...about, status: outcome.problem.status },
        'a waiting form needs a person: the API host refused it',
      );
      return 'not taken';
    }
    steppedAside = 0;
    taken.set(id, item.mayBeTwice);
    log.info({ ...about, attempts: item.attempts }, 'a waiting form was delivered');
    await catchUp().catch((error: unknown) => {
      log.error({ err: error }, 'a form that was delivered could not be removed yet');
    });
    return 'taken';
  }

  async function catchUp(): Promise<void> {
    for (const [id, mayBeTwice] of taken) {
      await (mayBeTwice ? store.empty(id) : store.remove(id));
      taken.delete(id);
    }
  }

  async function needsPerson(item: StoredItem, problem: Problem): Promise<void> {
    const sealed = sealProblem(sealer, item.key, problem);
    await store.settle(item.id, { state: 'needs_person', isNoticed: false, problem: sealed });
    onNeedsPerson();
  }

  /** False when somebody else has the form by now. */
  async function failed(item: StoredItem, outcome: Extract<Outcome, { kind: 'failed' }>): Promise<boolean> {
    const isBug = outcome.problem.code === 'request.failed';
    const isOfHost = outcome.isOfHost || (steppedAside >= asideInARow && !isBug);
    const common = {
      ...(outcome.wasSent && !honoursKeys && { mayBeTwice: true }),
      problem: sealProblem(sealer, item.key, outcome.problem),
    };
    if (isOfHost) {
      const isSettled = await store.settle(item.id, common);
      const wasReached = outcome.problem.status !== null || outcome.wasSent;
      if (wasReached && item.state === 'waiting' && pause.notTaken(item.id, outcome.retryAfterMs))
        await store.update(item.id, { state: 'aside', failures: maxFailures, nextAt: now() + asideMs });
      pause.lengthen(outcome.retryAfterMs);
      return isSettled;
    }
    const failures = item.failures + 1;
    const isAside = failures >= maxFailures;
    if (failures === maxFailures && !isBug) steppedAside += 1;
    const wait = isAside
      ? backoff(failures - maxFailures + 1, asideMs, longestAsideMs)
      : backoff(failures, againMs, asideMs);
    const nextAt = now() + Math.max(wait, outcome.retryAfterMs ?? 0);
    // One that somebody else has to look at stays theirs.
    const state = item.state === 'waiting' && isAside ? 'aside' : item.state;
    return store.settle(item.id, { ...common, failures, nextAt, state });
  }

  async function cannotBeProcessed(item: StoredItem, cause: unknown): Promise<void> {
    const problem = { code: 'request.failed', status: null, message: null } as const;
    const outcome = { kind: 'failed', problem, wasSent: false, isOfHost: false, why: 'bug', cause } as const;
    const isSettled = await failed(item, { ...outcome, retryAfterMs: undefined }).catch(() => false);
    if (!isSettled) pause.lengthen();
  }

  return { deliver, cannotBeProcessed, catchUp };
}
