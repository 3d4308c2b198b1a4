import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { importArchive } from '../../../../tools/archive/import-archive.ts';
import type { ArchiveKind, Manifest } from '../../../../tools/archive/manifest.ts';
import { openArchive } from '../../../../tools/archive/read-archive.ts';
import type { ArchiveRecords, MediaReference } from '../../../../tools/archive/records.ts';
import type {
  ArchiveSource,
  ArchiveTarget,
  MediaContent,
  MediaRefusal,
  PutResult,
} from '../../../../tools/archive/source-and-target.ts';
import { writeArchive } from '../../../../tools/archive/write-archive.ts';
import { archiveSchema } from '../../../../tools/generate/archive-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'archive-format-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
let made = 0;
function newFolder(): string {
  made += 1;
  return join(folder, String(made));
}
const now = new Date('2026-11-23T08:00:00.000Z');
const moment = '2020-02-29T12:00:00.000Z';

const media = (address: string): MediaReference => ({ file: null, address });
const post = (id: number | string, more: object = {}): ArchiveRecords['posts'] => ({
  id,
  created_at: moment,
  updated_at: moment,
  blog_title: `Post ${id}`,
  description: '<p>نص — “x” \u2028 &amp;</p>',
  is_active: 1,
  ...more,
});

/** A source of these rows, whose files contain their own addresses as bytes. */
function sourceOf(
  rows: Partial<{ [Name in ArchiveKind]: ArchiveRecords[Name][] }>,
  open: (address: string) => MediaContent | MediaRefusal = (address) => content(address),
): ArchiveSource & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    madeBy: 'Test 1',
    address: 'https://old.example',
    entities: Object.keys(rows) as ArchiveKind[],
    async *records<Name extends ArchiveKind>(entity: Name) {
      yield* (rows[entity] ?? []) as ArchiveRecords[Name][];
    },
    async media({ address }) {
      asked.push(address);
      return open(address);
    },
  };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
const content = (text: string): MediaContent => ({ type: 'image/webp', bytes: bytesOf(text) });
const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const placeOf = (text: string) => `media/${hashOf(text).slice(0, 2)}/${hashOf(text)}.webp`;

async function allOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

const sample = {
  categories: [{ id: 1, title: 'C', image: media('/a'), tech_img: [{ id: 4, image: media('/b') }] }],
  posts: [
    post(7, { blog_image: media('/a'), text_media: [media('/c')] }),
    post('hello-world', { extra: { authors: [{ name: 'Ann' }], tags: ['x'], wp: { id: 12 } } }),
  ],
};

describe('an archive', () => {
  it('gives back every row and file that was put into it', async () => {
    const at = newFolder();
    const source = sourceOf(sample);
    const { manifest, leftOut } = await writeArchive(source, at, { now });
    expect(leftOut).toEqual([]);
    expect(source.asked.sort()).toEqual(['/a', '/b', '/c']);
    expect(manifest).toMatchObject({
      format: 'studio-archive',
      version: 1,
      made_at: now.toISOString(),
      made_by: 'Test 1',
      source: 'https://old.example',
      counts: { categories: 1, posts: 2 },
    });
    expect((await readdir(at)).sort()).toEqual(['categories.jsonl', 'manifest.json', 'media', 'posts.jsonl']);
    const archive = await openArchive(at);
    const posts = await allOf(archive.records('posts'));
    expect(posts).toEqual([
      {
        ...sample.posts[0],
        blog_image: { ...media('/a'), file: placeOf('/a') },
        text_media: [{ ...media('/c'), file: placeOf('/c') }],
      },
      sample.posts[1],
    ]);
    const file = archive.fileOf({ file: placeOf('/c'), address: '/c' });
    expect(file).toMatchObject({ type: 'image/webp', bytes: 2, sha256: hashOf('/c') });
    expect(await readFile(file?.path ?? '', 'utf8')).toBe('/c');
    expect(await allOf(archive.records('team'))).toEqual([]);
  });

  it('leaves out, and names, what cannot be had or is no row', async () => {
    const at = newFolder();
    const rows = { posts: [post(1, { blog_image: media('/no') }), post(2, { is_active: 5 }), post(1)] };
    const { leftOut, manifest } = await writeArchive(
      sourceOf(rows as never, () => ({ refused: 'the host is not named' })),
      at,
    );
    expect(leftOut).toEqual([
      'posts 1: /no: the host is not named',
      expect.stringMatching(/^posts 2: is_active: .*it is left out$/),
      'posts 1: comes twice; the second is left out',
    ]);
    expect(manifest.counts).toEqual({ posts: 1 });
    const [row] = await allOf((await openArchive(at)).records('posts'));
    expect(row?.blog_image).toEqual(media('/no'));
  });

  it('that was interrupted is none, and goes on with the files that are there', async () => {
    const at = newFolder();
    let left = 2;
    const dying = sourceOf(sample, (address) => {
      if (left-- === 0) throw new Error('killed');
      return content(address);
    });
    await expect(writeArchive(dying, at)).rejects.toThrow('killed');
    await expect(openArchive(at)).rejects.toThrow('has no manifest.json');
    // A truncated line, and files that no row of the finished archive refers to.
    await writeFile(join(at, 'unfinished.jsonl'), '{"address":"/c', { flag: 'a' });
    await mkdir(join(at, 'media/00'), { recursive: true });
    await writeFile(join(at, `media/00/${'0'.repeat(64)}.webp`), 'stray');
    const source = sourceOf(sample);
    const { kept } = await writeArchive(source, at);
    expect(kept).toBe(2);
    expect(source.asked).toHaveLength(1);
    await expect(openArchive(at)).resolves.toBeDefined();
    await expect(readdir(join(at, 'media/00'))).resolves.toEqual([]);
    await expect(writeArchive(source, at)).rejects.toThrow('already has a complete archive');
    await expect(writeArchive(source, folder)).rejects.toThrow('is not empty');
  });
});

