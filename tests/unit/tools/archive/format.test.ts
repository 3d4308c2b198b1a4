import { mkdirSync, mkdtempSync } from 'node:fs';
import { link, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkRows, lineOf, type Manifest, readRows } from '../../../../tools/archive/format.ts';
import { openArchive } from '../../../../tools/archive/read-folder.ts';
import { type ContentSource, writeFolder } from '../../../../tools/archive/write-folder.ts';
import { folderForAll } from '../../../support/temp-folder.ts';

let folder: string;
folderForAll((made) => (folder = made));
let made = 0;
let archive: string;
beforeEach(() => {
  made += 1;
  archive = join(folder, String(made));
});

const post = (id: number, more: object = {}) => ({
  id,
  blog_title: `Post ${id}`,
  description: '<p>نص — “x” \u2028</p>',
  is_active: 1,
  ...more,
});

/** A source of these posts, whose files have their own addresses as bytes. */
function sourceOf(posts: object[], asked: string[] = []): ContentSource {
  return {
    madeBy: 'Test 1',
    address: 'https://old.example',
    async *rows() {
      for (const row of posts) yield { table: 'blogs', row: { ...row } };
    },
    async file(address) {
      asked.push(address);
      if (address.includes('gone')) return { refused: 'is not there' };
      if (address.includes('broken')) throw new Error('the line is cut');
      return { type: 'image/png', bytes: bytesOf(address) };
    },
  };
}
async function* bytesOf(address: string): AsyncGenerator<Buffer> {
  yield Buffer.from(address.replace(/\?.*/, ''));
}

function open(of = archive) {
  const scratch = mkdtempSync(join(folder, 'scratch-'));
  return openArchive(of, { scratch, log: pino({ level: 'silent' }), textBytes: 1000 });
}

it('a row is a line and comes back from it, bytes too', async () => {
  mkdirSync(join(archive, 'rows'), { recursive: true });
  const row = { text: 'a\0b\n\u2028 "x"', number: 1.5, none: null, bytes: Buffer.from([0, 255]) };
  await writeFile(join(archive, 'rows/any.jsonl'), lineOf(row) + lineOf({ extra: { a: 1 } }));
  const rows: unknown[] = [];
  for await (const each of readRows(archive, 'any')) rows.push(each);
  expect(rows).toEqual([row, { extra: '{"a":1}' }]);
  await expect(checkRows(archive, { tables: { any: { rows: 3 } } } as never)).rejects.toThrow('has 2 rows');
});

it('a folder has every row and file, and names what cannot be had', async () => {
  const text =
    '<img src="https://a.example/1.png?x=1&amp;y=2"><img src="data:image/png;base64,AA"><img src="/gone">';
  const rows = [post(1, { description: text, blog_image: 'https://a.example/1.png' }), post(2)];
  const { manifest, leftOut } = await writeFolder(sourceOf(rows), archive);
  expect(leftOut).toEqual(['blogs 1: /gone: is not there']);
  const [, file] = manifest.files;
  expect(file).toMatchObject({
    path: expect.stringMatching(/^files\/[0-9a-f]{64}\.png$/),
    addresses: ['https://a.example/1.png?x=1&y=2'],
  });
  const { db, fileOf, close } = await open();
  expect(await db.selectFrom('blogs').select(['id', 'description']).execute()).toMatchObject([
    { id: 1, description: text },
    { id: 2 },
  ]);
  expect(await readFile(fileOf('https://a.example/1.png')?.path ?? '', 'utf8')).toBe(
    'https://a.example/1.png',
  );
  await close();
  await expect(writeFolder(sourceOf([]), archive)).rejects.toThrow('already has a complete archive');
});

it('one that was interrupted is none, and goes on with the files that are there', async () => {
  const rows = ['one', 'broken'].map((name, index) =>
    post(index + 1, { blog_image: `https://a.example/${name}` }),
  );
  await expect(writeFolder(sourceOf(rows), archive)).rejects.toThrow('the line is cut');
  await expect(open()).rejects.toThrow('is not an archive, or an incomplete one');
  const asked: string[] = [];
  expect(await writeFolder(sourceOf(rows.slice(0, 1), asked), archive)).toMatchObject({
    kept: 1,
    leftOut: [],
  });
  expect(asked).toEqual([]);
  await open().then(({ close }) => close());
  mkdirSync(join(folder, 'other'));
  await writeFile(join(folder, 'other/file'), '');
  await expect(writeFolder(sourceOf([]), join(folder, 'other'))).rejects.toThrow('is not empty');
});

describe('reading refuses by name', () => {
  const rowsFile = 'rows/blogs.jsonl';
  const stored = () =>
    readFile(join(archive, 'manifest.json'), 'utf8').then((text) => JSON.parse(text) as Manifest);
  const change = async (how: (manifest: Manifest) => void) => {
    const manifest = await stored();
    how(manifest);
    await writeFile(join(archive, 'manifest.json'), JSON.stringify(manifest));
  };
  const picture = async () => join(archive, (await stored()).files[1]?.path ?? '');

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'a path out of the folder',
      () => change(({ files }) => Object.assign(files[1] ?? {}, { path: '../x.png' })),
      /is not the path of a file/,
    ],
    [
      'a version of another release',
      () => change((all) => Object.assign(all, { version: 1, made_by: 'studio-site 0.1.0' })),
      /version 1 .*release that wrote it \(studio-site 0\.1\.0\)/,
    ],
    [
      'a link to a file',
      async () => {
        await rename(await picture(), join(folder, `moved-${made}`));
        await symlink(join(folder, `moved-${made}`), await picture());
      },
      /png: is a symbolic link/,
    ],
    [
      'rows that are in no manifest',
      () => link(join(archive, rowsFile), join(archive, 'rows/jobs.jsonl')),
      /rows\/jobs\.jsonl: is not in the manifest/,
    ],
  ])('%s', async (_name, spoil, words) => {
    await writeFolder(sourceOf([post(1, { blog_image: 'https://a.example/1.png' })]), archive);
    await spoil();
    await expect(open()).rejects.toThrow(words);
  });

  it('every bad line, not only the first; a row that breaks a rule of its table is left alone', async () => {
    const rows = [
      post(1),
      post(2, { mood: 'calm' }),
      post(3, { created_at: 'yesterday' }),
      post(4, { is_active: 'x' }),
      post(5, { description: 'x'.repeat(1001) }),
      post(6, { blog_title: 'a\0' }),
      post(0),
      post(8, { extra: deep(200) }),
    ];
    await writeFolder(sourceOf(rows), archive);
    const said = await open().catch((error: Error) => error.message);
    expect(String(said).split('\n').slice(1)).toEqual([
      '  rows/blogs.jsonl, line 2: mood: unknown column; values without a column go into extra',
      expect.stringMatching(/line 3: created_at: is not a moment/),
      expect.stringMatching(/line 4: is_active: is neither 0 nor 1/),
      expect.stringMatching(/line 5: description: is longer than UPLOAD_TEXT_MAX_BYTES/),
      expect.stringMatching(/line 6: blog_title: contains a NUL/),
      expect.stringMatching(/line 7: id: is not a positive whole number/),
      expect.stringMatching(/line 8: extra: /),
    ]);
    await writeFolder(sourceOf([post(1), post(1)]), `${archive}b`);
    const { refused, close } = await open(`${archive}b`);
    expect(refused).toEqual([expect.stringMatching(/line 2: UNIQUE constraint failed: blogs\.id/)]);
    await close();
  });
});

function deep(levels: number): object {
  return levels === 0 ? {} : { a: deep(levels - 1) };
}
