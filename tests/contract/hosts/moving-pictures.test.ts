// @module-tag deep/hosts: moves content between hosts
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallName } from '#shared/contract/index.ts';
import { insertBlog } from '../../../server/content-api/blogs/repository.ts';
import { appendLogos, insertCategory } from '../../../server/content-api/categories/repository.ts';
import { insertJob } from '../../../server/content-api/jobs/repository.ts';
import { insertProject } from '../../../server/content-api/projects/repository.ts';
import type { HostCalls } from '../../../tools/moving/host/calls.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { exportTo, openSite, png } from '../../support/engine/moving-content.ts';
import { markedPng } from '../../support/files.ts';
import { visit } from '../../support/sign-in.ts';
import { startTestApp } from '../../support/start-test-app.ts';
import { startStubUpstream } from '../../support/stub-upstream.ts';
import { pull, push, rowsOf } from './moves.ts';

/** Pictures in texts, pushed to a host with a call for pictures: the engine of this product, on another site. */

let folder: string;
let host: TestEngine;
/** Environment of the server in front of that host. */
let environment: Record<string, string>;
const at = (name: string) => join(folder, name);
/** Pictures of the archive by name: their bytes, and the addresses that its texts contain. */
const bytesOf = {
  ...{ door: picture('door'), hall: picture('hall'), stair: picture('stair'), cover: picture('cover') },
  ...{ logo: picture('logo'), big: Buffer.concat([png, Buffer.alloc(5000, 'x')]) },
};
type Picture = keyof typeof bytesOf;
let was: Record<Picture, string>;

function picture(name: string): Buffer {
  return markedPng(png, name);
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-moving-test-'));
  host = await startEngine({ UPLOAD_IMAGE_MAX_BYTES: '4096' });
  const { email, password } = host.firstAdmin;
  const who = { ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
  environment = { DATA_DIR: at('front'), UPSTREAM_URL: host.url.href, ...who };
  await makeArchive();
});

afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

const told = { excerpt: null, search_title: null, search_description: null };
const img = (name: Picture) => `<img src="${was[name]}" alt="A ${name}">`;

/** Exports a site with pictures in its texts twice: `first`, and `later` with one more post. */
async function makeArchive(): Promise<void> {
  const site = await openSite(at('old'));
  await mkdir(site.tempDir, { recursive: true });
  const files = await Promise.all(
    Object.entries(bytesOf).map(async ([name, bytes]) => {
      const path = join(site.tempDir, name);
      await writeFile(path, bytes);
      return { path, type: 'image/png', name: `${name}.png` };
    }),
  );
  const post = (blog_title: string, description: string, is_active: 0 | 1 = 1) => ({
    ...{ ...told, blog_title, description, is_active, blog_image: was.cover },
  });
  await site.media.change(files, async ({ tx, addressOf }) => {
    was = Object.fromEntries(
      files.map((file) => [file.name.replace('.png', ''), addressOf(file)]),
    ) as typeof was;
    const say = (name: Picture, said: object) =>
      tx.updateTable('pictures').set(said).where('file', '=', was[name]).execute();
    await say('hall', { kept: 1, alt: 'A hall with a view' });
    await say('cover', { alt: 'The cover', focus_x: 10, focus_y: 90 });
    for (const name of ['door', 'stair', 'big'] as const) await say(name, { kept: 1 });
    const data = `<img src="data:image/png;base64,${png.toString('base64')}">`;
    await insertBlog(
      tx,
      post('Two', `<p>One ${img('door')}, ${img('hall')} &amp; ${img('door')}</p>${data}`),
    );
    await insertBlog(tx, post('Shared', `<p><a href="${was.hall}">See</a> ${img('hall')}</p>`, 0));
    await insertBlog(tx, post('Too big', `<p>${img('big')} beside ${img('door')}</p>`));
    const category_id = await insertCategory(tx, { title: 'Houses', image: was.cover });
    await appendLogos(tx, category_id, [was.logo]);
    const work = { title: 'House', v_order: 1, project_url: null, video: null, category_id };
    await insertProject(tx, { ...told, ...work, description: `<p>${img('hall')}</p>` }, [was.cover]);
    await insertJob(tx, {
      ...{ title: 'Porter', department: 'Doors', employment_type: 'FULL_TIME', location_type: 'remote' },
      ...{ description: `<p>${img('door')}</p>`, city: null, region: null, country: null, openings: 1 },
      ...{ salary_min: null, salary_max: null, salary_currency: null, salary_unit: null, show_salary: 0 },
      ...{ status: 'open', v_order: 1, updated_at: null, closes_at: null },
    });
  });
  await exportTo(at('first'), site);
  await insertBlog(site.db, post('Later', `<p>${img('hall')} ${img('stair')}</p>`));
  await exportTo(at('later'), site);
  await site.close();
}

