import { hash } from 'node:crypto';
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Kysely } from 'kysely';
import { creditsText } from '#shared/credits.ts';
import { entities } from '#shared/entities/index.ts';
import { blogInputSchema } from '#shared/entities/post.ts';
import { projectInputSchema } from '#shared/entities/project.ts';
import { teamMemberInputSchema } from '#shared/entities/team-member.ts';
import { jobInputSchema } from '#shared/schemas/job.ts';
import type { SampleRemoval, SampleResource } from '#shared/schemas/sample.ts';
import { tabbedText } from '#shared/tabbed-lines.ts';
import type { IncomingFile } from '../../server/content-api/calls.ts';
import * as stored from '../../server/content-api/content/tables.ts';
import { eraseRows } from '../../server/content-api/content/versions.ts';
import { isEmptyEngine, sampleState } from '../../server/content-api/content-repository.ts';
import { insertJob } from '../../server/content-api/jobs/repository.ts';
import type { Change, MediaStore } from '../../server/content-api/media/store.ts';
import { trash } from '../../server/content-api/trash/trash.ts';
import { isoNow } from '../../server/database/rows.ts';
import type { Db, RowId } from '../../server/database/types.ts';
import { categories } from './content/categories.ts';
import { jobs } from './content/jobs.ts';
import { figureMark, linkMark, type SamplePost, type SampleProject } from './content/kinds.ts';
import { posts } from './content/posts.ts';
import { projects } from './content/projects.ts';
import { team } from './content/team.ts';

export interface Removal {
  removed: SampleRemoval['removed'];
  /** Rows that a person has changed, or to which other content belongs. */
  kept: (SampleRemoval['kept'][number] & SampleRow)[];
}

/** Manages the sample content of an embedded engine. */
export type Sample = ReturnType<typeof createSample>;

/** `tempDir` must be on the same disk as the media folder, and nothing else may use it. */
export function createSample(db: Db, media: MediaStore, tempDir: string) {
  /**
   * Adds the sample content even if another decision is recorded, in one transaction, so that the engine is still empty
   * after a crash. Returns the number of added rows; `undefined` if the engine is not empty.
   */
  async function add() {
    if (!(await isEmptyEngine(db))) return undefined;
    await mkdir(tempDir, { recursive: true, mode: 0o700 });
    await using folder = await mkdtempDisposable(join(tempDir, 'sample-'));
    try {
      const pictures = await copyPictures(folder.path);
      return await media.change(pictures.files, async (change) => {
        const { tx } = change;
        // Checked a second time: within the transaction no other process can write.
        if (!(await isEmptyEngine(tx))) throw new NotEmpty();
        const inserted = await insertSample(change, pictures, new Date());
        for (const row of inserted)
          await tx
            .insertInto('sample_rows')
            .values({ resource: row.resource, row_id: row.id, fingerprint: await hashOf(tx, row) })
            .execute();
        await recordState(tx, 'added');
        return inserted.length;
      });
    } catch (error) {
      if (error instanceof NotEmpty) return undefined;
      throw error;
    }
  }

  return {
    /**
     * Called at every start. Adds the sample content if the engine is empty and no decision about it is recorded yet.
     * Returns the number of added rows. The decision is recorded, so an engine that once had content of its own, or
     * whose sample content was removed, never gets sample content later.
     */
    async addOnFirstStart() {
      if ((await sampleState(db)) !== undefined) return 0;
      const added = await add();
      // Another process may have recorded a decision in the meantime.
      if (added === undefined && (await sampleState(db)) === undefined) await recordState(db, 'declined');
      return added ?? 0;
    },
    add,
    /** Counts the sample rows that nobody has changed, and the site's own rows, to which changed ones belong. */
    async status() {
      const status = { sample: 0, own: none() };
      for (const resource of sampleResources)
        status.own[resource] = Number(
          (
            await any(db)
              .selectFrom(entities[resource].table)
              .select(({ fn }) => fn.countAll().as('count'))
              .where('deleted_at', 'is', null)
              .executeTakeFirstOrThrow()
          ).count,
        );
      for await (const { resource, found, isChanged } of sampleRows(db)) {
        if (!found || isChanged) continue;
        status.sample += 1;
        if (found.deleted_at === null) status.own[resource] -= 1;
      }
      return status;
    },
    /** Erases the sample content, except for rows that people have changed or to which other content belongs. */
    remove: () =>
      media.change([], async (change) => {
        const removal = await removeSample(change);
        await recordState(change.tx, 'removed');
        return removal;
      }),
  };
}

