// @module-tag deep/hosts: reads content out of hosts
import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMovingHost } from '../../../tools/archive/host/calls.ts';
import { hostSource } from '../../../tools/archive/host/host-source.ts';
import { writeFolder } from '../../../tools/archive/write-folder.ts';
import { type ExampleHost, openHost } from '../../hosts/host.ts';
import { hostFileOf } from '../../hosts/site.ts';
import { importInto, openSite } from '../../support/engine/moving-content.ts';
import { pdf } from '../../support/files.ts';
import { folderForAll } from '../../support/temp-folder.ts';

let folder: string;
const at = (name: string) => join(folder, name);
folderForAll((made) => (folder = made));

type Row = Record<string, unknown> & { id: number };
type Environment = Record<string, string>;

async function rowsOf(archive: string, table: string): Promise<Row[]> {
  const text = await readFile(at(`${archive}/rows/${table}.jsonl`), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Returns the bytes' hash of the file that rows of an archive name by this address. */
async function hashOf(archive: string, address: unknown): Promise<string | undefined> {
  const { files } = JSON.parse(await readFile(at(`${archive}/manifest.json`), 'utf8'));
  return files.find(({ addresses = [] }: { addresses?: unknown[] }) => addresses.includes(address))?.sha256;
}

/** Environment of a server in front of this host, with a separate data folder. */
async function siteBefore(host: ExampleHost): Promise<Environment> {
  const dataDir = at(`site-${new URL(host.url).port}`);
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'host.json'), await hostFileOf(host), { mode: 0o600 });
  return { DATA_DIR: dataDir, ADMIN_EMAIL: host.admin.email, ADMIN_PASSWORD: host.admin.password };
}

async function pull(
  environment: Environment,
  archive: string,
  progress?: (table: string, done: number) => void,
) {
  const say = () => {};
  const opened = await openMovingHost({ environment, email: undefined, silent: true, origins: {}, say });
  try {
    const source = hostSource(opened.calls, opened.map, { madeBy: 'Test', fetch: opened.fetch });
    const written = await writeFolder(source, at(archive), { progress });
    return { ...written, remarks: source.remarks, notes: source.notes };
  } finally {
    await opened.close();
  }
}

it('what a host has is pulled and taken into the engine: ids, dates, order, texts and files; broken off it goes on', async () => {
  const host = await openHost('laravel', { posts: 60, projects: 30 });
  const site = await openSite(at('engine'));
  try {
    const cv = pdf();
    const applied = { resume: host.data.keep(cv), created_at: Date.now() - 86_400_000, state: 'offer' };
    const who = { name: 'Nadia', email: 'n@b.example', motivation: 'I draw.', vacancy: 2 };
    host.data.add('applications', { ...who, ...applied });
    const environment = await siteBefore(host);
    const broken = pull(environment, 'laravel', (table, done) => {
      if (table === 'blogs' && done === 30) host.endTokens();
    });
    await expect(broken).rejects.toThrow(
      /no longer accepts the sign-in \(401 to (blogs|singlePost)\).*same command/,
    );
    expect(await readdir(at('laravel'))).not.toContain('manifest.json');
    const before = host.requests.filter(({ path }) => path.startsWith('/storage/')).length;
    const pulled = await pull(environment, 'laravel');
    const tables = { blogs: { rows: 60 }, projects: { rows: 30 } };
    expect(pulled).toMatchObject({ leftOut: [], remarks: [], manifest: { tables } });
    expect(pulled.kept).toBeGreaterThanOrEqual(before - 10);
    // The pull wrote nothing to the host.
    const writes = host.requests.filter(({ method, path }) => method !== 'GET' && !/log(in|out)$/.test(path));
    expect(writes).toEqual([]);

    const counts = { posts: { added: 60 }, applicants: { added: 1 }, projects: { added: 30 } };
    expect(await importInto(site, at('laravel'))).toMatchObject({ left: [], missing: [], counts });
    const applicant = site.db
      .selectFrom('applicants')
      .innerJoin('applicant_submissions', 'applicant_id', 'applicants.id');
    const nadia = await applicant.select(['job_id', 'status', 'cover_letter', 'cv_file']).executeTakeFirst();
    expect(nadia).toMatchObject({ job_id: 2, status: 'offered', cover_letter: 'I draw.' });
    const stored = await site.storage.open(nadia?.cv_file ?? '');
    expect(Buffer.concat((await stored?.toArray()) ?? [])).toEqual(cv);

    const theirs = new Map(host.posts().map((post) => [Number(post.id), post]));
    for (const { id, blog_title, description, blog_image, is_active } of await rowsOf('laravel', 'blogs')) {
      const { title, text, isActive, picture } = theirs.get(id) ?? {};
      expect([blog_title, is_active, description]).toEqual([title, isActive ? 1 : 0, text]);
      expect(await hashOf('laravel', blog_image)).toBe(picture && hash('sha256', picture, 'hex'));
      const here = site.db.selectFrom('blogs').select('description').where('id', '=', id);
      expect((await here.executeTakeFirst())?.description).not.toContain(host.url);
    }
  } finally {
    await site.close();
    await host.stop();
  }
});