const cut = new Error('cut off');

/**
 * Records the calls that are sent, by name; `cutAt` interrupts at the nth call, before the request or before its
 * answer is received.
 */
function watched(cutAt?: { n: number; isHeard: boolean }) {
  const sent: CallName[] = [];
  const send =
    (inner: HostCalls['send']): HostCalls['send'] =>
    async (name, said) => {
      sent.push(name);
      const isCut = sent.length === cutAt?.n;
      if (isCut && !cutAt.isHeard) throw cut;
      const answer = await inner(name, said);
      if (isCut) throw cut;
      return answer;
    };
  return { sent, send };
}

async function read<Data = Record<string, unknown>>(call: CallName, id?: number): Promise<Data> {
  const { status, body } = await host.call<Data>(call, id === undefined ? {} : { params: { id } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as Data;
}

const list = (call: CallName) => read<{ data: Record<string, unknown>[]; total: number }>(call);

/**
 * Returns the text with each picture's name in place of its address; the bytes at the address identify the picture.
 */
async function withNames(html: unknown): Promise<string> {
  let text = String(html);
  for (const [address] of text.matchAll(/\/storage\/[\w./]+/g)) {
    const hash = hashOf(Buffer.from(await (await host.fetch(address)).arrayBuffer()));
    const [name] = Object.entries(bytesOf).find(([, bytes]) => hashOf(bytes) === hash) ?? [];
    text = text.replaceAll(address, name ?? address);
  }
  return text;
}

/** The same for the archive's texts; pictures that were not pushed retain their addresses. */
function named(html: unknown, ...stayed: Picture[]): string {
  let text = String(html);
  for (const [name, address] of Object.entries(was))
    if (!stayed.includes(name as Picture)) text = text.replaceAll(address, name);
  return text;
}

/**
 * Returns the rows without dates and other fields that a host does not answer, and with files in place of their
 * addresses.
 */
async function contentOf(archive: string, entity: string): Promise<unknown[]> {
  const apart = ['address', 'created_at', 'updated_at', 'posted_at', 'former_titles'];
  return (await rowsOf(at(archive), entity)).map((row) => {
    let description = String(row.description);
    for (const { address, file } of (row.text_media ?? []) as { address: string; file: string }[])
      description = description.replaceAll(address, file);
    const said = (name: string, value: unknown) =>
      apart.includes(name) || value === null ? undefined : value;
    return JSON.parse(JSON.stringify({ ...row, description }, said));
  });
}

it('a picture that texts name is added once, however often the push is cut off, and the texts name it where it is now', async () => {
  const sent: CallName[] = [];
  // Before the post is saved, and after it is saved but before the answer is received.
  const cuts = [
    { until: 'saveBlog', isHeard: false },
    { until: 'saveBlog', isHeard: true },
  ];
  const before = ['addProjectCategory', 'updatePicture', 'addPicture', 'addProject', 'updatePicture'];
  for (const [round, n] of [before.length + 2, 1].entries()) {
    const { sent: some, send } = watched({ n, isHeard: cuts[round]?.isHeard ?? false });
    await expect(push(environment, at('first'), { send })).rejects.toThrow(cut);
    sent.push(...some);
  }
  expect(sent).toEqual([...before, 'addPicture', 'saveBlog', 'saveBlog']);
  const { send, sent: rest } = watched();
  const done = await push(environment, at('first'), { send });
  expect(rest.filter((name) => name === 'addPicture')).toHaveLength(1);
  expect(rest.filter((name) => name === 'saveBlog')).toHaveLength(2);
  expect(done.taken).toMatchObject({ counts: { posts: { added: 3 }, jobs: { added: 1 } }, left: [] });
  expect((await list('blogs')).total).toBe(3);
  // The cover was sent with the forms; the large picture was not sent.
  const pictures = (await list('getPictures')).data;
  expect(pictures.map(({ name }) => name).sort()).toEqual(['cover.png', 'door.png', 'hall.png', 'logo.png']);

  const archived = await rowsOf(at('first'), 'posts');
  for (const { id, description } of archived) {
    const there = await read('singlePost', Number(id));
    expect(there.description).not.toContain(was.hall);
    expect(await withNames(there.description)).toBe(named(description, 'big'));
  }
  const [project] = await rowsOf(at('first'), 'projects');
  expect(await withNames((await read('getSingleProject', 1)).description)).toBe(named(project?.description));
  expect(await withNames((await read('singleJob', 1)).description)).toBe(named(`<p>${img('door')}</p>`));
  const differences = (entity: string, from: number) =>
    done.arrived
      .find((each) => each.entity === entity && each.from === from)
      ?.differences.filter((words) => !/^(created_at|updated_at|posted_at) /.test(words));
  expect([1, 2, 3].map((id) => differences('posts', id))).toEqual([
    [],
    [],
    [
      `the picture ${was.big} in its text stays at that address (413: image: the file is larger than the limit of 4 KB.)`,
    ],
  ]);
  expect(differences('projects', 1)).toEqual([]);
});

it('a second push sends nothing, with its journal or without, and pulled back it is the archive', async () => {
  const second = watched();
  const same = {
    counts: { posts: { same: 3 }, projects: { same: 1 }, categories: { same: 1 }, jobs: { same: 1 } },
  };
  expect((await push(environment, at('first'), second)).taken).toMatchObject(same);
  // Two texts are equal if the files at their addresses have equal bytes.
  await rm(at('front/push'), { recursive: true });
  expect((await push(environment, at('first'), second)).taken).toMatchObject({
    counts: { ...same.counts, posts: { same: 3 } },
  });
  expect(second.sent).toEqual([]);

  expect(await pull(environment, at('back'))).toMatchObject({ remarks: [] });
  for (const entity of ['posts', 'projects', 'categories', 'jobs']) {
    const [there, sent] = [await contentOf('back', entity), await contentOf('first', entity)];
    // The third record contains the picture that was not pushed.
    expect(there.slice(0, 2)).toEqual(sent.slice(0, 2));
  }
});

it('a later archive brings what is new in it; a picture that was deleted at the host meanwhile is sent again', async () => {
  const dry = watched();
  const looked = await push(environment, at('later'), { ...dry, dryRun: true });
  expect(looked.taken.counts).toMatchObject({ posts: { same: 3, added: 1 } });
  expect(dry.sent).toEqual([]);
  const { send, sent } = watched({ n: 3, isHeard: false });
  await expect(push(environment, at('later'), { send })).rejects.toThrow(cut);
  expect(sent).toEqual(['addPicture', 'addPicture', 'saveBlog']);
  const stair = (await list('getPictures')).data.find(({ name }) => name === 'stair.png');
  await read('deletePicture', Number(stair?.id));
  const rest = watched();
  await push(environment, at('later'), rest);
  expect(rest.sent).toEqual(['addPicture', 'saveBlog']);
  const there = await read('singlePost', 4);
  expect(await withNames(there.description)).toBe(named(`<p>${img('hall')} ${img('stair')}</p>`));
  // The host recognises equal bytes as the same picture, even without the journal.
  expect((await list('getPictures')).total).toBe(5);

  // A person has exchanged the two pictures since: same words, other bytes.
  const [hall = '', other = ''] = String(there.description).match(/\/storage\/[\w./]+/g) ?? [];
  const form = new FormData();
  const texts = { blog_id: '4', blog_title: 'Later', description: `<p>${img('hall')} ${img('stair')}</p>` };
  for (const [name, text] of Object.entries({ ...texts, is_active: '1' }))
    form.set(name, text.replace(was.hall, other).replace(was.stair, hall));
  expect((await host.call('editBlog', { body: form })).status).toBe(200);
  await rm(at('front/push'), { recursive: true });
  const without = watched();
  expect((await push(environment, at('later'), without)).taken.left).toEqual([
    'posts 4: exists with other content (description); it was not changed',
  ]);
  expect(without.sent).toEqual([]);
});

it('a host without the call, or one that says no, leaves the addresses, and each is told by name', async () => {
  const stub = await startStubUpstream();
  try {
    const { email, password } = stub.admin;
    const plain = { UPSTREAM_URL: stub.url, ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
    const refusal = { kind: 'answer', status: 422, body: '{"errors":{"image":["No drawings."]}}' } as const;
    stub.misbehave(refusal, { path: '/api/addPicture', times: 2 });
    const only = ['posts'] as const;
    const refused = await push({ ...plain, DATA_DIR: at('refused') }, at('first'), { only });
    const inTexts = ({ arrived }: typeof refused) =>
      arrived.map(({ differences }) => differences.filter((words) => words.startsWith('the picture')));
    const stays = (name: Picture, why = '') =>
      `the picture ${was[name]} in its text stays at that address${why}`;
    const no = ' (422: image: No drawings.)';
    expect(inTexts(refused)).toEqual([
      [stays('door', no), stays('hall', no)],
      [stays('hall', no)],
      [stays('big'), stays('door', no)],
    ]);
    expect(refused.taken.left).toEqual([]);
    // Each picture was sent once, which also shows whether the host has the call.
    expect(stub.requestsTo('/api/addPicture')).toHaveLength(3);
    const texts = (await rowsOf(at('first'), 'posts')).map(({ description }) => description);
    expect(stub.data.blogs.map(({ description }) => description)).toEqual(texts);

    // If the origin is not configured, the product cannot read the file to compare it, and does not send it again.
    stub.reset();
    const far = 'https://cdn.example/far.png';
    const elsewhere = JSON.stringify({ status: 1, data: { image: far } });
    stub.misbehave({ kind: 'answer', status: 200, body: elsewhere }, { path: '/api/addPicture' });
    const { send } = watched({ n: 3, isHeard: false });
    const unnamed = { ...plain, DATA_DIR: at('unnamed') };
    await expect(push(unnamed, at('first'), { only, send })).rejects.toThrow(cut);
    expect(inTexts(await push(unnamed, at('first'), { only }))[1]).toEqual([
      `the picture ${was.hall} in its text cannot be fetched at ${far}`,
    ]);
    expect(stub.requestsTo('/api/addPicture')).toHaveLength(3);

    stub.reset();
    const without = await push({ ...plain, DATA_DIR: at('without') }, at('first'), { only });
    expect(inTexts(without)).toEqual([
      [stays('door'), stays('hall')],
      [stays('hall')],
      [stays('big'), stays('door')],
    ]);
    expect(stub.requestsTo('/api/addPicture')).toHaveLength(1);
    const again = await push({ ...plain, DATA_DIR: at('without') }, at('first'), { only });
    expect(again.taken.counts).toMatchObject({ posts: { same: 3, added: 0 } });
    expect(stub.requestsTo('/api/addPicture')).toHaveLength(1);
  } finally {
    await stub.close();
  }
});

it('a site that rewrites texts, as this one does for browsers, has its pictures compared all the same', async () => {
  const app = await startTestApp();
  try {
    const cookie = { cookie: 'studio_session' };
    const named = ['getPictures', 'addPicture', 'updatePicture', 'getProjects', 'getSingleProject'];
    const file = {
      ...{ version: 1, root: app.url, unnamed: 'as_contract', dates: { zone: 'UTC' } },
      ...{ token: { from: cookie, send: cookie }, headers: { 'x-csrf': '1' } },
      calls: Object.fromEntries(named.map((name) => [name, 'as_contract'])),
    };
    await mkdir(at('browsers'));
    await writeFile(at('browsers/host.json'), JSON.stringify(file), { mode: 0o600 });
    const { email, password } = app.firstAdmin as NonNullable<typeof app.firstAdmin>;
    const signedIn = { DATA_DIR: at('browsers'), ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
    const { send, sent } = watched();
    const pushed = await push(signedIn, at('first'), { only: ['categories', 'projects', 'posts'], send });
    expect(pushed.taken.left).toEqual([]);
    const dates = [expect.stringMatching(/^created_at /), expect.stringMatching(/^updated_at /)];
    expect(pushed.arrived.map(({ differences }) => differences)).toEqual([
      dates,
      ...Array(4).fill([...dates, 'description has other characters there']),
    ]);
    expect(sent.filter((name) => name === 'addPicture')).toHaveLength(3);
    // The texts of the cover and of one picture in a text.
    expect(sent.filter((name) => name === 'updatePicture')).toHaveLength(2);
    const { body } = await visit(app).get('/api/singlePost/1');
    expect(body.data.description).toMatch(/<img src="\/storage\/[\w./]+" alt="A door" loading="lazy"/);
  } finally {
    await app.close();
  }
});
