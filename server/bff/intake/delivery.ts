import { setTimeout as sleep } from 'node:timers/promises';
import { createWorker } from '../../background-worker.ts';
import {
  createFormDelivery,
  type FormDeliveryOptions,
  longestAsideMs,
  maxFailures,
} from './form-delivery.ts';
import { createHostPause } from './host-pause.ts';
import type { StoredItem } from './stored-item.ts';
import type { VisitorForm } from './visitor-form.ts';

/** Delivers the forms that wait: one at a time, in the order in which they were received (docs/architecture.md §5, Intake). */
export interface Delivery {
  /**
   * Delivers what waits until the signal says that the turn of this process is over, or until it stops; resolves when the delivery under
   * way has ended. Rejects when the database fails at once.
   */
  hold(signal: AbortSignal): Promise<void>;
  /** True while forms are delivered by this process. */
  readonly isOurs: boolean;
  /** Something may be due. */
  wake(): void;
  /** Writes down what could not be while the database failed: which forms the host has taken. */
  catchUp(): Promise<void>;
  /** The host answers, or has even taken a form: what waits need not wait any longer. */
  hostAnswered(hasTakenForm?: boolean): void;
  /** The host has just not taken a form; it is left alone for a while, or for as long as it says. */
  hostFailed(retryAfterMs?: number): void;
  /**
   * Sends one form now, whatever its turn, as `change` makes it for this one attempt. False when the host did not take it. While another
   * process sends it, this one waits for what comes of that.
   */
  deliverNow(id: number, change?: (form: VisitorForm) => VisitorForm): Promise<boolean>;
  /** Begins no further delivery; waits for the one under way, and cuts it off when it takes too long. */
  stop(): Promise<void>;
}

export interface DeliveryOptions extends FormDeliveryOptions {
  /** How often it is looked for what other processes have kept, in milliseconds; absent where there is none. */
  lookMs?: number | undefined;
}

const secondMs = 1_000;
/** So long a form is left to another process that is just sending it, before somebody looks again. */
const elsewhereMs = secondMs / 2;
/** When the database fails, it is asked again after this. */
const unreadMs = 5 * secondMs;
/** How long a stop waits for the delivery under way; the process has 10 s in all (docs/architecture.md §5). */
const graceMs = 2 * secondMs;

export function createDelivery(options: DeliveryOptions): Delivery {
  const { store, honoursKeys, log, lookMs, now = Date.now } = options;
  let isOurs = false;
  /** When it was looked for what other processes have left behind. */
  let lookedAt = 0;
  const worker = createWorker({
    round,
    failed: (error) => log.error({ err: error }, 'the waiting forms cannot be read'),
    retryMs: unreadMs,
    graceMs,
  });
  const { wake, stops } = worker;
  const pause = createHostPause(maxFailures);
  const { deliver, cannotBeProcessed, catchUp } = createFormDelivery(options, { pause, cut: stops.cut });

  async function hold(signal: AbortSignal): Promise<void> {
    await clearUp();
    const ends = AbortSignal.any([signal, stops.stopping]);
    if (ends.aborted) return;
    isOurs = true;
    wake();
    await new Promise((resolve) => ends.addEventListener('abort', resolve, { once: true }));
    isOurs = false;
    await worker.idle();
  }

  /** A form that was being sent when a process ended may have arrived. */
  async function clearUp(): Promise<void> {
    lookedAt = performance.now();
    await store.clearUp(honoursKeys);
  }

  /** Delivers one, if one is due: those by hand come in between. */
  async function round(): Promise<number | undefined> {
    if (!isOurs) return undefined;
    if (lookMs !== undefined && performance.now() - lookedAt >= lookMs) await clearUp();
    await catchUp();
    const next = await pick();
    if (next === undefined) return lookMs;
    if (typeof next === 'number') return Math.min(next, lookMs ?? next);
    try {
      if ((await deliver(next.id)) === 'elsewhere') return elsewhereMs;
    } catch (error) {
      log.error({ err: error }, 'a waiting form could not be processed');
      await cannotBeProcessed(next, error);
    }
    wake();
    return undefined;
  }

  /** What is due; the milliseconds until something is; undefined when nothing waits. */
  async function pick(): Promise<StoredItem | number | undefined> {
    const first = (await store.firstWaiting(pause.behind)) ?? (await store.firstWaiting());
    const aside = await store.firstAside();
    const candidates = [first, aside].filter((item) => item !== undefined);
    if (candidates.length === 0) return undefined;
    if (pause.leftMs > 0) return Math.ceil(pause.leftMs);
    const due = candidates.find((item) => waitOf(item) <= 0);
    return due ?? Math.min(...candidates.map(waitOf));
  }

  /** Further ahead than any pause is a clock that was set back. */
  function waitOf({ nextAt }: StoredItem): number {
    const wait = nextAt - now();
    return wait > longestAsideMs ? 0 : wait;
  }

  function hostFailed(retryAfterMs?: number): void {
    pause.lengthen(retryAfterMs);
    wake();
  }

  return {
    hold,
    get isOurs() {
      return isOurs;
    },
    wake,
    catchUp,
    hostFailed,
    hostAnswered(hasTakenForm = false) {
      if (!pause.isOn) return;
      pause.end(hasTakenForm);
      wake();
    },
    async deliverNow(id, change) {
      while (!stops.stopping.aborted) {
        const delivered = await worker.run(() => deliver(id, { isByHand: true, change }));
        wake();
        if (delivered !== 'elsewhere') return delivered === 'taken';
        await sleep(elsewhereMs);
      }
      return false;
    },
    stop: worker.stop,
  };
}
