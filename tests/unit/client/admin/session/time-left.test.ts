import { expect, it } from 'vitest';
import { announcedTime, formatClock, formatDuration } from '../../../../../client/admin/session/time-left.ts';

it.each([
  [120, '2:00', '2 minutes', ''],
  [113, '1:53', '1 minute and 53 seconds', ''],
  [61, '1:01', '1 minute and 1 second', ''],
  [60, '1:00', '1 minute', '1 minute left'],
  [59, '0:59', '59 seconds', '1 minute left'],
  [30, '0:30', '30 seconds', '30 seconds left'],
  [9, '0:09', '9 seconds', '10 seconds left'],
  [0, '0:00', '0 seconds', '10 seconds left'],
])(
  '%i seconds are %s on the clock, %s in words, and read out as "%s"',
  (seconds, clock, words, announced) => {
    expect([formatClock(seconds), formatDuration(seconds), announcedTime(seconds)]).toEqual([
      clock,
      words,
      announced,
    ]);
  },
);
