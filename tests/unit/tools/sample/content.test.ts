import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { blogInputSchema } from '#shared/schemas/blog.ts';
import { categoryInputSchema } from '#shared/schemas/category.ts';
import { jobInputSchema } from '#shared/schemas/job.ts';
import { projectInputSchema } from '#shared/schemas/project.ts';
import { teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { sanitiseHtml } from '../../../../server/rich-text/sanitise-html.ts';
import { categories } from '../../../../tools/sample/content/categories.ts';
import { jobs } from '../../../../tools/sample/content/jobs.ts';
import { figureMark } from '../../../../tools/sample/content/kinds.ts';
import { posts } from '../../../../tools/sample/content/posts.ts';
import { projects } from '../../../../tools/sample/content/projects.ts';
import { team } from '../../../../tools/sample/content/team.ts';
import { picturesDir } from '../../../../tools/sample/pictures.ts';

const projectText = projectInputSchema.pick({ title: true, description: true });
const postText = blogInputSchema.pick({ blog_title: true, description: true });

it('there is as much of everything as a living studio has', () => {
  expect(categories).toHaveLength(4);
  for (const { logos } of categories) expect([2, 3, 4]).toContain(logos.length);
  expect(projects).toHaveLength(10);
  expect(posts).toHaveLength(6);
  expect(jobs).toHaveLength(5);
  expect(new Set(jobs.map((job) => job.department)).size).toBe(5);
  expect(new Set(jobs.map((job) => job.city)).size).toBe(4);
  expect(new Set(jobs.map((job) => job.employment_type)).size).toBe(4);
  expect(team).toHaveLength(7);
  const titles = new Set(categories.map((category) => category.title));
  expect(new Set(projects.map((project) => project.category))).toEqual(titles);
});

it.each(posts)('the post "$title" is an article', ({ html, figure }) => {
  const words = html.replace(/<[^>]+>/g, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  expect(words.length).toBeGreaterThanOrEqual(500);
  expect(words.length).toBeLessThanOrEqual(900);
  expect(html.match(/<h2>/g)?.length).toBeGreaterThanOrEqual(3);
  expect(html).toMatch(/<[uo]l>\n<li>/);
  expect(html).toContain('<blockquote>');
  expect(html.split(figureMark)).toHaveLength(2);
  expect(figure.alt).not.toMatch(/["<>&]/);
});

it('a project whose text has a place for a picture has the picture, with words for it', () => {
  const withFigure = projects.filter(({ figure }) => figure);
  expect(withFigure).not.toEqual([]);
  for (const { description, figure } of projects) {
    expect(description.split(figureMark)).toHaveLength(figure ? 2 : 1);
    if (figure) expect(`${figure.alt}${figure.caption}`).not.toMatch(/["<>&]/);
  }
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

it('jobs were posted in the last weeks and close 3 to 8 weeks ahead', () => {
  for (const { postedDaysAgo, closesInDays } of jobs) {
    expect(postedDaysAgo).toBeLessThan(28);
    expect(closesInDays).toBeGreaterThanOrEqual(21);
    expect(closesInDays).toBeLessThanOrEqual(56);
  }
});

it('every picture that the content names is shipped, and no other', async () => {
  const named = [
    ...categories.flatMap(({ image, logos }) => [image, ...logos]),
    ...projects.flatMap(({ images, figure }) => [...images, ...(figure ? [figure.picture] : [])]),
    ...posts.flatMap(({ cover, figure }) => [cover, figure.picture]),
    ...team.map(({ portrait }) => portrait),
  ];
  expect(new Set(named).size).toBe(named.length);
  expect((await readdir(picturesDir)).sort()).toEqual(named.sort());
});

/** Entities and quotes have several spellings. */
function plain(html: string): string {
  return html.replace(/&quot;/g, '"').replace(/&amp;/g, '&');
}
