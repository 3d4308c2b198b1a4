import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { jobInputSchema } from '#shared/schemas/job.ts';
import { type Config, loadConfig } from '../../../server/config.ts';
import { storeApplication } from '../../../server/content-api/applicants/apply-routes.ts';
import type { IncomingFile } from '../../../server/content-api/calls.ts';
import { noteFormerTitle } from '../../../server/content-api/content/specials.ts';
import * as stored from '../../../server/content-api/content/tables.ts';
import { insertJob } from '../../../server/content-api/jobs/repository.ts';
import { insertMessage } from '../../../server/content-api/messages/repository.ts';
import { type Engine, openEngine, readContent } from '../../../tools/archive/engine.ts';
import { importArchive } from '../../../tools/archive/import-archive.ts';
import { openArchive } from '../../../tools/archive/read-folder.ts';
import { engineSource, writeFolder } from '../../../tools/archive/write-folder.ts';
import { markedPng, video } from '../files.ts';

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const told = { excerpt: null, search_title: null, search_description: null };

const log = pino({ level: 'silent' });
const warn = () => {};

/** The content of a site, opened for writing. */
export interface OpenSite extends Omit<Engine, 'media'> {
  media: NonNullable<Engine['media']>;
  config: Config;
}

export async function openSite(dataDir: string, environment: Record<string, string> = {}) {
  const config = loadConfig({ DATA_DIR: dataDir, ...environment });
  const engine = await openEngine(config, { log, warn, dryRun: false });
  return { ...engine, config } as OpenSite;
}

export function exportTo(folder: string, { config, storage }: OpenSite) {
  const about = { madeBy: 'studio-site 0.1.0', address: 'https://studio.test/' };
  const now = new Date('2026-11-23T08:00:00.000Z');
  return readContent(config, (tables) => writeFolder(engineSource(tables, storage, about), folder, { now }));
}

export async function importInto(
  site: OpenSite,
  folder: string,
  options: Partial<Parameters<typeof importArchive>[2]> = {},
) {
  const scratch = await mkdtemp(join(tmpdir(), 'studio-scratch-'));
  const archive = await openArchive(folder, { scratch, log, textBytes: 1 << 20 });
  try {
    return await importArchive(archive, site, {
      replace: false,
      dryRun: false,
      mediaPaths: ['/storage'],
      ...options,
    });
  } finally {
    await archive.close();
    await rm(scratch, { recursive: true });
  }
}