it('a target gets what it takes, in order, and the report says what became of each row', async () => {
  const at = newFolder();
  const rows = {
    ...sample,
    projects: [{ id: 1, title: 'P', description: '', category_id: 1 }],
    redirects: [{ from: '/old', to: '/' }],
  };
  await writeArchive(sourceOf(rows), at);
  const put: string[] = [];
  const results: PutResult[] = [
    { outcome: 'added' },
    { outcome: 'refused', why: 'category 9 is not there' },
    { outcome: 'conflict', fields: ['blog_title'] },
    { outcome: 'same' },
  ];
  const target: ArchiveTarget = {
    entities: ['categories', 'projects', 'posts'],
    async put(entity, records) {
      return records.map((record) => {
        put.push(`${entity} ${'id' in record ? record.id : ''}`);
        return results[put.length - 1] ?? { outcome: 'refused', why: 'is one too many' };
      });
    },
    finish: async () => ['All is well.'],
  };
  const none = { added: 0, same: 0, replaced: 0, conflict: 0, refused: 0 };
  expect(await importArchive(await openArchive(at), target)).toEqual({
    counts: {
      categories: { ...none, added: 1 },
      projects: { ...none, refused: 1 },
      posts: { ...none, conflict: 1, same: 1 },
      redirects: { ...none, refused: 1 },
    },
    left: [
      'projects 1: category 9 is not there',
      'posts 7: exists with other content (blog_title); it was not changed',
      'redirects: cannot be imported here',
    ],
    remarks: ['All is well.'],
  });
  expect(put).toEqual(['categories 1', 'projects 1', 'posts 7', 'posts hello-world']);
});

