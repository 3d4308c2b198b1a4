import { describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { blogSchema } from '#shared/schemas/blog.ts';
import { pageOf } from '#shared/schemas/envelope.ts';
import { idSchema } from '#shared/schemas/id.ts';
import { loginSchema } from '#shared/schemas/session.ts';

describe('what a lenient API host may send', () => {
  it('numbers as text are read as numbers', () => {
    const blog = blogSchema.parse({
      id: '7',
      blog_title: 'A',
      description: '',
      blog_image: null,
      is_active: '1',
      created_at: '2026-01-02T03:04:05Z',
    });
    expect(blog).toMatchObject({ id: 7, is_active: 1 });
    expect(pageOf(blogSchema).parse({ data: [], current_page: '2', last_page: '3' })).toMatchObject({
      current_page: 2,
      last_page: 3,
    });
  });

  it.each([0, '-1', 1.5, 'x y', '', null, undefined, {}])('%j is no id', (id) => {
    expect(idSchema.safeParse(id).success).toBe(false);
  });
});

describe('the page of a list', () => {
  const query = contract.blogs.query;

  it.each([
    ['1', 1],
    ['1000000', 1_000_000],
    [undefined, undefined],
  ])('takes %j', (page, value) => {
    expect(query.parse({ page })).toEqual({ page: value });
  });

  it.each(['0', '-1', '1.5', 'x', '1000001', 'NaN'])('refuses %j', (page) => {
    expect(query.safeParse({ page }).success).toBe(false);
  });
});

describe('sign-in', () => {
  it('trims the email and leaves the password as it is', () => {
    expect(loginSchema.parse({ email: ' a@b ', password: ' p ' })).toEqual({ email: 'a@b', password: ' p ' });
  });

  it.each([
    [{ email: '', password: 'x' }],
    [{ email: ' ', password: 'x' }],
    [{ email: 'a@b', password: '' }],
    [{ email: 'a@b' }],
    [{ email: ['a@b'], password: 'x' }],
    [{ email: { $ne: '' }, password: 'x' }],
    [{ email: 'a@b', password: 'x'.repeat(1025) }],
    [[]],
    [null],
    ['a@b'],
  ])('refuses %j', (sent) => {
    expect(loginSchema.safeParse(sent).success).toBe(false);
  });
});
