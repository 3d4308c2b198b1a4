import { describe, expect, it } from 'vitest';
import { animation, image, noisyPng, sha256, video } from '../../support/files.ts';
import { file, formBody, formType, gateBench, type SentPart, text } from './gate-bench.ts';

const bench = gateBench();
const { site } = bench;
const png = await image('png');
const jpeg = await image('jpeg');
const webp = await image('webp');
const avif = await image('avif');

/** Returns the parts of the form that the API host received, in order. */
const seen = () =>
  site.stub.last().parts.map((part) => {
    const bytes = 'text' in part ? Buffer.from(part.text) : part.file;
    return {
      name: part.name,
      ...('file' in part && { fileName: part.filename, type: part.type }),
      size: bytes.length,
      sha256: sha256(bytes),
    };
  });
const sent = (parts: readonly SentPart[]) =>
  parts.map(({ bytes, ...part }) => ({ ...part, size: Buffer.byteLength(bytes), sha256: sha256(bytes) }));

const blog = (...rest: SentPart[]) => [
  text('blog_title', 'A title'),
  text('is_active', '1'),
  text('description', '<p>x</p>'),
  ...rest,
];
const cover = (name?: string) => file('blog_image', png, name);
const category = [text('title', 'Web'), file('image', png), file('tech_image[]', png)];
const inline = `<img src="data:image/png;base64,${(await noisyPng(900, 900)).toString('base64')}">`.repeat(2);

describe('a form that may pass reaches the API host unchanged', () => {
  it.each<[string, string, () => Promise<SentPart[]> | SentPart[]]>([
    [
      'with its file first',
      'saveBlog',
      () => blog(file('blog_image', jpeg, 'c.jpg', 'image/jpeg')).reverse(),
    ],
    [
      'with files of one list name and of mixed types',
      'addProjectCategory',
      async () => [
        file('tech_image[]', png, 'one.png'),
        text('title', 'Web'),
        file('tech_image[]', webp, 'two.webp', 'image/webp'),
        file('image', avif, 'main.avif', 'image/avif'),
        file('tech_image[]', await animation('gif', 4), 'moves.gif', 'image/gif'),
      ],
    ],
    [
      'with indexed names with a key',
      'updateProjectCategory/1',
      () => [file('tech_image[1][file]', png), file('tech_image[0][file]', png), text('title', 'Apps')],
    ],
    [
      'with a film, images by index and a link',
      'addProject',
      () => [
        text('title', 'Film'),
        text('category_id', '1'),
        text('description', '<p>What we made</p>'),
        text('project_url', 'https://example.org/?a=1&b=2'),
        text('v_order', '3'),
        file('video', video('webm', 3_000_000), 'clip.webm', 'video/webm'),
        file('images[1]', png, 'b.png'),
        file('images[0]', png, 'a.png'),
      ],
    ],
    ['with a dash and blanks in a name', 'saveBlog', () => blog(cover('Übersicht – 2026 (final).png'))],
    ['with a name in another script', 'saveBlog', () => blog(cover('封面🎬.png'))],
    ['with quotes and percent signs in a name', 'saveBlog', () => blog(cover("it's 100%25 a%22b; x=y.png"))],
    [
      'with texts of any characters, the replacement character among them',
      'saveBlog',
      () => [
        text('blog_title', 'a\r\n--x-test-boundar\r\n\0 \uFFFD “q” 🎬\u2028 --\r\n\r\n'),
        ...blog(cover()).slice(1),
      ],
    ],
    [
      'with a description of 6 MB that carries images',
      'saveBlog',
      () => [...blog(cover()).filter((part) => part.name !== 'description'), text('description', inline)],
    ],
    [
      'without any file, and with an empty text',
      'saveBlog',
      () => [text('blog_title', ''), ...blog().slice(1)],
    ],
  ])('%s', async (_name, path, make) => {
    await bench.sendForm('/api/addProjectCategory', category);
    const id = site.stub.rows('categories')[0]?.id;
    const parts = (await make()).map((part) =>
      part.name === 'category_id' ? text('category_id', String(id)) : part,
    );
    // In chunks without a length, too: the API host gets the length.
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      await bench.sendForm(`/api/${path.replace(/1$/, String(id))}`, parts, headers);
      expect(seen()).toEqual(sent(parts));
      const request = site.stub.last();
      expect(Number(request.header('content-length'))).toBe(request.body.length);
      expect(request.header('transfer-encoding')).toBeUndefined();
      expect(request.header('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    }
    await bench.untilLeftovers(0);
  });

  it('but for too long a file name, which is shortened and keeps its ending, and the type that its bytes say', async () => {
    await bench.sendForm('/api/saveBlog', blog(cover(`${'م'.repeat(200)}.png`)));
    expect(seen()).toEqual(sent(blog(cover(`${'م'.repeat(125)}.png`))));
    await bench.sendForm(
      '/api/saveBlog',
      blog(file('blog_image', webp, 'photo.exe', 'application/x-msdownload')),
    );
    expect(seen().at(-1)).toMatchObject({ fileName: 'photo.exe', type: 'image/webp' });
  });

  it('to a client that waits for 100 Continue', async () => {
    const body = formBody(blog(cover()));
    const headers = { 'content-type': formType, 'content-length': body.length, expect: '100-continue' };
    const { req, answer } = bench.begin('/api/saveBlog', headers);
    req.flushHeaders();
    await new Promise((resolve) => req.once('continue', resolve));
    req.end(body);
    expect((await answer).body.status).toBe(1);
    expect(site.stub.last().header('expect')).toBeUndefined();
  });
});