describe('reading refuses by name', () => {
  /** Returns a valid archive after `change` has damaged it. */
  async function badArchive(change: (at: string, manifest: Manifest) => unknown): Promise<string> {
    const at = newFolder();
    const { manifest } = await writeArchive(sourceOf(sample), at, { now });
    await change(at, manifest);
    await writeFile(join(at, 'manifest.json'), JSON.stringify(manifest));
    return at;
  }
  /** Appends this line to posts.jsonl, with a matching manifest. */
  const withLine = (line: string) => async (at: string, manifest: Manifest) => {
    const path = join(at, 'posts.jsonl');
    const text = `${await readFile(path, 'utf8')}${line}\n`;
    await writeFile(path, text);
    manifest.files['posts.jsonl'] = { sha256: hashOf(text), bytes: Buffer.byteLength(text), rows: 3 };
    manifest.counts.posts = 3;
  };
  const name = (path: string) => (_at: string, manifest: Manifest) => {
    manifest.files[path] = { sha256: hashOf('x'), bytes: 1, type: 'image/webp' };
  };
  const inPlaceOf = async (path: string, act: (path: string, aside: string) => Promise<unknown>) => {
    await rename(path, `${path}.aside`);
    await act(path, `${path}.aside`);
  };

  it.each<[string, (at: string, manifest: Manifest) => unknown, RegExp]>([
    [
      'a path out of the folder',
      name('media/../../x.webp'),
      /"media\/\.\.\/\.\.\/x\.webp", which is refused: it is outside/,
    ],
    [
      'the same with backslashes',
      name('media\\..\\x.webp'),
      /"media\\\\\.\.\\\\x\.webp", which is refused: it is outside/,
    ],
    ['an absolute path', name('/etc/passwd'), /"\/etc\/passwd", which is refused: it is an absolute path/],
    ['a drive', name('C:x.webp'), /"C:x\.webp", which is refused: it is an absolute path/],
    [
      'a name that archives do not have',
      name('media/x.webp'),
      /"media\/x\.webp", which is refused: an archive has no file/,
    ],
    ['a file under the hash of another', name(`media/00/${'0'.repeat(64)}.webp`), /does not match its hash/],
    [
      'a link to a file',
      (at) => inPlaceOf(join(at, placeOf('/a')), (path, aside) => symlink(aside, path)),
      /media\/.*\.webp: is a symbolic link/,
    ],
    [
      'a link to rows',
      (at) => inPlaceOf(join(at, 'posts.jsonl'), (path, aside) => symlink(aside, path)),
      /posts\.jsonl: is a symbolic link/,
    ],
    [
      'a link to a folder',
      (at) => inPlaceOf(join(at, 'media'), (path, aside) => symlink(aside, path)),
      /is below media, which is a symbolic link/,
    ],
    [
      'a folder for a file',
      (at) => inPlaceOf(join(at, 'posts.jsonl'), (path) => mkdir(path)),
      /posts\.jsonl: is not a file/,
    ],
    ['other bytes', (at) => writeFile(join(at, placeOf('/a')), '/z'), /\.webp: does not have the hash/],
    [
      'another length',
      (at) => writeFile(join(at, 'posts.jsonl'), ''),
      /posts\.jsonl: has 0 bytes, and the manifest says/,
    ],
    ['a file that is not there', (at) => rm(join(at, placeOf('/b'))), /\.webp: is missing/],
    [
      'rows that nobody counts',
      (at) => link(join(at, 'posts.jsonl'), join(at, 'team.jsonl')),
      /team\.jsonl: is not in the manifest/,
    ],
    [
      'another version',
      (_at, manifest) => Object.assign(manifest, { version: 2 }),
      /version 2 of the format; this release reads version 1 only/,
    ],
    [
      'another format',
      (_at, manifest) => Object.assign(manifest, { format: 'x' }),
      /its format is not "studio-archive"/,
    ],
    ['what is no JSON', withLine('{"id":'), /posts\.jsonl, line 3: is not JSON/],
    [
      'what is nested without end',
      withLine(`{"id":3,"extra":{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`),
      /posts\.jsonl, line 3: extra: is nested more than 100 deep/,
    ],
    ['an empty line', withLine(''), /posts\.jsonl, line 3: is empty/],
    [
      'a bad field',
      withLine(JSON.stringify(post(9, { created_at: '2026-02-30T00:00:00.000Z' }))),
      /posts\.jsonl, line 3: created_at: does not exist in the calendar/,
    ],
    [
      'a field that there is not',
      withLine(JSON.stringify(post(9, { colour: 'red' }))),
      /posts\.jsonl, line 3: colour: unknown field/,
    ],
    [
      'a NUL',
      withLine(JSON.stringify(post(9, { description: 'a\0b' }))),
      /line 3: description: contains a NUL/,
    ],
    ['an id that is none', withLine(JSON.stringify(post('a/b'))), /posts\.jsonl, line 3: id: /],
    ['a number as text', withLine(JSON.stringify(post('7'))), /posts\.jsonl, line 3: id: /],
    [
      'an id that comes twice',
      withLine(JSON.stringify(post(7))),
      /posts\.jsonl, line 3: id: "7" is already used in an earlier line/,
    ],
    [
      'a file that is not in the archive',
      withLine(JSON.stringify(post(9, { blog_image: { file: placeOf('?'), address: '/a' } }))),
      /line 3: file: media\/.* is not in the manifest/,
    ],
    [
      'a file out of the archive',
      withLine(JSON.stringify(post(9, { blog_image: { file: '../x', address: '/a' } }))),
      /line 3: blog_image\.file: is not the path of a file/,
    ],
  ])('%s', async (_what, change, words) => {
    await expect(openArchive(await badArchive(change))).rejects.toThrow(words);
  });

  it('a text that no form takes, by file, line and field', async () => {
    const at = await badArchive(withLine(JSON.stringify(post(9, { description: 'ä'.repeat(450) }))));
    await expect(openArchive(at, { textBytes: 899 })).rejects.toThrow(
      /posts\.jsonl, line 3: description: has 900 bytes; at most 899 bytes fits \(UPLOAD_TEXT_MAX_BYTES\)/,
    );
    await expect(openArchive(at, { textBytes: 900 })).resolves.toBeDefined();
  });

  it('every bad line, not only the first', async () => {
    const at = await badArchive(withLine(`{}\n{"id":1}`));
    await expect(openArchive(at)).rejects.toThrow(
      /line 3: [\s\S]*line 4: [\s\S]*has 4 lines, and the manifest says 3/,
    );
  });
});

it('docs/archive.schema.json is what reads an archive (npm run generate -- archive-schema)', async () => {
  expect(await readFile(join(import.meta.dirname, '../../../../docs/archive.schema.json'), 'utf8')).toBe(
    archiveSchema(),
  );
});
