import { expect, it } from 'vitest';
import { blogPostingJsonLd, creativeWorkJsonLd } from '#shared/json-ld/works.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { creativeWork } from './schema-shapes.ts';

const origin = 'https://studio.example';
const info = { site: sampleSite, origin };
const at = '2026-11-01 09:30:00';
const post = {
  id: 4,
  blog_title: 'T',
  description: '',
  blog_image: '/storage/a.webp',
  created_at: at,
  updated_at: at,
};

it.each([
  ['/storage/a.webp', '/storage/a.webp'],
  [null, '/share/post/4.png'],
  ['https://elsewhere.example/x.png', '/share/post/4.png'],
  ['//elsewhere.example/x.png', '/share/post/4.png'],
  ['data:image/png;base64,A', '/share/post/4.png'],
])('a post with the image %s shows %s', (blog_image, shown) => {
  expect(blogPostingJsonLd({ ...post, blog_image }, info).image).toEqual([origin + shown]);
});

it('a post keeps to the length of a headline, and says no date that nobody knows', () => {
  expect(blogPostingJsonLd(post, info)).toMatchObject({ datePublished: '2026-11-01T09:30:00.000Z' });
  const markup = blogPostingJsonLd(
    { ...post, blog_title: '😀'.repeat(255), created_at: 'long ago', updated_at: 'today' },
    info,
  );
  expect([...markup.headline]).toHaveLength(110);
  expect(JSON.stringify(markup)).not.toMatch(/datePublished|dateModified/);
});

it('a project names who made it, with their part where it is known', () => {
  const project = {
    id: 9,
    title: 'Salt Road',
    description: '',
    images: [],
    year: 2024,
    credits: 'Sana Gul\tSound\t7\nZmarak Khan',
  };
  expect(creativeWork.parse(creativeWorkJsonLd(project, 'Film', info))).toMatchObject({
    dateCreated: '2024',
    image: [`${origin}/share/project/9.png`],
    contributor: [
      { '@type': 'Role', roleName: 'Sound', contributor: { '@type': 'Person', name: 'Sana Gul' } },
      { '@type': 'Person', name: 'Zmarak Khan' },
    ],
  });
});
