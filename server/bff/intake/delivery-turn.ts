import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Databases } from '../../database/state.ts';
import type { Delivery } from './delivery.ts';
import type { Notices } from './notices.ts';

/** Has one process of a site deliver at a time: whoever has the turn, until it stops, dies or loses the database. */
export interface DeliveryTurn {
  /** Tells whoever delivers that something was kept, or needs a person. */
  tell(): void;
  /** Gives the turn to whoever wants it. */
  stop(): Promise<void>;
}

export interface DeliveryTurnOptions {
  databases: Pick<Databases, 'turns' | 'signals'>;
  delivery: Pick<Delivery, 'hold' | 'isOurs' | 'wake' | 'catchUp'>;
  notices: Pick<Notices, 'wake'>;
  log: Logger;
  /** How soon a process asks again for the turn that another one has, in milliseconds. */
  againMs?: number;
}

/** What a process says that has given the turn back. */
const free = 'free';

export function takeDeliveryTurn({
  databases: { turns, signals },
  delivery,
  notices,
  log,
  againMs = 3_000,
}: DeliveryTurnOptions): DeliveryTurn {
  const stopping = new AbortController();
  let nap = new AbortController();
  let isTold = false;

  const stopListening = signals.on('intake', (value) => {
    if (value === free) nap.abort();
    if (!delivery.isOurs) return;
    delivery.wake();
    notices.wake();
  });

  async function hold(lost: AbortSignal): Promise<void> {
    notices.wake();
    await delivery.hold(AbortSignal.any([lost, stopping.signal]));
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      nap = new AbortController();
      try {
        await delivery.catchUp();
        const held = await turns.tryTurn('intake-delivery', hold);
        if (held && stopping.signal.aborted) await signals.publish('intake', free);
        isTold = false;
      } catch (error) {
        // Once: the database may be away for long.
        if (!isTold && !stopping.signal.aborted)
          log.error({ err: error }, 'waiting forms are not delivered by this process now');
        isTold = true;
      }
      await sleep(againMs, undefined, {
        ref: false,
        signal: AbortSignal.any([nap.signal, stopping.signal]),
      }).catch(() => {});
    }
  }

  const running = run();
  return {
    tell() {
      if (!delivery.isOurs) signals.publish('intake').catch(() => {});
    },
    async stop() {
      stopListening();
      stopping.abort();
      await running;
    },
  };
}
