import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { animation, image, noisyPng, sha256, video } from '../../support/files.ts';
import {
  file,
  formBody,
  formType,
  type GateBench,
  type SentPart,
  startGateBench,
  text,
} from './gate-bench.ts';

let bench: GateBench;
beforeAll(async () => {
  bench = await startGateBench();
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.stub.requests.length = 0;
});

/** Returns the parts of the form that the API host received, in order. */
function seen() {
  return bench.stub.last().parts.map((part) => ({
    name: part.name,
    ...(part.isFile ? { fileName: part.filename, type: part.contentType } : {}),
    size: part.size,
    sha256: part.sha256,
  }));
}

function sent(parts: readonly SentPart[]) {
  return parts.map((part) => ({
    name: part.name,
    ...(part.fileName === undefined ? {} : { fileName: part.fileName, type: part.type }),
    size: Buffer.byteLength(part.bytes),
    sha256: sha256(part.bytes),
  }));
}

async function expectUnchanged(path: string, parts: readonly SentPart[], options?: { chunked?: boolean }) {
  const answer = await bench.sendForm(path, parts, options);
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ status: 1 });
  expect(seen()).toEqual(sent(parts));
  const request = bench.stub.last();
  expect(Number(request.header('content-length'))).toBe(request.bodyLength);
  expect(request.header('transfer-encoding')).toBeUndefined();
  expect(request.header('content-type')).toMatch(/^multipart\/form-data; boundary=/);
  await bench.untilLeftovers(0);
}

const blog = (description: string): SentPart[] => [
  text('blog_title', 'A title'),
  text('is_active', '1'),
  text('description', description),
];

