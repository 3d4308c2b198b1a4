import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openForeignExport } from '../../../../../tools/archive/readers/open-foreign-export.ts';
import { writeFolder } from '../../../../../tools/archive/write-folder.ts';
import { folderForAll } from '../../../../support/temp-folder.ts';

const file = join(import.meta.dirname, '../../../../support/exports/ghost.json');
let folder: string;
folderForAll((made) => (folder = made));

const options = { textBytes: 25 * 1024 * 1024, oldSite: 'https://ghost.example/' };
const idOf = (number: number) => `65f0a1b2c3d4e5f6a7b8c9${number.toString(16).padStart(2, '0')}`;

async function read(path: string) {
  const whole = await openForeignExport([path], options);
  const of: Record<string, Record<string, unknown>[]> = { blogs: [], pictures: [], redirects: [] };
  for await (const { table, row } of whole.rows()) of[table]?.push(row);
  const { blogs: rows = [], pictures, redirects } = of;
  return { whole, rows, pictures, redirects };
}

let made = 0;
async function fileOf(content: unknown) {
  made += 1;
  const path = join(folder, `${made}.json`);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

it('an export of Ghost gives posts with text ids, pictures, authors, tags, moments and addresses', async () => {
  const { whole, rows, pictures, redirects } = await read(file);
  expect(rows.map(({ public_id }) => public_id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(idOf));
  expect(rows.filter(({ is_active }) => is_active === 1).map(({ public_id }) => public_id)).toEqual(
    [1, 2, 9].map(idOf),
  );
  expect(rows[0]).toMatchObject({
    blog_title: 'Cards',
    created_at: '2024-02-02T08:00:00.000Z',
    updated_at: '2024-02-03T08:00:00.000Z',
    excerpt: 'Shortly: cards',
    search_title: 'Cards, all of them',
    search_description: 'What cards do',
    blog_image: 'https://ghost.example/content/images/2024/02/cover.jpg',
    share_image: 'https://ghost.example/content/images/2024/02/share.jpg',
    extra: {
      source: 'ghost',
      authors: [
        { slug: 'mira', name: 'Mira Quay' },
        { slug: 'oz', name: 'Oz' },
      ],
      tags: [
        { slug: 'tar', name: 'Tar' },
        { slug: 'hash-inner', name: '#inner' },
      ],
      canonical_url: 'https://elsewhere.example/cards/',
      feature_image_caption: '<span>By Mira</span>',
      featured: true,
    },
  });
  // Styles and buttons of a card are removed; a smaller copy is replaced by the original picture.
  const media = 'https://ghost.example/content';
  expect(rows[0]?.description).toBe(
    [
      `<p>Words with a <a href="/view-blog/${idOf(2)}#part">link</a> and <a href="https://ghost.example/tag/tar/">a tag</a>.</p>`,
      `<figure><img src="${media}/images/2024/02/sail.jpg" alt="A sail" width="2000" height="1333"><figcaption><span style="white-space: pre-wrap;">White</span></figcaption></figure>`,
      `<figure><img src="${media}/images/2024/02/a.jpg" width="10" height="10" alt=""></figure>`,
      `<figure><img src="${media}/images/2024/02/b.jpg" width="10" height="10" alt=""></figure>`,
      '<p><a href="https://tar.example/">All of tar</a><br>Black and sticky</p>',
      '<figure><iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/abcDEF12345" title="A film" frameborder="0" allowfullscreen="true"></iframe></figure>',
      `<p><a href="${media}/files/2024/02/plan.pdf">The plan</a></p>`,
      '<h4>Why</h4><p>Because</p>',
      `<p><a href="${media}/media/2024/02/sea.mp3">${media}/media/2024/02/sea.mp3</a></p>`,
    ].join(''),
  );
  expect(pictures).toEqual([{ file: rows[0]?.blog_image, alt: 'A harbour' }]);
  expect(rows[2]?.description).toBe('<p>Only lexical &lt;b&gt;</p><p>one two</p>');
  expect(rows[7]?.extra).toMatchObject({ publish_at: '2031-01-01T00:00:00.000Z' });
  expect(redirects).toEqual([
    { from_path: '/cards', to_path: `/view-blog/${idOf(1)}` },
    { from_path: '/post-2', to_path: `/view-blog/${idOf(2)}` },
    { from_path: '/rss', to_path: '/feed.xml' },
  ]);
  expect(whole.origins).toEqual([{ origin: 'https://ghost.example', length: 5 }]);
  expect(whole.notes.map((line) => line.slice(22))).toEqual([
    '01 "Cards": has code for its page, which was left out: codeinjection_head; ' +
      'links to what is on the old site and not in this import: /tag/tar/, /content/files/2024/02/plan.pdf; ' +
      'has frames, videos or recordings that became links, or have no address: ghost.example; ' +
      'has what is not shown here, and was left out: script',
    '02 "The second": its excerpt is longer than 300 characters: it is shortened, and complete in extra.excerpt',
    '03 "Lexical alone": has no HTML: its plain words were imported, and it is not active',
    expect.stringMatching(/^04 .*has no HTML.*has no text: its title is used as its text$/),
    '05 "A page": is a page: imported as an inactive post',
    '06 "For members": was "paid": imported as an inactive post',
    expect.stringMatching(/^07 .*was "sent"/),
    expect.stringMatching(/^08 .*was "scheduled"/),
    expect.stringMatching(/^09 .*had addresses that are pages of this site: \/team$/),
    expect.stringMatching(/^0a /),
    expect.stringMatching(/o usable id: left out$/),
  ]);
  const text = JSON.stringify(rows);
  for (const secret of ['@harbour', '$2a$10', '__GHOST_URL__', '../']) expect(text).not.toContain(secret);
  const { leftOut } = await writeFolder(whole, join(folder, 'archive'));
  expect(leftOut.filter((why) => !why.includes('--media-origin'))).toEqual([]);
});

it.each(['members', 'tiers', 'filter'])('a post for %s only is inactive', async (visibility) => {
  const { rows } = await read(await fileOf(readFileSync(file, 'utf8').replace('"paid"', `"${visibility}"`)));
  expect(rows[5]).toMatchObject({ blog_title: 'For members', is_active: 0 });
});

it.each<[string, () => Promise<unknown>, RegExp]>([
  [
    'without the address of its site',
    () => openForeignExport([file], { textBytes: 1 }),
    /add --old-site https/,
  ],
  [
    'beside one of another product',
    async () => openForeignExport([file, await fileOf('<rss>')], options),
    /from one product/,
  ],
  [
    'that is cut off',
    async () => openForeignExport([await fileOf(readFileSync(file, 'utf8').slice(0, 900))], options),
    /is not an export of Ghost, or is cut off/,
  ],
  [
    'that is other JSON',
    async () => openForeignExport([await fileOf({ db: [{ data: {} }] })], options),
    /not an export of Ghost/,
  ],
])('refuses an export %s', async (_what, open, why) => {
  await expect(open()).rejects.toThrow(why);
});
