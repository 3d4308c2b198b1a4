import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { blogInputSchema } from '#shared/schemas/blog.ts';
import { categoryInputSchema } from '#shared/schemas/category.ts';
import { jobInputSchema } from '#shared/schemas/job.ts';
import { projectInputSchema } from '#shared/schemas/project.ts';
import { teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { webVttFault } from '../../../../server/forms/web-vtt.ts';
import { sanitiseHtml } from '../../../../server/rich-text/sanitise-html.ts';
import { categories } from '../../../../tools/sample/content/categories.ts';
import { jobs } from '../../../../tools/sample/content/jobs.ts';
import { figureMark, linkMark } from '../../../../tools/sample/content/kinds.ts';
import { posts } from '../../../../tools/sample/content/posts.ts';
import { projects } from '../../../../tools/sample/content/projects.ts';
import { team } from '../../../../tools/sample/content/team.ts';

const picturesDir = join(import.meta.dirname, '../../../../tools/sample/pictures');

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

it('a project has at least two pictures, and one for each place in its text, all with words for them', () => {
  for (const { title, description, images, illustrations = [] } of projects) {
    expect([title, images.length + illustrations.length >= 2]).toEqual([title, true]);
    expect([title, description.split(figureMark).length - 1]).toEqual([title, illustrations.length]);
    for (const { alt } of [...images, ...illustrations]) {
      expect(alt.length).toBeGreaterThanOrEqual(20);
      expect(alt.length).toBeLessThanOrEqual(limits.alt);
    }
    for (const { alt, caption } of illustrations) {
      expect(caption).not.toBe('');
      expect(`${alt}${caption}`).not.toMatch(/["<>&]/);
    }
  }
});

it('one project of each category is a case: three parts and five pictures or more, of which two are in the text', () => {
  const cases = projects.filter(({ description }) => description.split('<h2>').length === 4);
  expect(cases.map(({ category }) => category).sort()).toEqual(categories.map(({ title }) => title).sort());
  for (const { title, images, illustrations = [] } of cases) {
    expect([title, images.length + illustrations.length >= 5, illustrations.length >= 2]).toEqual([
      title,
      true,
      true,
    ]);
  }
});

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

it('jobs were posted in the last weeks and close 3 to 8 weeks ahead', () => {
  for (const { postedDaysAgo, closesInDays } of jobs) {
    expect(postedDaysAgo).toBeLessThan(28);
    expect(closesInDays).toBeGreaterThanOrEqual(21);
    expect(closesInDays).toBeLessThanOrEqual(56);
  }
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

it('a film is an MP4 of at most 700 kB that plays while it loads, with captions that a form would take', async () => {
  const films = projects.flatMap(({ video }) => video ?? []);
  expect(films).not.toEqual([]);
  for (const { film, captions } of films) {
    const bytes = await readFile(join(picturesDir, film));
    expect(bytes.length).toBeLessThanOrEqual(700_000);
    const boxes = boxesOf(bytes);
    expect(boxes[0]).toBe('ftyp');
    expect(boxes.indexOf('moov')).toBeGreaterThan(0);
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
    expect(webVttFault(await readFile(join(picturesDir, captions)))).toBeUndefined();
  }
});

/** Types of the boxes of an MP4, in their order: `moov` is its index, `mdat` holds pictures and sound. */
function boxesOf(mp4: Buffer): string[] {
  const types: string[] = [];
  for (let at = 0; at < mp4.length; at += mp4.readUInt32BE(at))
    types.push(mp4.toString('latin1', at + 4, at + 8));
  return types;
}

/** Entities and quotes have several spellings. */
function plain(html: string): string {
  return html.replace(/&quot;/g, '"').replace(/&amp;/g, '&');
}
