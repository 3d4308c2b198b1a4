import { describe, expect, it } from 'vitest';
import { breadcrumbsJsonLd } from '#shared/json-ld/breadcrumbs.ts';
import { organizationJsonLd, websiteJsonLd } from '#shared/json-ld/organization.ts';
import { blogPostingJsonLd, creativeWorkJsonLd } from '#shared/json-ld/works.ts';
import { siteSchema } from '#shared/schemas/site.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { blogPosting, breadcrumbs, creativeWork, organization, website } from './schema-shapes.ts';

const origin = 'https://studio.example';
const info = { site: sampleSite, origin };
const post = {
  id: 4,
  blog_title: 'How a film begins',
  description: '<p>With a <strong>walk</strong>.</p>',
  blog_image: '/storage/walk.webp',
  created_at: '2026-11-01 09:30:00',
  updated_at: '2026-11-02T10:00:00.000Z',
};
const project = {
  id: 9,
  title: 'Salt Road',
  description: '<p>A film.</p>',
  images: [{ id: 1, image: '/storage/salt.webp' }],
  created_at: '2026-11-01T09:30:00.000Z',
  updated_at: '2026-11-02T09:30:00.000Z',
};

describe('the markup of the company', () => {
  it('has the shapes of schema.org', () => {
    organization.parse(organizationJsonLd(info));
    website.parse(websiteJsonLd(info));
  });

  it('holds also for a company that tells little', () => {
    const brand = sampleSite.brand;
    const site = { ...siteSchema.parse({ name: 'Mahr', email: 'office@mahr.example' }), brand };
    const markup = organization.parse(organizationJsonLd({ site, origin }));
    website.parse(websiteJsonLd({ site, origin }));
    expect(Object.keys(markup)).toEqual(
      expect.not.arrayContaining(['sameAs', 'slogan', 'telephone', 'address']),
    );
  });
});

describe('the markup of a post', () => {
  it('has the shape of schema.org', () => {
    const markup = blogPosting.parse(blogPostingJsonLd(post, info));
    expect(markup).toMatchObject({
      headline: 'How a film begins',
      description: 'With a walk.',
      image: [`${origin}/storage/walk.webp`],
      datePublished: '2026-11-01T09:30:00.000Z',
      dateModified: '2026-11-02T10:00:00.000Z',
      url: `${origin}/view-blog/4`,
    });
  });

  it.each([
    null,
    '',
    'https://elsewhere.example/x.png',
    '//elsewhere.example/x.png',
    'data:image/png;base64,A',
  ])('shows the drawn image where its own is %s', (blog_image) => {
    const { image } = blogPosting.parse(blogPostingJsonLd({ ...post, blog_image }, info));
    expect(image).toEqual([`${origin}/share/post/4.png`]);
  });

  it('keeps to the length of a headline, and says no date that nobody knows', () => {
    const markup = blogPostingJsonLd(
      { ...post, blog_title: '😀'.repeat(255), created_at: 'long ago', updated_at: 'today' },
      info,
    );
    expect([...markup.headline]).toHaveLength(110);
    expect(markup).not.toHaveProperty('datePublished');
    expect(markup).not.toHaveProperty('dateModified');
  });
});

describe('the markup of a project', () => {
  it('has the shape of schema.org, with its field and without', () => {
    expect(creativeWork.parse(creativeWorkJsonLd(project, 'Film', info))).toMatchObject({
      genre: 'Film',
      image: [`${origin}/storage/salt.webp`],
      url: `${origin}/portfolioOne/9`,
    });
    const known = { ...project, year: 2024, credits: 'Sana Gul\tSound\t7\nZmarak Khan' };
    expect(creativeWork.parse(creativeWorkJsonLd(known, 'Film', info))).toMatchObject({
      dateCreated: '2024',
      contributor: [
        { '@type': 'Role', roleName: 'Sound', contributor: { '@type': 'Person', name: 'Sana Gul' } },
        { '@type': 'Person', name: 'Zmarak Khan' },
      ],
    });
    const bare = { id: 9, title: 'Salt Road', description: '', images: [] };
    expect(creativeWork.parse(creativeWorkJsonLd(bare, undefined, info)).image).toEqual([
      `${origin}/share/project/9.png`,
    ]);
  });
});

it('the way to a page begins at home and ends with the page', () => {
  const markup = breadcrumbs.parse(
    breadcrumbsJsonLd([{ name: 'Jobs', path: '/careers/apply' }], origin, 'Home'),
  );
  expect(markup.itemListElement.map(({ item }) => item)).toEqual([`${origin}/`, `${origin}/careers/apply`]);
});
