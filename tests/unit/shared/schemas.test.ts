import { describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { blogSchema } from '#shared/entities/post.ts';
import { pageOf } from '#shared/schemas/envelope.ts';
import { loginSchema } from '#shared/schemas/session.ts';

it('numbers as text, of a lenient API host, are read as numbers', () => {
  const blog = {
    id: '7',
    blog_title: 'A',
    description: '',
    blog_image: null,
    is_active: '1',
    created_at: '',
  };
  const page = pageOf(blogSchema).parse({ data: [blog], current_page: '2', last_page: '3' });
  expect(page).toMatchObject({ data: [{ id: 7, is_active: 1 }], current_page: 2, last_page: 3 });
});

it.each([
  ['1000000', true],
  [undefined, true],
  ['0', false],
  ['1.5', false],
  ['x', false],
  ['1000001', false],
])('there is a page %j of a list: %s', (page, is) =>
  expect(contract.blogs.query.safeParse({ page }).success).toBe(is),
);

describe('sign-in', () => {
  it('trims the email and leaves the password as it is', () => {
    expect(loginSchema.parse({ email: ' a@b ', password: ' p ' })).toEqual({ email: 'a@b', password: ' p ' });
  });

  it.each([
    { email: ' ', password: 'x' },
    { email: 'a@b' },
    { email: ['a@b'], password: 'x' },
    { email: { $ne: '' }, password: 'x' },
    { email: 'a@b', password: 'x'.repeat(1025) },
    null,
  ])('refuses %j', (sent) => expect(loginSchema.safeParse(sent).success).toBe(false));
});
