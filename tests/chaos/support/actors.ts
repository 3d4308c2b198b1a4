import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from './product.ts';
import { between, seeded } from './seeded.ts';
import type { Tally } from './tally.ts';

/** One of those who use the site at the same time. */
export interface Actor {
  /** What its calls are counted as. */
  kind: string;
  /** Does one thing. Rejects when a connection ends without an answer. */
  act(random: () => number): Promise<void>;
  /** Milliseconds between two things, on average. */
  everyMs: number;
}

/** Lets all act until `stop`, each with chances of its own; whoever loses the connection comes back when the product is up. */
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
        // Nobody waits for a product that is not started again.
        await Promise.race([product.whenUp(), sleep(10_000, undefined, { ref: false })]);
      }
      await sleep(between(random, 0, actor.everyMs * 2));
    }
  };
  const all = Promise.all(actors.map(run));
  // Its failure is told by `stop`.
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

/** True for a connection that was refused or ended, or a call that its caller gave up; anything else is a mistake of ours. */
function isCut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === 'fetch failed' || error.message === 'terminated' || error.name === 'AbortError';
}