class NotEmpty extends Error {}

/** Does everything that a removal does, rolls it back, and returns what would be removed. */
export async function tryRemoval(db: Db) {
  const tx = await db.startTransaction().execute();
  try {
    return await removeSample({ tx, drop: () => {} });
  } finally {
    await tx.rollback().execute();
  }
}

/** A row of a kind comes before the rows to which it belongs. */
const sampleResources = ['project', 'category', 'blog', 'job', 'team_member'] as const;
const none = () => ({ project: 0, category: 0, blog: 0, job: 0, team_member: 0 });

/** A query on "one of these tables" cannot be typed in kysely. */
const any = (db: Db) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

async function recordState(db: Db, state: 'added' | 'removed' | 'declined') {
  await db.insertInto('sample_states').values({ state, at: isoNow() }).execute();
}

/** Yields the rows that were added as sample content, with what is found of them, be it in the trash. */
async function* sampleRows(db: Db) {
  for (const resource of sampleResources) {
    const rows = await db
      .selectFrom('sample_rows')
      .select(['row_id as id', 'fingerprint'])
      .where('resource', '=', resource)
      .orderBy('row_id')
      .execute();
    for (const { id, fingerprint } of rows) {
      const found = await findRow(db, { resource, id });
      yield { resource, id, found, isChanged: (await hashOf(db, { resource, id })) !== fingerprint };
    }
  }
}

function findRow(db: Db, { resource, id }: SampleRow) {
  const { table, title } = entities[resource];
  return any(db)
    .selectFrom(table)
    .select([`${title} as title`, 'updated_at', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

const entryOf = (resource: SampleResource) => trash.find((each) => each.resource === resource);

/**
 * Returns a hash that changes when a person changes the row or its files. It is computed from the row's version
 * (`updated_at`), which every change updates. The columns are not hashed, since a new release may add or change some.
 * Moving a row to another position in its list does not count as a change.
 */
async function hashOf(tx: Db, { resource, id }: SampleRow) {
  const found = await findRow(tx, { resource, id });
  const files = (await entryOf(resource)?.filesOf?.(tx, [id])) ?? [];
  return hash('sha256', JSON.stringify([found?.updated_at, ...files]), 'hex');
}

/**
 * Erases the sample rows that are unchanged, with their files. Other rows stay recorded as sample content, so that a
 * later removal can erase them when no other content belongs to them any more.
 */
async function removeSample({ tx, drop }: { tx: Db } & Pick<Change, 'drop'>) {
  const removal: Removal = { removed: none(), kept: [] };
  for await (const { resource, id, found, isChanged } of sampleRows(tx)) {
    if (found) {
      const reason = isChanged ? 'changed' : await reasonToKeep(tx, resource, id);
      if (reason) {
        removal.kept.push({ resource, id, title: String(found.title), reason });
        continue;
      }
      drop(...((await entryOf(resource)?.filesOf?.(tx, [id])) ?? []));
      await eraseRows(tx, entities[resource].table, [id]);
      removal.removed[resource] += 1;
    }
    await tx.deleteFrom('sample_rows').where('resource', '=', resource).where('row_id', '=', id).execute();
  }
  return removal;
}

/** Tables of what may belong to a row, and the columns that say it. */
const below: Partial<Record<SampleResource, readonly ['projects' | 'applicants', string]>> = {
  category: ['projects', 'category_id'],
  job: ['applicants', 'job_id'],
};

/** Other content that belongs to a row keeps it, even in the trash, where it could be restored from. */
async function reasonToKeep(tx: Db, resource: SampleResource, id: RowId) {
  const [table, column = ''] = below[resource] ?? [];
  if (!table) return undefined;
  const found = await any(tx).selectFrom(table).select('id').where(column, '=', id).limit(1).execute();
  return found.length > 0 ? table : undefined;
}

/** Folder of the sample content's pictures and of its film (README.md says where they come from). */
const picturesDir = join(import.meta.dirname, 'pictures');

const types: Record<string, string> = { '.mp4': 'video/mp4', '.vtt': 'text/vtt' };

/** Pictures and films of the sample content, as copies that the media store may move. */
type Pictures = Awaited<ReturnType<typeof copyPictures>>;

/** Copies all pictures into `folder`, since the media store moves the files that it receives. */
async function copyPictures(folder: string) {
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
async function insertSample({ tx, addressOf }: Change, pictures: Pictures, now: Date) {
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
