import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blogInputSchema } from '#shared/schemas/blog.ts';
import { categoryInputSchema } from '#shared/schemas/category.ts';
import { jobInputSchema } from '#shared/schemas/job.ts';
import { projectInputSchema } from '#shared/schemas/project.ts';
import { teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { sanitiseHtml } from '../../../../server/rich-text/sanitise-html.ts';
import { categories } from '../../../../tools/sample/content/categories.ts';
import { jobs } from '../../../../tools/sample/content/jobs.ts';
import { linkMark } from '../../../../tools/sample/content/kinds.ts';
import { posts } from '../../../../tools/sample/content/posts.ts';
import { projects } from '../../../../tools/sample/content/projects.ts';
import { team } from '../../../../tools/sample/content/team.ts';

const picturesDir = join(import.meta.dirname, '../../../../tools/sample/pictures');

const projectText = projectInputSchema.pick({ title: true, description: true });
const postText = blogInputSchema.pick({ blog_title: true, description: true });

it('a post links to the work that it tells of, and the work to the post', () => {
  const linksOf = (html: string) => [...html.matchAll(linkMark)].map(([, page, name]) => `${page} ${name}`);
  const known = [
    ...posts.map(({ name }) => `view-blog ${name}`),
    ...projects.map(({ name }) => `portfolioOne ${name}`),
  ];
  expect(new Set(known).size).toBe(known.length);
  for (const { name, html } of posts) {
    const links = linksOf(html);
    expect([name, links.length]).toEqual([name, 1]);
    const work = projects.find((project) => links.includes(`portfolioOne ${project.name}`));
    expect([name, linksOf(work?.description ?? '')]).toEqual([name, [`view-blog ${name}`]]);
  }
  const html = [...posts.map((post) => post.html), ...projects.map(({ description }) => description)].join();
  for (const link of linksOf(html)) expect(known).toContain(link);
  expect(html.replace(linkMark, '')).not.toContain('href="/');
});

it('the engine itself would take every text of a form', () => {
  for (const { title } of categories) expect(categoryInputSchema.parse({ title })).toEqual({ title });
  for (const { title, description } of projects) {
    expect(projectText.parse({ title, description })).toEqual({ title, description });
  }
  for (const { title: blog_title, html: description } of posts) {
    expect(postText.parse({ blog_title, description })).toEqual({ blog_title, description });
  }
  for (const { postedDaysAgo: _posted, closesInDays: _closes, ...job } of jobs)
    expect(jobInputSchema.parse(job)).toMatchObject(job);
  for (const { portrait: _portrait, ...member } of team)
    expect(teamMemberInputSchema.parse(member)).toMatchObject(member);
});

it('sanitising takes nothing from any text', () => {
  const htmls = [
    ...posts.map((post) => post.html),
    ...[...projects, ...jobs].map((each) => each.description),
  ];
  for (const html of htmls) expect(plain(sanitiseHtml(html, (address) => address))).toBe(plain(html));
});

it('every file that the content names is shipped, and no other', async () => {
  const named = [
    ...categories.flatMap(({ image, logos }) => [image, ...logos]),
    ...projects.flatMap(({ images, illustrations = [] }) =>
      [...images, ...illustrations].map(({ picture }) => picture),
    ),
    ...posts.flatMap(({ cover, figure }) => [cover, figure.picture]),
    ...team.map(({ portrait }) => portrait),
  ];
  expect(new Set(named).size).toBe(named.length);
  for (const { video } of projects) if (video) named.push(video.film, video.captions);
  expect((await readdir(picturesDir)).sort()).toEqual(named.sort());
});

/** Entities and quotes have several spellings. */
function plain(html: string): string {
  return html.replace(/&quot;/g, '"').replace(/&amp;/g, '&');
}
