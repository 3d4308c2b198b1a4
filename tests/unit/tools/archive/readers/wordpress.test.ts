import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ForeignExport,
  openForeignExport,
} from '../../../../../tools/archive/readers/open-foreign-export.ts';
import { folderForAll } from '../../../../support/temp-folder.ts';

const file = join(import.meta.dirname, '../../../../support/exports/wordpress.xml');
const text = readFileSync(file, 'utf8');
let folder: string;
folderForAll((made) => (folder = made));

const textBytes = 25 * 1024 * 1024;
const uploads = 'https://harbour.example/blog/wp-content/uploads/2024/03';

type Post = Record<string, unknown> & { description: string };
let whole: ForeignExport;
let posts: Map<unknown, Post>;
const of: Record<string, Record<string, unknown>[]> = { pictures: [], redirects: [] };
async function postsIn({ rows }: ForeignExport) {
  const found = new Map<unknown, Post>();
  for await (const { table, row } of rows())
    if (table === 'blogs') found.set(row.id, row as Post);
    else of[table]?.push(row);
  return found;
}
beforeAll(async () => {
  whole = await openForeignExport([file], { textBytes });
  posts = await postsIn(whole);
});
const post = (id: number) => {
  const found = posts.get(id);
  if (!found) throw new Error(`no post ${id}`);
  return found;
};
const notesOf = (id: number) => whole.notes.filter((line) => line.startsWith(`${id} "`)).join();

let made = 0;
/** Returns a copy of the export with a change, as a separate file. */
async function changed(change: (xml: string) => string | Uint8Array) {
  made += 1;
  const path = join(folder, `${made}.xml`);
  await writeFile(path, change(text));
  return path;
}
const opened = async (change: (xml: string) => string | Uint8Array) =>
  openForeignExport([await changed(change)], { textBytes });