/** Returns the content of an archive without its date: archives of the same content are equal, files included. */
export async function contentOf(folder: string) {
  const { tables, files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  return { tables, files };
}

/**
 * Adds content of each kind, in which no two dates and no two pictures are equal. It uses one transaction, for speed.
 */
export async function fillSite(
  { db, media, tempDir }: OpenSite,
  { posts, projects }: { posts: number; projects: number },
) {
  await mkdir(tempDir, { recursive: true });
  const files: IncomingFile[] = [];
  const file = async (bytes: Buffer, type: string) => {
    const path = join(tempDir, `made-${files.length}`);
    await writeFile(path, type === 'image/png' ? markedPng(bytes, path) : bytes);
    const incoming = { path, type, name: `file ${files.length}` };
    files.push(incoming);
    return incoming;
  };
  const pictures: IncomingFile[] = [];
  for (let n = 0; n < posts + projects + 12; n += 1) pictures.push(await file(png, 'image/png'));
  const clip = await file(video('mp4', 64), 'video/mp4');
  const cvs = [
    await file(Buffer.from('%PDF-1.4 one'), 'application/pdf'),
    await file(Buffer.from('%PDF-1.4 two'), 'application/pdf'),
  ];
  await media.change(files, async ({ tx, addressOf }) => {
    const next = () => addressOf(pictures.pop() as IncomingFile);
    const categories: number[] = [];
    for (const title of ['Games', 'Films & Söhne', 'ویب']) {
      const image = next();
      categories.push((await stored.categories.insert(tx, { title, image }, { tech_img: [next()] })).id);
    }
    await noteFormerTitle(tx, { id: 1, title_key: 'games' });
    await stored.categories.update(tx, { id: 1, updated_at: '2020-01-01T00:00:00.000Z' }, { title: 'Play' });
    const inText = next();
    await tx
      .updateTable('pictures')
      .set({ kept: 1, alt: 'A text’s picture', focus_y: 20 })
      .where('file', '=', inText)
      .execute();
    for (let n = 0; n < projects; n += 1)
      await stored.projects.insert(
        tx,
        {
          title: `Project ${n}`,
          description: `<p>متن ${n}</p><p><img src="data:image/png;base64,${png.toString('base64')}"></p>\r\n`,
          category_id: categories[n % 3] ?? 1,
          v_order: (n * 7) % 50,
          project_url: n % 2 ? null : `https://example.com/${n}`,
          video: n === 0 ? addressOf(clip) : null,
          ...told,
        },
        { images: n === 1 ? [next(), next()] : [next()] },
      );
    for (let n = 0; n < posts; n += 1)
      await stored.posts.insert(tx, {
        ...told,
        blog_title: `Post ${n} \u2028 “quoted”`,
        description: `<p class="ql-align-center">Words ${n} &amp; more</p><p><img src="${inText}" alt="x"></p>`,
        is_active: n % 5 === 0 ? 0 : 1,
        blog_image: next(),
        ...(n === 3 && { excerpt: 'Short', search_title: 'Found', share_image: next() }),
      });
    for (const title of ['Designer', 'Designer'])
      await insertJob(
        tx,
        jobInputSchema.parse({
          title,
          department: 'Art',
          employment_type: 'FULL_TIME',
          location_type: 'remote',
          description: '<p>Do</p>',
          openings: 2,
          status: 'open',
          v_order: 4,
          salary_min: 10.5,
          salary_currency: 'EUR',
          salary_unit: 'HOUR',
          show_salary: 1,
          closes_at: '2999-12-31',
        }),
        'UTC',
      );
    const application = {
      job: { id: 2, title: 'Designer' },
      isSpam: false,
      texts: {
        ...{
          name: 'Zoë',
          email: 'Zoe@Example.com',
          phone: '+49 30 1234',
          city: null,
          cover_letter: 'Dear\nall',
        },
        ...{ portfolio_url: null, linkedin_url: null, source: null },
      },
    };
    for (const cv of cvs)
      await storeApplication(tx, {
        ...application,
        cv: { file: addressOf(cv), name: 'Zoë’s CV.pdf', mime: 'application/pdf', size: 12 },
      });
    const dated = { created_at: '2021-01-02T03:04:05.678Z', updated_at: '2021-01-02T03:04:05.679Z' };
    const note = { applicant_id: 1, note: 'Good', who: 'Ann', deleted_at: null };
    await tx
      .insertInto('applicant_notes')
      .values({ ...note, ...dated })
      .execute();
    await tx
      .insertInto('applicant_notes')
      .values({ ...note, ...dated, deleted_at: dated.created_at })
      .execute();
    await stored.team.insert(tx, {
      ...{ name: 'Bo', designation: 'Dev', department: null, bio: 'Two\nlines', linkedin_url: null },
      ...{ facebook_url: null, v_order: 9, is_active: 0, image: next() },
    });
    const nothing = { phone: null, app_name: null, account_identifier: null, due_at: null, handled_at: null };
    await insertMessage(tx, {
      ...{ ...nothing, ...dated, deleted_at: null, type: 'contact', status: 'read', reference: 'ABC' },
      ...{ name: 'Cy', email: 'cy@example.com', subject: 'Hello', message: 'Line\nline' },
    });
    for (const table of ['blogs', 'projects', 'categories', 'jobs', 'team_members'] as const)
      for (const { id } of await tx.selectFrom(table).select('id').execute())
        await tx
          .updateTable(table)
          .set({
            created_at: new Date(1_500_000_000_000 + id * 86_400_123).toISOString(),
            updated_at: new Date(1_600_000_000_000 + id * 86_400_123).toISOString(),
            ...(id === 2 && { extra: '{"authors":[{"name":"Ann"}],"tags":["a","b"],"wp":{"id":12}}' }),
          })
          .where('id', '=', id)
          .execute();
    await tx.updateTable('applicants').set({ extra: '{"from":"elsewhere"}' }).execute();
    await tx.updateTable('messages').set({ extra: '{"thread":[1]}' }).execute();
  });
  // Ids that were used before and are free now: new records must not get them.
  await db.deleteFrom('blogs').where('id', '=', 5).execute();
}
