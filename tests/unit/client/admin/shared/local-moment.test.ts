import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isoOf, localOf } from '../../../../../client/admin/shared/publish/local-moment.ts';

const zone = process.env.TZ;

describe('moments of a schedule on a device in Karachi', () => {
  beforeAll(() => {
    process.env.TZ = 'Asia/Karachi';
  });
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it('are shown and read in its time', () => {
    expect(localOf('2026-12-31T20:30:00.000Z')).toBe('2027-01-01T01:30');
    expect(isoOf('2027-01-01T01:30', null)).toBe('2026-12-31T20:30:00.000Z');
    expect([localOf(null), localOf('soon'), isoOf('', '2026-12-31T20:30:00.000Z')]).toEqual(['', '', null]);
  });

  it('keep their seconds while nobody has changed them', () => {
    const stored = '2026-12-31T20:30:15.000Z';
    expect(isoOf(localOf(stored), stored)).toBe(stored);
    expect(isoOf('2027-01-01T01:31', stored)).toBe('2026-12-31T20:31:00.000Z');
  });
});
