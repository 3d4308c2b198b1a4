import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { creditsText } from '#shared/credits.ts';
import { blogInputSchema } from '#shared/schemas/blog.ts';
import { jobInputSchema } from '#shared/schemas/job.ts';
import { projectInputSchema } from '#shared/schemas/project.ts';
import type { SampleResource } from '#shared/schemas/sample.ts';
import { teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { tabbedText } from '#shared/tabbed-lines.ts';
import type { IncomingFile } from '../../server/content-api/calls.ts';
import * as stored from '../../server/content-api/content/tables.ts';
import { insertJob } from '../../server/content-api/jobs/repository.ts';
import type { Change } from '../../server/content-api/media/store.ts';
import type { RowId } from '../../server/database/types.ts';
import { categories } from './content/categories.ts';
import { jobs } from './content/jobs.ts';
import { figureMark, linkMark, type SamplePost, type SampleProject } from './content/kinds.ts';
import { posts } from './content/posts.ts';
import { projects } from './content/projects.ts';
import { team } from './content/team.ts';

/** Folder of the sample content's pictures and of its film (README.md says where they come from). */
const picturesDir = join(import.meta.dirname, 'pictures');

const types: Record<string, string> = { '.mp4': 'video/mp4', '.vtt': 'text/vtt' };

/** Pictures and films of the sample content, as copies that the media store may move. */
type Pictures = Awaited<ReturnType<typeof copyPictures>>;

/** Copies all pictures into `folder`, since the media store moves the files that it receives. */
export async function copyPictures(folder: string) {
  const names = [
    ...categories.flatMap(({ image, logos }) => [image, ...logos]),
    ...projects.flatMap(({ images }) => images.map(({ picture }) => picture)),
    ...projects.flatMap(({ video }) => (video ? [video.film, video.captions] : [])),
    ...posts.map(({ cover }) => cover),
    ...team.map(({ portrait }) => portrait),
  ];
  const files = new Map<string, IncomingFile>();
  for (const name of names) {
    const file = { path: join(folder, name), type: types[extname(name)] ?? 'image/webp', name };
    // Flushed to disk, because after a power failure no row may exist whose file was lost.
    await writeFile(file.path, await read(name), { mode: 0o600, flush: true });
    files.set(name, file);
  }
  const figures = new Map<SamplePost | SampleProject, string[]>();
  for (const post of posts) figures.set(post, [`<p>${await inlineImage(post.figure)}</p>`]);
  for (const project of projects) {
    const made = (project.illustrations ?? []).map(
      async ({ caption, width, ...figure }) =>
        `<figure data-width="${width}">${await inlineImage(figure)}<figcaption>${caption}</figcaption></figure>`,
    );
    figures.set(project, await Promise.all(made));
  }
  return {
    files: [...files.values()],
    /** Returns the file of a picture or a film by the name that the content uses. */
    fileOf(name: string) {
      const file = files.get(name);
      if (!file) throw new Error(`fileOf: ${name} is not part of the content`);
      return file;
    },
    /** Returns the text of a post or a project with its figures in the places of `figureMark`. */
    htmlOf: (text: SamplePost | SampleProject) => {
      const html = 'html' in text ? text.html : text.description;
      const left = [...(figures.get(text) ?? [])];
      return html.replaceAll(figureMark, () => left.shift() ?? '');
    },
  };
}

async function inlineImage({ picture, alt }: { picture: string; alt: string }) {
  return `<img src="data:image/webp;base64,${(await read(picture)).toString('base64')}" alt="${alt}">`;
}

function read(name: string) {
  return readFile(join(picturesDir, name));
}

/** A row of the sample content. */
export interface SampleRow {
  resource: SampleResource;
  id: RowId;
}

const dayMs = 24 * 60 * 60 * 1000;

type Linked = 'view-blog' | 'portfolioOne';

/** Ids of the inserted posts and projects by the names that `linkMark` uses. */
type LinkedIds = Record<Linked, Map<string, RowId>>;

/** Returns a text whose links have the ids of the posts and projects that they name. */
function withLinks(html: string, ids: LinkedIds) {
  return html.replace(linkMark, (_mark, page: Linked, name: string) => {
    const id = ids[page].get(name);
    if (id === undefined) throw new Error(`withLinks: no ${page} has the name ${name}`);
    return `/${page}/${id}`;
  });
}

/** Inserts all sample content, in a transaction of `MediaStore.change`. Returns the rows that are recorded as such. */
export async function insertSample({ tx, addressOf }: Change, pictures: Pictures, now: Date) {
  const inserted: SampleRow[] = [];
  const daysFromNow = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();
  const address = (picture: string) => addressOf(pictures.fileOf(picture));
  const describe = (picture: string, about: { alt: string; focus_x?: number; focus_y?: number }) =>
    tx.updateTable('pictures').set(about).where('file', '=', address(picture)).execute();

  const categoryIds = new Map<string, RowId>();
  for (const { title, image, logos } of categories) {
    const values = { title, image: address(image) };
    const { id } = await stored.categories.insert(tx, values, { tech_img: logos.map(address) });
    // "SQL" for logo-sql.webp.
    for (const logo of logos)
      await describe(logo, { alt: logo.replace(/^logo-|\.webp$/g, '').toUpperCase() });
    categoryIds.set(title, id);
    inserted.push({ resource: 'category', id });
  }
  // Before the projects, whose credits name them.
  const memberIds = new Map<string, RowId>();
  for (const [index, { portrait, ...member }] of team.entries()) {
    const { updated_at: _, ...input } = teamMemberInputSchema.parse(member);
    const order = { v_order: index + 1, is_active: 1 };
    const { id } = await stored.team.insert(tx, { ...input, ...order, image: address(portrait) });
    memberIds.set(member.name, id);
    inserted.push({ resource: 'team_member', id });
  }
  const ids: LinkedIds = { 'view-blog': new Map(), portfolioOne: new Map() };
  for (const [index, sample] of projects.entries()) {
    const {
      name,
      category,
      services,
      figures = [],
      credits,
      images,
      illustrations: _,
      video,
      ...texts
    } = sample;
    const category_id = categoryIds.get(category) ?? 0;
    const input = projectInputSchema.parse({
      ...texts,
      description: pictures.htmlOf(sample),
      services: services.join('\n'),
      figures: tabbedText(figures),
      credits: creditsText(credits.map((credit) => ({ ...credit, member: memberIds.get(credit.name) }))),
      v_order: index + 1,
      category_id,
    });
    const values = {
      ...input,
      category_id,
      video: video ? address(video.film) : null,
      ...(video && { captions: address(video.captions) }),
    };
    const pictured = { images: images.map(({ picture }) => address(picture)) };
    const { id } = await stored.projects.insert(tx, values, pictured);
    for (const { picture, ...about } of images) await describe(picture, about);
    ids.portfolioOne.set(name, id);
    inserted.push({ resource: 'project', id });
  }
  for (const post of posts) {
    const input = blogInputSchema.parse({
      blog_title: post.title,
      description: withLinks(pictures.htmlOf(post), ids),
      is_active: 1,
    });
    const { id } = await stored.posts.insert(tx, { ...input, blog_image: address(post.cover) });
    ids['view-blog'].set(post.name, id);
    inserted.push({ resource: 'blog', id });
    const at = daysFromNow(-post.daysAgo);
    await tx.updateTable('blogs').set({ created_at: at, updated_at: at }).where('id', '=', id).execute();
  }
  // Posts and projects link to each other, so the projects get their links when the posts have ids.
  for (const project of projects) {
    const id = ids.portfolioOne.get(project.name) ?? 0;
    const description = withLinks(pictures.htmlOf(project), ids);
    await tx.updateTable('projects').set({ description }).where('id', '=', id).execute();
  }
  for (const [index, { postedDaysAgo, closesInDays, ...job }] of jobs.entries()) {
    const closes_at = daysFromNow(closesInDays).slice(0, 10);
    const input = jobInputSchema.parse({ ...job, closes_at, status: 'open', v_order: index + 1 });
    const { id } = await insertJob(tx, input, 'UTC');
    inserted.push({ resource: 'job', id });
    const at = daysFromNow(-postedDaysAgo);
    const dates = { created_at: at, updated_at: at, posted_at: at };
    await tx.updateTable('jobs').set(dates).where('id', '=', id).execute();
  }
  return inserted;
}
