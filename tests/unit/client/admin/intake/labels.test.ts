import { expect, test } from 'vitest';
import { canGoWithoutJob } from '../../../../../client/admin/intake/labels.ts';

const problem = (code: string, status: number | null = null, message: string | null = null) => ({
  code,
  status,
  message,
});
const gone = problem('upstream.refused', 410, 'This job is closed.');

test.each([
  ['applyJobFor', gone, true],
  ['applyJobFor', problem('upstream.refused', 404), true],
  ['applyJobFor', problem('upstream.refused', 422), false],
  ['contactUs', gone, false],
])('%s after %j can go without its job: %s', (call, last_problem, can) => {
  expect(canGoWithoutJob({ call, last_problem })).toBe(can);
});
