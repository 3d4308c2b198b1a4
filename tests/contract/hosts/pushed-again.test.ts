// @module-tag deep/hosts: moves content between hosts
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addRedirects } from '../../../server/bff/redirects/add-redirects.ts';
import { readAlive } from '../../../server/bff/redirects/store.ts';
import { openDatabases } from '../../../server/database/databases.ts';
import { differencesIn } from '../../../tools/moving/push-archive.ts';
import { type AnyHost, openHost } from '../../hosts/kinds.ts';
import { hostFileOf } from '../../hosts/site.ts';
import { pull, push } from './moves.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-moving-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function siteBefore(host: AnyHost) {
  const dataDir = join(folder, `site-${new URL(host.url).port}`);
  await mkdir(dataDir, { recursive: true });
  const file = await hostFileOf(host, (said) => {
    delete said.calls_per_minute;
  });
  await writeFile(join(dataDir, 'host.json'), file, { mode: 0o600 });
  return { DATA_DIR: dataDir, ADMIN_EMAIL: host.admin.email, ADMIN_PASSWORD: host.admin.password };
}

it('a text that the host has written in its own way is known from one that somebody has changed there', async () => {
  const from = await openHost('laravel', { posts: 2, projects: 0, perMinute: 1_000_000 });
  const host = await openHost('nest', { posts: 0, projects: 0 });
  try {
    const archive = join(folder, 'rewritten');
    await pull(await siteBefore(from), archive);
    const environment = await siteBefore(host);
    // The host adds a class to each paragraph.
    const rewrites: Parameters<typeof push>[2] = {
      only: ['posts'],
      send: (send) => (call, said) =>
        send(call, {
          ...said,
          values: said.values.map(([name, value]) => [
            name,
            name === 'description' ? String(value).replaceAll('<p>', '<p class="body">') : value,
          ]),
        }),
    };
    const first = await push(environment, archive, rewrites);
    expect(differencesIn(first.arrived)).toContain(
      `posts ${first.arrived[0]?.from}: description has other characters there`,
    );
    const counts = async () => (await push(environment, archive, rewrites)).taken.counts.posts;
    expect(await counts()).toMatchObject({ same: 2, conflict: 0 });
    const [article] = host.data.articles;
    if (article) article.contentHtml += '<p>And more.</p>';
    expect(await counts()).toMatchObject({ same: 1, conflict: 1 });
    expect(await counts()).toMatchObject({ same: 1, conflict: 1 });
  } finally {
    await from.stop();
    await host.stop();
  }
});

it('a later push tells what was changed at the host since, and takes the redirects to what was deleted there out', async () => {
  const from = await openHost('laravel', { posts: 3, projects: 0, perMinute: 1_000_000 });
  const host = await openHost('nest', { posts: 0, projects: 0 });
  try {
    const archive = join(folder, 'archive');
    await pull(await siteBefore(from), archive);
    const environment = await siteBefore(host);
    const databases = await openDatabases({ DATA_DIR: environment.DATA_DIR }, pino({ level: 'silent' }));
    const site = await databases.openSessions();
    const redirects = async () => (await readAlive(site)).map((each) => [each.from, each.to]);
    const first = await push(environment, archive, { only: ['posts'] });
    expect(first.taken).toMatchObject({ counts: { posts: { added: 3 } }, left: [] });
    const [changed, deleted, left] = first.arrived.slice(-3);
    if (!changed || !deleted || !left) throw new Error('fewer posts than were sent');
    expect(await redirects()).toContainEqual([`/view-blog/${deleted.from}`, `/view-blog/${deleted.to}`]);
    // Redirects from an earlier import, and from a person.
    const mediaPaths = ['/storage'];
    const leading = { to: `/view-blog/${deleted.to}` };
    await addRedirects(site, [{ from: '/old', ...leading }], { source: 'import', mediaPaths });
    await addRedirects(site, [{ from: '/by-hand', ...leading }], { source: 'hand', mediaPaths });

    // Without a change at the host, the same differences are reported and nothing else.
    const same = await push(environment, archive, { only: ['posts'] });
    expect(same.taken).toMatchObject({ counts: { posts: { same: 3 } }, left: [] });
    expect(differencesIn(same.arrived)).toEqual(differencesIn(first.arrived));

    const articles = host.data.articles;
    const article = articles.find(({ uuid }) => uuid === changed.to);
    if (article) Object.assign(article, { contentHtml: `${article.contentHtml}<p>And more.</p>` });
    articles.splice(
      articles.findIndex(({ uuid }) => uuid === deleted.to),
      1,
    );
    for (const times of [1, 2]) {
      const later = await push(environment, archive, { only: ['posts'] });
      expect(later.taken.counts, `push ${times}`).toMatchObject({
        posts: { same: 1, conflict: 1, refused: 1, added: 0 },
      });
      expect(later.taken.left).toEqual([
        `posts ${changed.from}: exists with other content (description); it was not changed`,
        `posts ${deleted.from}: was added as ${deleted.to}, but no longer exists at the host`,
      ]);
      const told = differencesIn(later.arrived);
      expect(told).toContain(`posts ${changed.from}: description has other characters there`);
      expect(told).toContain(`posts ${left.from}: id is ${left.to} there`);
      expect(told.join('\n')).not.toContain(String(deleted.to));
      expect(await readFile(join(later.place, 'differences.txt'), 'utf8')).toContain('has other characters');
      expect(await readFile(join(later.place, 'redirects.csv'), 'utf8')).not.toContain(String(deleted.to));
      expect(await redirects()).toContainEqual([`/view-blog/${left.from}`, `/view-blog/${left.to}`]);
      expect((await redirects()).filter(([, to]) => to === leading.to)).toEqual([['/by-hand', leading.to]]);
    }
    await databases.close();
  } finally {
    await from.stop();
    await host.stop();
  }
});
