import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatBlogDate } from '../../../../client/site/blog/BlogDate.tsx';
import { activeBlogsQuery } from '../../../../client/site/blog/queries.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the date of a post: day and short month of created_at (docs/product.md §2)', () => {
  const now = new Date('2026-12-31T23:59:59Z');

  it.each([
    ['2026-11-21T23:59:59.999Z', '21 Nov', '2026-11-21'],
    ['2026-09-05 00:00:00', '5 Sep', '2026-09-05'],
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

  it.each(['', 'yesterday', '21/11/2026', '2026-13-01', '2026-11-00', '2026-11-32', '2026-11-211'])(
    '%j is no date',
    (createdAt) => expect(formatBlogDate(createdAt)).toBeUndefined(),
  );
});

describe('the list of active posts', () => {
  const ask = (answer: Response) => {
    vi.stubGlobal('fetch', async () => answer);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    return new QueryClient().fetchQuery({ ...activeBlogsQuery(1), retry: false });
  };

  it('is empty at an API host that has no such call (docs/calls.md, "Extensions")', async () => {
    const answer = Response.json({ status: 0, message: 'Not found' }, { status: 404 });
    expect(await ask(answer)).toMatchObject({ data: [], last_page: 1 });
  });

  it('fails when the server fails: none and unknown are not the same', async () => {
    await expect(ask(Response.json({ status: 0 }, { status: 502 }))).rejects.toThrow();
  });
});
