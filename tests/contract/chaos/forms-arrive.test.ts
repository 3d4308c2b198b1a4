// @module-tag deep/process: kills the product while forms arrive
import { expect, it } from 'vitest';
import { proveQueue } from '../../chaos/queue.ts';

// Small version of `npm run lab -- chaos queue`: the same program, with the same timing in each run.

it('forms that were answered are at our engine exactly once, though the product is killed twice and the host is cut off', async () => {
  const proof = await proveQueue({ host: 'engine', forms: 40, kills: 2, outages: ['cut'], seed: 3 });
  expect(proof.problems).toEqual([]);
  expect(proof.restarts).toHaveLength(2);
  // Some forms waited for the host, and no name was readable on disk meanwhile.
  expect(proof.answered.get(202)).toBeGreaterThan(0);
  expect(proof.waited[0]).toBeGreaterThan(0);
});

it('they are at least once at a host that does not know Idempotency-Key, and those that are there twice are told of', async () => {
  const proof = await proveQueue({ host: 'plain', forms: 16, kills: 1, outages: ['cut'], seed: 3 });
  expect(proof.problems).toEqual([]);
  expect(proof.twice).toBeGreaterThan(0);
  expect(proof.markedTwice).toBe(proof.twice);
});
