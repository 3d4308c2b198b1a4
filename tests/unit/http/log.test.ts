import { expect, it } from 'vitest';
import { createLog } from '../../../server/http/log.ts';

it('a log that says nothing listens to nothing', () => {
  const before = process.listenerCount('exit');
  for (let turn = 0; turn < 20; turn += 1) createLog('silent').error('unheard');
  expect(process.listenerCount('exit')).toBe(before);
});
