import { describe, expect, it } from 'vitest';
import { formatBlogDate } from '../../../../client/site/blog/BlogDate.tsx';

describe('the date of a post: day and short month of created_at (docs/product.md §2)', () => {
  const now = new Date('2026-12-31T23:59:59Z');

  it.each([
    ['2026-11-21T23:59:59.999Z', '21 Nov', '2026-11-21'],
    ['2026-01-31', '31 Jan', '2026-01-31'],
    ['2026-12-01T00:00:00+05:00', '1 Dec', '2026-12-01'],
  ])('%s is %s', (createdAt, text, iso) =>
    expect(formatBlogDate(createdAt, 'en', now)).toEqual({ text, iso }),
  );

  it('with the year if it is not the current one', () => {
    const nextYear = new Date('2027-01-01T00:00:00Z');
    expect(formatBlogDate('2026-11-21', 'en', nextYear)).toMatchObject({ text: '21 Nov', year: 2026 });
    expect(formatBlogDate('2027-01-02', 'en', now)).toMatchObject({ text: '2 Jan', year: 2027 });
    expect(formatBlogDate('2026-11-21', 'ur', nextYear)?.text).toBe('21 نومبر، 2026');
    expect(formatBlogDate('2026-11-21', 'ur', now)?.text).toBe('21 نومبر');
  });

  it.each(['', 'yesterday', '2026-11-32'])('%j is no date', (createdAt) =>
    expect(formatBlogDate(createdAt)).toBeUndefined(),
  );
});
