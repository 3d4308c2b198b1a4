// @module-tag deep/hostile: measures how long one text holds up others
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createRichTexts } from '../../../../server/bff/reads/present.ts';

const richTexts = createRichTexts();
afterAll(() => richTexts.rest());

test('a text of 700,000 items is parsed while others are answered', async () => {
  const html = '<li>'.repeat(700_000);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const start = performance.now();
  await richTexts.makeSafe([html], { hosts: [], mediaPaths: [] });
  const took = performance.now() - start;
  // A delay that has just ended is counted by the next timer.
  await setTimeout(30);
  delay.disable();
  // Relative to the work, since a busy machine delays everything.
  expect(delay.max / 1e6).toBeLessThan(Math.max(250, took / 2));
});
