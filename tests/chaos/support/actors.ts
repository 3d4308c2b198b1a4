import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from './product.ts';
import { between, seeded } from './seeded.ts';
import type { Tally } from './tally.ts';

/** One of the simulated users of the site. */
export interface Actor {
  /** Name under which its calls are counted. */
  kind: string;
  /** Performs one action. Rejects if a connection ends without an answer. */
  act(random: () => number): Promise<void>;
  /** Average number of milliseconds between two actions. */
  everyMs: number;
}

/**
 * Runs all actors until `stop`, each with its own random numbers; an actor that loses its connection resumes when the
 * product is up.
 */
export function runActors(product: Product, tally: Tally, actors: readonly Actor[], seed: number) {
  let stopped = false;
  const run = async (actor: Actor, index: number) => {
    const random = seeded(seed * 1000 + index);
    while (!stopped) {
      try {
        await actor.act(random);
      } catch (error) {
        if (!isCut(error)) throw error;
        tally.count(actor.kind, 'cut');
        // Limits the wait, in case the product is not started again.
        await Promise.race([product.whenUp(), sleep(10_000, undefined, { ref: false })]);
      }
      await sleep(between(random, 0, actor.everyMs * 2));
    }
  };
  const all = Promise.all(actors.map(run));
  // `stop` reports the failure.
  all.catch(() => {
    stopped = true;
  });
  return {
    async stop(): Promise<void> {
      stopped = true;
      await all;
    },
  };
}

/**
 * True for a connection that was refused or ended, or a call that its caller aborted; any other error is a bug of the
 * test.
 */
function isCut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === 'fetch failed' || error.message === 'terminated' || error.name === 'AbortError';
}
