// @module-tag deep/scale: PostgreSQL goes away under several sites
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blogForm } from '../../support/forms.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { type S3Server, s3Keys, startS3 } from '../../support/s3-server.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import { type Sites, startSites } from '../../support/sites.ts';

// Two processes of one site, with a database and a file store that can be killed.

let postgres: PostgresServer;
let s3: S3Server;
let sites: Sites;
let admin: Agent;
beforeAll(async () => {
  [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
  await s3.makeBucket('media');
  const environment = {
    ...s3Keys,
    DATABASE_URL: `${postgres.origin}postgres`,
    MEDIA_URL: `s3://media/site?endpoint=${encodeURIComponent(s3.endpoint)}`,
    SAMPLE_CONTENT: 'on',
  };
  sites = await startSites(2, environment, { processes: true });
  admin = (await signIn(sites, sites.credentials)).agent;
});
afterAll(async () => {
  await sites?.close();
  await Promise.all([postgres?.stop(), s3?.stop()]);
});

const pages = ['/', '/careers', '/portfolio', '/api/activeBlogs?page=1', '/api/jobs?page=1'];

/** Results of the calls during an outage. */
interface Load {
  /** Addresses that visitors could not read, with the status. */
  unread: string[];
  /** Titles of the posts that were answered as saved, and the statuses of the refused saves. */
  saved: string[];
  refused: number[];
}

/** Reads pages and saves posts with a picture, one after the other, while `happens` runs. */
async function underLoad(name: string, happens: () => Promise<void>): Promise<Load> {
  // Fills the cache of each process: after a save, a process has no stale entry from before its start.
  for (const { url } of sites.all) for (const path of pages) await visit({ url }).get(path).expect(200);
  const load: Load = { unread: [], saved: [], refused: [] };
  let isOver = false;
  const read = async () => {
    for (let at = 0; !isOver; at += 1) {
      const path = pages[at % pages.length] ?? '/';
      const { status } = await visit(sites).get(path);
      if (status !== 200) load.unread.push(`${status} ${path}`);
    }
  };
  const save = async () => {
    for (let at = 0; !isOver; at += 1) {
      const title = `${name} ${at}`;
      const status = await savePost(title);
      if (status === 200) load.saved.push(title);
      else load.refused.push(status);
      await pause(5);
    }
  };
  const all = Promise.all([read(), save()]);
  try {
    await happens();
  } finally {
    isOver = true;
    await all;
  }
  return load;
}

async function savePost(title: string) {
  const form = await blogForm({ blog_title: title });
  const answer = await admin.call('saveBlog', form).catch(() => ({ status: 0 }));
  return answer.status;
}

/** Checks that each post answered as saved exists once, with a readable picture. */
async function expectSaved(titles: readonly string[]) {
  const found = new Map<string, string[]>();
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { body } = await admin.call('blogs', `page=${page}`);
    last = body.data.last_page;
    for (const { blog_title: title, blog_image: image } of body.data.data)
      found.set(title, [...(found.get(title) ?? []), image]);
  }
  for (const title of titles) {
    const images = found.get(title) ?? [];
    expect(images, title).toHaveLength(1);
    await admin.get(new URL(images[0] ?? '', sites.url).pathname).expect(200);
  }
}

const savesAgain = () => expect.poll(() => savePost('again')).toBe(200);

it('one of two processes is killed: visitors notice nothing, nothing answered is lost, and it comes back to work', async () => {
  const [one] = sites.all;
  const { unread, saved } = await underLoad('process', async () => {
    await pause(200);
    await one?.kill();
    await pause(300);
    await one?.startAgain();
    await pause(300);
  });
  expect(unread).toEqual([]);
  expect(saved.length).toBeGreaterThan(2);
  await expectSaved(saved);
});

it('PostgreSQL is killed: visitors have their pages, nothing answered is lost, and all goes on by itself', async () => {
  const { unread, saved, refused } = await underLoad('database', async () => {
    await pause(200);
    await postgres.signal('SIGKILL');
    await pause(700);
    await postgres.startAgain();
    await savesAgain();
    await pause(200);
  });
  expect(unread).toEqual([]);
  expect(new Set(refused)).toEqual(new Set([503]));
  await expectSaved(saved);
});
