import { expect, test } from 'vitest';
import { sessionQuery } from '../../../../../client/admin/session/session-watch.ts';

test.each([8, 720, undefined])(
  'a session of %s hours is read again by a timer that browsers can wait for',
  (hours) => {
    const data = { authenticated: true, expires_in: hours && hours * 3600 };
    const { refetchInterval } = sessionQuery;
    const query = { state: { data, dataUpdatedAt: Date.now() } };
    const wait = typeof refetchInterval === 'function' ? refetchInterval(query as never) : refetchInterval;
    expect(wait).toBeGreaterThan(7 * 3_600_000);
    expect(wait).toBeLessThan(2 ** 31);
  },
);
