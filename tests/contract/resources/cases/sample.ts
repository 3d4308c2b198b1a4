import { expect } from 'vitest';
import type { sampleRows } from '#shared/contract/desk/sample.ts';
import type { GoodCalls } from './good-call.ts';

const anyCounts = {
  project: expect.any(Number),
  category: expect.any(Number),
  blog: expect.any(Number),
  job: expect.any(Number),
  team_member: expect.any(Number),
};

/** Calls of any engine; tests/contract/resources/sample.test.ts says what they answer with sample content. */
export const sampleCalls: GoodCalls<typeof sampleRows> = {
  getSample: () => ({ data: { sample: expect.any(Number), own: anyCounts } }),
  removeSample: () => ({
    message: 'Sample content removed',
    data: { removed: anyCounts, kept: expect.any(Array) },
  }),
};
