import type { Logger } from 'pino';
import { createWorker } from '../../background-worker.ts';
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
  const stopListening = signals.on('intake', (value) => {
    if (value === free) worker.wake();
    if (!delivery.isOurs) return;
    delivery.wake();
    notices.wake();
  });

  const worker = createWorker({
    async round({ stopping }) {
      await delivery.catchUp();
      const held = await turns.tryTurn('intake-delivery', async (lost) => {
        notices.wake();
        await delivery.hold(AbortSignal.any([lost, stopping]));
      });
      if (held && stopping.aborted) await signals.publish('intake', free);
      return againMs;
    },
    failed(error, failures) {
      // Once: the database may be away for long.
      if (failures === 1) log.error({ err: error }, 'waiting forms are not delivered by this process now');
    },
    retryMs: againMs,
  });
  worker.wake();

  return {
    tell() {
      if (!delivery.isOurs) signals.publish('intake').catch(() => {});
    },
    async stop() {
      stopListening();
      await worker.stop();
    },
  };
}