describe('an export of WordPress', () => {
  it('gives posts and pages with their ids, states and moments; what was thrown away stays behind, counted', () => {
    expect([...posts.keys()]).toEqual([2, 21, 22, 23, 24, 25, 26, 28, 29, 32]);
    const shown = [...posts.values()].filter((row) => row.is_active === 1).map(({ id }) => id);
    // A draft has a date in the time zone of the blog alone, which is five hours ahead.
    expect(post(23).created_at).toBe('2024-07-01T07:00:00.000Z');
    // Pages, drafts, private, protected and scheduled posts are not public.
    expect(shown).toEqual([21, 22, 28, 29, 32]);
    expect(post(21)).toMatchObject({
      blog_title: 'Tar – a long story',
      created_at: '2024-03-10T09:30:00.000Z',
      updated_at: '2024-04-01T05:00:00.000Z',
      excerpt: 'In short: tar',
      search_description: 'All about tar',
      blog_image: `${uploads}/quay.jpg`,
      extra: {
        source: 'wordpress',
        slug: 'tar-story',
        address: 'https://harbour.example/blog/2024/03/tar-story/',
        authors: [{ login: 'mira', name: 'Mira Quay' }],
        categories: [{ slug: 'ships', name: 'Ships & sails' }],
        tags: [{ slug: 'tar', name: 'Tar' }],
        sticky: true,
      },
    });
    // A title with a plug-in's variables is ignored.
    expect(post(21).search_title).toBeUndefined();
    expect(JSON.stringify([...posts.values()])).not.toContain('mira@');
    expect(whole.lines).toEqual(
      expect.arrayContaining([
        'posts, publish: 6',
        'posts, trash, left out: 1',
        'nav_menu_items, publish, left out: 1',
        'comments, left out, since this site does not support them: 2',
      ]),
    );
  });

  it('makes of a classic text what WordPress shows of it', () => {
    expect(post(21).description).toBe(
      [
        '<p>The <em>first</em> paragraph<br>goes on in a second line.</p>',
        `<figure><img src="${uploads}/quay.jpg" alt="The quay" width="300" height="200"><figcaption>The quay at <em>six</em></figcaption></figure>`,
        '<p>See <a href="/view-blog/22#end">the other</a> and <a href="/view-blog/22">it again</a>, or <a href="https://harbour.example/blog/category/ships/">all ships</a>.</p>',
        '<blockquote><p>One line of a quote</p></blockquote>',
        '<pre>kept   as\n\nit [gallery] is</pre>',
        `<figure><img src="${uploads}/mast-scaled.jpg" alt=""></figure>`,
        `<figure><img src="${uploads}/quay.jpg" alt="The quay in the morning"><figcaption>Morning</figcaption></figure>`,
        '<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/abcDEF12345?start=65" frameborder="0" allowfullscreen="true"></iframe>',
        '<p>[contact-form-7 id="7" title="Write"] and bright, [sic] and [gallery] of CDATA: a[b[0]]&gt;c</p>',
        '<ul>\n\t<li>one</li>\n\t<li>two</li>\n</ul>',
      ].join(''),
    );
    expect(notesOf(21)).toBe(
      '21 "Tar – a long story": has galleries with pictures that are not in the files: export the media as well; ' +
        'has unknown shortcodes, which stay as written: contact-form-7; ' +
        'has unknown shortcodes, of which the content stays: highlight; ' +
        'links to what is on the old site and not in this import: /blog/category/ships/',
    );
  });

  it('takes a text of blocks as it is, without marks and with pictures in full size', () => {
    expect(post(22).description.replace(/\n+/g, '')).toBe(
      [
        '<p class="ql-align-center">Made of blocks &amp; more</p>',
        `<figure><img src="${uploads}/mast-scaled.jpg" alt="A mast"><figcaption>Tall</figcaption></figure>`,
        `<figure><img src="${uploads}/quay.jpg" alt=""></figure>`,
        '<figure><img src="https://cdn.example/far.webp" alt=""></figure><p>Two of them</p>',
        '<figure><iframe class="ql-video" src="https://player.vimeo.com/video/76979871" frameborder="0" allowfullscreen="true"></iframe></figure>',
        '<figure><table><thead><tr><th>Sail</th></tr></thead><tbody><tr><td>Jib</td></tr></tbody><tbody><tr><td>End</td></tr></tbody></table><figcaption>Sails</figcaption></figure>',
        '<p><strong>More</strong></p><p>Hidden words</p>',
        '<p><a href="https://maps.example/embed?x=1">https://maps.example/embed?x=1</a>',
        `<a href="${uploads}/tour.mp4">${uploads}/tour.mp4</a></p>`,
        '<p><strong>Tar</strong></p><p>Black</p><p>click</p>',
      ].join(''),
    );
    expect(notesOf(22)).toBe(
      '22 "Blocks": its picture is not in the files: export the media as well; ' +
        'has blocks that posts share or WordPress renders on request, which were left out: block, latest-posts; ' +
        'has what is not shown here, and was left out: script; ' +
        'has frames, videos or recordings that became links, or have no address: maps.example, harbour.example',
    );
  });

  it('leads the addresses of what is shown to its new ones, and leaves those of this site alone', () => {
    expect(of.redirects?.map(({ from_path, to_path }) => `${from_path} ${to_path}`)).toEqual([
      '/blog/2024/03/tar-story /view-blog/21',
      '/blog/2024/03/old-tar /view-blog/21',
      '/blog/2024/03/first-tar /view-blog/21',
      '/?p=21 /view-blog/21',
      '/tar-story /view-blog/21',
      '/blog/2024/03/blocks /view-blog/22',
      '/?p=22 /view-blog/22',
      '/blocks /view-blog/22',
      '/blog/2024/03/%d9%83%d8%aa%d8%a8 /view-blog/28',
      '/?p=28 /view-blog/28',
      '/%d9%83%d8%aa%d8%a8 /view-blog/28',
      '/?p=29 /view-blog/29',
      '/blog/2024/03/empty /view-blog/32',
      '/?p=32 /view-blog/32',
      '/empty /view-blog/32',
      '/blog/feed /feed.xml',
    ]);
    expect(notesOf(29)).toContain('had addresses that are pages of this site: /contact');
    expect(of.pictures).toEqual([{ file: `${uploads}/quay.jpg`, alt: 'The quay in the morning' }]);
  });

  it('links to what visitors can read, and to pages that this site has too; other links stay', async () => {
    const linked = await opened((xml) =>
      xml.replace('/blog/category/ships/', '/blog/about/').replace('/blog/?p=22', '/team/'),
    );
    const moved = (await postsIn(linked)).get(21);
    expect(moved?.description).toContain(
      '<a href="/team">it again</a>, or <a href="https://harbour.example/blog/about/">all ships</a>',
    );
  });

  it('shows in a gallery without ids what was uploaded to the post, in its order', async () => {
    const path = await changed((xml) => xml.replace(/\[gallery ids=.*\]/, '[gallery]'));
    const { description } = (await postsIn(await openForeignExport([path], { textBytes }))).get(21) as Post;
    const pictures = [...description.matchAll(/(?<=<img src=")[^"]+/g)].map(([address]) => address);
    expect(pictures.slice(1)).toEqual([`${uploads}/quay.jpg`, `${uploads}/mast-scaled.jpg`]);
  });

  it('refuses files of two sites, whose ids overlap', async () => {
    const other = await changed((xml) => xml.replaceAll('harbour.example', 'inland.example'));
    await expect(openForeignExport([file, other], { textBytes })).rejects.toThrow(/import them separately/);
  });

  const second = '<!DOCTYPE rss [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]>\n<rss';
  it.each<[string, (xml: string) => string | Uint8Array, RegExp]>([
    ['a document type', (xml) => xml.replace('<rss', second), /<!DOCTYPE> is refused/],
    ['an old encoding', (xml) => Buffer.from(xml.replace('Boats', 'Böote'), 'latin1'), /but Windows-1252/],
    ['half a file', (xml) => xml.slice(0, xml.length / 2), /is cut off/],
    [
      'elements without end',
      (xml) => xml.replace('<channel>', `<channel>${'<a>'.repeat(200)}`),
      /nested more than 200 deep/,
    ],
  ])('refuses %s by name', async (_what, change, why) => {
    await expect(opened(change)).rejects.toThrow(why);
  });
});
