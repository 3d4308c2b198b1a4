import { describe, expect, test } from 'vitest';
import { seoFields } from '#shared/entities/seo-fields.ts';
import { limits } from '#shared/limits.ts';
import {
  type BlogValues,
  blogProblems,
  editBlogForm,
  saveBlogForm,
} from '../../../../../client/admin/blogs/blog-form.ts';
import { entityValues } from '../../../../../client/admin/shared/entity-form.ts';
import { resolverOf } from '../../../../../client/forms/form-rules.ts';

const image = new File(['bytes'], 'نقش "cover".png', { type: 'image/png' });
const values: BlogValues = {
  blog_title: ' Naqsh ',
  is_active: '1',
  description: '<p>Two  spaces</p>',
  blog_image: image,
  ...entityValues(seoFields),
};

describe('the form on the wire (docs/product.md §7)', () => {
  test('saveBlog: names and order', () => {
    expect([...saveBlogForm(values)]).toEqual([
      ['blog_title', 'Naqsh'],
      ['is_active', '1'],
      ['description', '<p>Two  spaces</p>'],
      ['blog_image', expect.objectContaining({ name: 'نقش "cover".png', type: 'image/png', size: 5 })],
    ]);
  });

  test('editBlog: the id after the texts, the image last', () => {
    expect([...editBlogForm(values, 12).keys()]).toEqual([
      'blog_title',
      'is_active',
      'description',
      'blog_id',
      'blog_image',
    ]);
    expect(editBlogForm(values, 12).get('blog_id')).toBe('12');
  });

  test('what a page tells outside is sent to a host that takes it, and to no other', () => {
    const share = new File(['bytes'], 'share.png', { type: 'image/png' });
    const told = { ...values, excerpt: ' Short ', search_title: 'Found', share_image: share };
    const names = ['excerpt', 'search_title', 'search_description', 'share_image'];
    expect([...saveBlogForm(told).keys()].filter((name) => names.includes(name))).toEqual([]);
    expect([...editBlogForm(told, 12).keys()].filter((name) => names.includes(name))).toEqual([]);
    expect(saveBlogForm(told, true).get('excerpt')).toBe('Short');
    expect(
      [...editBlogForm(told, 12, undefined, true).keys()].filter((name) => names.includes(name)),
    ).toEqual(names);
    const removed = { ...values, remove_share_image: true };
    expect(editBlogForm(removed, 12, undefined, true).get('remove_share_image')).toBe('1');
    expect(
      editBlogForm({ ...removed, share_image: share }, 12, undefined, true).has('remove_share_image'),
    ).toBe(false);
  });

  test('editBlog without another image sends none', () => {
    expect([...editBlogForm({ ...values, blog_image: null }, 12).keys()]).toEqual([
      'blog_title',
      'is_active',
      'description',
      'blog_id',
    ]);
  });
});

describe('the rules (docs/product.md §5)', () => {
  const nothing: BlogValues = {
    blog_title: ' ',
    is_active: '',
    description: '<p><br></p>',
    blog_image: null,
    ...entityValues(seoFields),
  };

  test('an empty new post gets every text, word for word', () => {
    expect(blogProblems(nothing, true)).toEqual({
      blog_title: 'Title is required for creating a blog',
      is_active: 'Enter 1 to active the or 0 for inactive',
      description: 'Add blog description',
      blog_image: 'Image is required for blog creation',
    });
  });

  test('an edited post needs no image', () => {
    expect(blogProblems(nothing, false)).not.toHaveProperty('blog_image');
    expect(blogProblems({ ...values, blog_image: null }, false)).toEqual({});
  });

  test('only presence of the status is checked', () => {
    expect(blogProblems({ ...values, is_active: 'maybe' }, true)).toEqual({});
    expect(blogProblems({ ...values, is_active: '0' }, true)).toEqual({});
  });

  test('an image alone is a description', () => {
    expect(
      blogProblems({ ...values, description: '<p><img src="data:image/png;base64,AA=="></p>' }, true),
    ).toEqual({});
  });

  test('a text over the limit is told before it is sent', () => {
    const description = `<p>${'x'.repeat(limits.richTextBytes)}</p>`;
    expect(blogProblems({ ...values, description }, true).description).toContain('25 MB');
    // Two bytes for each letter, so half as many letters reach the limit.
    const urdu = `<p>${'ن'.repeat(limits.richTextBytes / 2)}</p>`;
    expect(blogProblems({ ...values, description: urdu }, true).description).toContain('25 MB');
  });

  test('the resolver hands values on when all is well, and errors when not', async () => {
    const options = { fields: {}, shouldUseNativeValidation: false };
    const resolve = resolverOf((typed: BlogValues) => blogProblems(typed, true));
    expect(await resolve(values, undefined, options)).toEqual({ values, errors: {} });
    const bad = await resolve({ ...values, blog_title: '' }, undefined, options);
    expect(bad.errors.blog_title).toMatchObject({ message: 'Title is required for creating a blog' });
  });
});