describe('a form that may pass reaches the API host unchanged', () => {
  it('saveBlog, with texts and file in the order in which they were sent', async () => {
    const cover = file('blog_image', await image('jpeg'), 'cover.jpg', 'image/jpeg');
    const [title, active, description] = blog('<p>Hello</p>') as [SentPart, SentPart, SentPart];
    await expectUnchanged('/api/saveBlog', [cover, title, active, description]);
    await expectUnchanged('/api/saveBlog', [title, cover, active, description]);
    await expectUnchanged('/api/saveBlog', [description, active, title, cover]);
  });

  it('addProjectCategory, with files of one list name and of mixed types', async () => {
    await expectUnchanged('/api/addProjectCategory', [
      file('tech_image[]', await image('png'), 'one.png'),
      text('title', 'Web'),
      file('tech_image[]', await image('webp'), 'two.webp', 'image/webp'),
      file('image', await image('avif'), 'main.avif', 'image/avif'),
      file('tech_image[]', await animation('gif', 4), 'moves.gif', 'image/gif'),
    ]);
  });

  it('updateProjectCategory, with indexed names with a key', async () => {
    bench.stub.data.categories = [];
    await bench.sendForm('/api/addProjectCategory', [
      text('title', 'Web'),
      file('image', await image('png')),
      file('tech_image[]', await image('png')),
    ]);
    const id = bench.stub.data.categories.at(-1)?.id;
    await expectUnchanged(`/api/updateProjectCategory/${id}`, [
      file('tech_image[1][file]', await image('png'), 'b.png'),
      file('tech_image[0][file]', await image('png'), 'a.png'),
      text('title', 'Apps'),
    ]);
  });

  it('addProject, with a film, images by index and a link', async () => {
    await bench.sendForm('/api/addProjectCategory', [
      text('title', 'Web'),
      file('image', await image('png')),
      file('tech_image[]', await image('png')),
    ]);
    await expectUnchanged('/api/addProject', [
      text('title', 'Film'),
      text('category_id', String(bench.stub.data.categories.at(-1)?.id)),
      text('description', '<p>What we made</p>'),
      text('project_url', 'https://example.org/?a=1&b=2'),
      text('v_order', '3'),
      file('video', video('webm', 3_000_000), 'clip.webm', 'video/webm'),
      file('images[1]', await noisyPng(300, 300), 'b.png'),
      file('images[0]', await image('png'), 'a.png'),
    ]);
  });

  it('with file names in any script, quotes and percent signs', async () => {
    for (const fileName of [
      'Übersicht – 2026 (final).png',
      '封面🎬.png',
      '100%25 a%22b; x=y.png',
      "it's.png",
    ]) {
      await expectUnchanged('/api/saveBlog', [
        ...blog('<p>x</p>'),
        file('blog_image', await image('png'), fileName),
      ]);
    }
  });

  it('but for a file name that is too long for file systems, which is shortened and keeps its ending', async () => {
    const png = await image('png');
    await bench.sendForm('/api/saveBlog', [
      ...blog('<p>x</p>'),
      file('blog_image', png, `${'م'.repeat(200)}.png`),
    ]);
    expect(seen()).toMatchObject(
      sent([...blog('<p>x</p>'), file('blog_image', png, `${'م'.repeat(125)}.png`)]),
    );
  });

  it('with texts of any characters, the replacement character among them', async () => {
    const odd = 'a\r\n--x-test-boundar\r\n\u0000 \uFFFD “q” 🎬\u2028 --\r\n\r\n';
    await expectUnchanged('/api/saveBlog', [...blog(odd), file('blog_image', await image('png'))]);
  });

  it('with a description of 6 MB that carries images', async () => {
    const inline = (await noisyPng(900, 900)).toString('base64');
    const description = `<p>Long</p><p><img src="data:image/png;base64,${inline}"></p>`.repeat(2);
    expect(description.length).toBeGreaterThan(6_000_000);
    await expectUnchanged('/api/saveBlog', [...blog(description), file('blog_image', await image('png'))]);
  });

  it('in chunks without a length: the API host gets the length', async () => {
    await expectUnchanged('/api/saveBlog', [...blog('<p>x</p>'), file('blog_image', await image('png'))], {
      chunked: true,
    });
  });

  it('without any file, and with an empty text', async () => {
    const answer = await bench.sendForm('/api/saveBlog', blog(''));
    expect(answer.status).toBe(422); // validated by the API host
    expect(seen()).toEqual(sent(blog('')));
  });

  it('with the type that its bytes say, whatever the browser and the name said', async () => {
    const wrong = file('blog_image', await image('webp'), 'photo.exe', 'application/x-msdownload');
    await bench.sendForm('/api/saveBlog', [...blog('<p>x</p>'), wrong]);
    expect(bench.stub.last().parts.at(-1)).toMatchObject({
      filename: 'photo.exe',
      contentType: 'image/webp',
    });
  });

  it('as an ordinary client sends it', async () => {
    const cover = await image('png');
    await supertest(bench.app.url)
      .post('/api/saveBlog')
      .set({ 'X-CSRF': '1', Cookie: bench.cookie })
      .field('blog_title', 'Tïtle')
      .field('is_active', '0')
      .field('description', '<p>x</p>')
      .attach('blog_image', cover, 'ü.png')
      .expect(200);
    expect(seen()).toEqual(
      sent([
        text('blog_title', 'Tïtle'),
        text('is_active', '0'),
        text('description', '<p>x</p>'),
        file('blog_image', cover, 'ü.png'),
      ]),
    );
  });

  it('to a client that waits for 100 Continue', async () => {
    const body = formBody([...blog('<p>x</p>'), file('blog_image', await image('png'))]);
    const { req, answer } = bench.begin('/api/saveBlog', {
      'content-type': formType,
      'content-length': body.length,
      expect: '100-continue',
    });
    req.flushHeaders();
    await new Promise((resolve) => req.once('continue', resolve));
    req.end(body);
    expect((await answer).body.status).toBe(1);
    expect(bench.stub.last().header('expect')).toBeUndefined();
  });
});
