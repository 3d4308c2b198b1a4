import { mkdir, mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { type Config, loadConfig } from '../../../server/config.ts';
import { type Engine, openEngine, readContent } from '../../../tools/archive/engine.ts';
import { importArchive } from '../../../tools/archive/import-archive.ts';
import { openArchive } from '../../../tools/archive/read-folder.ts';
import { engineSource, writeFolder } from '../../../tools/archive/write-folder.ts';
import { goodContact, pictureForm } from '../../contract/resources/cases.ts';
import {
  applicationForm,
  blogForm,
  categoryForm,
  goodJob,
  joined,
  memberForm,
  projectForm,
  seoFieldsForm,
  without,
  withTexts,
} from '../forms.ts';
import { signIn } from '../sign-in.ts';
import { startTestApp } from '../start-test-app.ts';

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

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
  await using scratch = await mkdtempDisposable(join(tmpdir(), 'studio-scratch-'));
  const archive = await openArchive(folder, { scratch: scratch.path, log, textBytes: 1 << 20 });
  try {
    return await importArchive(archive, site, {
      replace: false,
      dryRun: false,
      mediaPaths: ['/storage'],
      ...options,
    });
  } finally {
    await archive.close();
  }
}

/** Returns the content of an archive without its date: archives of the same content are equal, files included. */
export async function contentOf(folder: string) {
  const { tables, files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  return { tables, files };
}

/** Makes a site with content of each kind, in which no two dates and no two pictures are equal. */
export async function fillSite(dataDir: string, { posts, projects }: { posts: number; projects: number }) {
  const admin = { email: 'admin@studio.example', password: 'correct horse battery' };
  await mkdir(dataDir, { recursive: true });
  const app = await startTestApp({
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  const { read } = (await signIn(app, admin)).agent;
  for (const title of ['Games', 'Films & Söhne', 'ویب'])
    await read('addProjectCategory', withTexts(await categoryForm(), { title }));
  await read('updateProjectCategory', 1, [{ name: 'title', text: 'Play' }]);
  const { image } = await read('addPicture', await pictureForm('A text’s picture'));
  for (let n = 0; n < projects; n += 1) {
    const form = withTexts(await projectForm(1 + (n % 3)), {
      title: `Project ${n}`,
      description: `<p>متن ${n}</p><p><img src="data:image/png;base64,${png.toString('base64')}"></p>`,
      v_order: String((n * 7) % 50),
    });
    await read('addProject', n === 0 ? form : without(form, 'video', 'project_url'));
  }
  for (let n = 0; n < posts; n += 1) {
    const form = await blogForm({
      blog_title: `Post ${n} \u2028 “quoted”`,
      description: `<p class="ql-align-center">Words ${n} &amp; more</p><p><img src="${image}" alt="x"></p>`,
      is_active: n % 5 === 0 ? '0' : '1',
    });
    await read('saveBlog', n === 3 ? joined(form, await seoFieldsForm('Found')) : form);
  }
  for (const title of ['Designer', 'Designer']) await read('addJob', { ...goodJob, title, status: 'open' });
  const application = applicationForm({ name: 'Zoë', email: 'Zoe@Example.com' });
  for (const _twice of [1, 2]) await read('applyJobFor', 2, application);
  for (const note of ['Good', 'Deleted']) await read('addApplicantNote', 1, { note });
  await read('deleteApplicantNote', 2);
  await read('addTeamMember', await memberForm({ name: 'Bo', v_order: '9', is_active: '0' }));
  await read('contactUs', goodContact);
  // An id that was used before and is free now: new records must not get it.
  await read('deleteBlog', 3);
  await read('eraseDeleted', { resource: 'blog', id: 3 });
  await app.close({ keepData: true });

  const database = new DatabaseSync(join(dataDir, 'content.sqlite'));
  const moment = (seconds: number) =>
    `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds} + id * 86400.123, 'unixepoch')`;
  for (const table of ['blogs', 'projects', 'categories', 'jobs', 'team_members'])
    database.exec(`update ${table} set created_at = ${moment(1_500_000_000)}, updated_at = ${moment(1_600_000_000)};
      update ${table} set extra = '{"authors":[{"name":"Ann"}],"tags":["a","b"],"wp":{"id":12}}' where id = 2`);
  database.exec(
    `update applicants set extra = '{"from":"elsewhere"}'; update messages set extra = '{"thread":[1]}'`,
  );
  database.close();
}
