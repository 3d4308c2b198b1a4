import { readdirSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import { filesUnder } from '../../support/engine/engine-data.ts';
import { withEngine } from '../../support/engines.ts';
import { animatedPng, animation, image } from '../../support/files.ts';
import { blogForm, type FormPart, goodJob, memberForm, projectForm, without } from '../../support/forms.ts';
import { makeBlog, makeCategory, makeJob, makeProject } from './cases.ts';

withEngine('embedded', (engine) => {
  const stored = () => filesUnder(join(engine.app.dataDir, 'media')).sort();
  const fileOf = (address: string) => address.slice('/storage/'.length);
  const blogWith = async (file: Buffer, texts: Record<string, string> = {}) => [
    ...without(await blogForm(texts), 'blog_image'),
    { name: 'blog_image', file, filename: 'cover.jpg', type: 'image/jpeg' },
  ];

  describe('the file of a field', () => {
    let categoryId: Id;
    beforeAll(async () => {
      categoryId = (await makeCategory(engine)).id;
    });
    const forms = {
      blog_image: ['saveBlog', 'editBlog', blogForm],
      image: ['addTeamMember', 'updateTeamMember', memberForm],
      video: ['addProject', 'updateProject', () => projectForm(categoryId)],
    } as const;

    it.each(Object.entries(forms))(
      '%s leaves with the row that is refused, stays when none is sent, and goes when another comes',
      async (field, [add, change, form]) => {
        const before = await engine.read(add, await form());
        const files = stored();
        expect(files).toContain(fileOf(before[field]));
        const another = async () => (await form()).filter(({ name }) => name === field);
        const update = async (...parts: FormPart[]) => {
          const texts = (await form()).filter((part) => 'text' in part);
          return change === 'editBlog'
            ? engine.call(change, [{ name: 'blog_id', text: `${before.id}` }, ...texts, ...parts])
            : engine.call(change, before.id, [...texts, ...parts]);
        };
        const old = { name: 'updated_at', text: '2020-01-01T00:00:00.000Z' };
        expect((await update(old, ...(await another()))).status).toBe(409);
        expect((await update()).body.data[field]).toBe(before[field]);
        expect(stored()).toEqual(files);
        const after = (await update(...(await another()))).body.data;
        expect(stored()).toEqual(
          [...files.filter((name) => name !== fileOf(before[field])), fileOf(after[field])].sort(),
        );
        expect(readdirSync(join(engine.app.dataDir, 'tmp', 'engine'))).toEqual([]);
      },
    );

    it.each(['deleteTechImage', 'deleteProjectImage'] as const)(
      '%s lets one of two win who want the last two at once',
      async (name) => {
        for (let round = 0; round < 3; round += 1) {
          const images =
            name === 'deleteTechImage'
              ? (await makeCategory(engine)).tech_img
              : (await makeProject(engine)).images;
          const answers = await Promise.all(images.map(({ id }) => engine.call(name, id)));
          expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
        }
      },
    );
  });

  describe('a photo', () => {
    const camera = 'Secret Camera';
    let photo: Buffer;
    beforeAll(async () => {
      // Taken sideways, with a GPS position.
      photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#b5482a' } })
        .withExif({ IFD0: { Make: camera }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } })
        .withMetadata({ orientation: 6 })
        .withIccProfile('p3')
        .jpeg()
        .toBuffer();
    });

    /** Returns true if the EXIF contains the tag of the GPS directory (EXIF 2.3 §4.6.3), in either byte order. */
    async function hasPlace(picture: Buffer) {
      const { exif } = await sharp(picture).metadata();
      return ['8825', '2588'].some((tag) => exif?.includes(Buffer.from(tag, 'hex')));
    }

    async function expectPlain(picture: Buffer) {
      expect(picture.includes(camera)).toBe(false);
      expect(await hasPlace(picture)).toBe(false);
      const { icc, orientation, width, height } = await sharp(picture).metadata();
      expect([icc !== undefined, orientation, width, height]).toEqual([true, undefined, 40, 60]);
    }

    it('is stored without its place and camera, upright', async () => {
      expect([photo.includes(camera), await hasPlace(photo)]).toEqual([true, true]);
      const { blog_image } = await engine.read('saveBlog', await blogWith(photo));
      const answer = await fetch(engine.app.url + blog_image);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      await expectPlain(Buffer.from(await answer.arrayBuffer()));
    });

    it.each([
      ['in one line', 'data:image/jpeg;base64,', /^$/],
      ['in upper case, wrapped as in mails', 'data:image/JPEG;BASE64,\r\n', /.{76}(?=.)/g],
      ['in long lines', 'data:image/jpeg;base64,', /.{600}(?=.)/g],
    ])('in a text is so too, %s, in forms with files and in those of JSON', async (_what, start, line) => {
      const lines = photo.toString('base64').replace(line, '$&\r\n');
      const shown = `<p>Here</p><img src="${start}${lines}"><p>and there</p>`;
      const changes = { description: shown };
      for (const { description } of [await makeBlog(engine, changes), await makeJob(engine, changes)]) {
        await expectPlain(
          Buffer.from(/;base64,([A-Za-z0-9+/=]+)/.exec(description ?? '')?.[1] ?? '', 'base64'),
        );
        expect(description).toMatch(/^<p>Here<\/p>.*<p>and there<\/p>$/);
      }
    });
  });

  it.each([
    ['jpeg', () => image('jpeg', 400, 300)],
    ['png', async () => animatedPng(await image('png', 400, 300))],
    ['gif', () => animation('gif', 8, 200, 150)],
  ])('a text with a cut %s in it is refused, as the file would be', async (type, make) => {
    const picture = await make();
    const withPart = (part: number) =>
      `<img src="data:image/${type};base64,${picture.subarray(0, picture.length * part).toString('base64')}">`;
    await makeJob(engine, { description: withPart(1) });
    const refusal = { status: 422, body: { errors: { description: [expect.stringContaining('cut off')] } } };
    for (const part of [0.6, 0.97]) {
      const description = withPart(part);
      expect(await engine.call('addJob', { ...goodJob, description })).toMatchObject(refusal);
      expect(await engine.call('saveBlog', await blogForm({ description }))).toMatchObject(refusal);
    }
  });

  describe('a stored file', () => {
    let bytes: Buffer;
    let address: string;
    beforeAll(async () => {
      bytes = await image('webp', 40, 30);
      address = (await engine.read('saveBlog', await blogWith(bytes))).blog_image;
    });

    const get = (headers: Record<string, string> = {}, method = 'GET') =>
      fetch(engine.app.url + address, { headers, method });
    const rawGet = (path: string, headers: Record<string, string> = {}) => {
      const { hostname, port } = new URL(engine.app.url);
      return new Promise<{ status?: number; type?: string }>((resolve, reject) => {
        request({ hostname, port, path, headers }, (response) => {
          response.resume();
          resolve({ status: response.statusCode, type: response.headers['content-type'] });
        })
          .on('error', reject)
          .end();
      });
    };

    it('comes in ranges, and not to whoever has it', async () => {
      const { headers } = await get();
      const [etag = '', modified = ''] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
      const long = new Date(Date.parse(modified) - 1000).toUTCString();
      for (const [status, given] of [
        [304, { 'if-none-match': `"another", ${etag}` }],
        [206, { 'if-none-match': '"another"', 'if-modified-since': modified }],
        [206, { 'if-modified-since': long }],
      ] as const)
        expect((await rawGet(address, { range: 'bytes=1-2', ...given })).status, JSON.stringify(given)).toBe(
          status,
        );
      expect((await rawGet(address, { 'if-modified-since': modified })).status).toBe(304);
      for (const [range, status, first] of [
        ['bytes=-5', 206, bytes.length - 5],
        ['bytes=0-999999', 206, 0],
        ['bytes=0-1,4-5', 200, 0],
      ] as const) {
        const answer = await get({ range });
        expect(answer.status, range).toBe(status);
        const received = Buffer.from(await answer.arrayBuffer());
        expect(received.subarray(0, 3), range).toEqual(bytes.subarray(first, first + 3));
        expect(answer.headers.get('content-length')).toBe(String(received.length));
      }
      const past = await get({ range: `bytes=${bytes.length}-` });
      expect([past.status, past.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
      const head = await get({ range: 'bytes=4-7' }, 'HEAD');
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([206, '4', '']);
    });

    it('is the only thing that can be read', async () => {
      await symlink(
        join(engine.app.dataDir, 'content.sqlite'),
        join(engine.app.dataDir, 'media', 'link.png'),
      );
      const year = address.split('/')[2];
      for (const [path, status] of [
        ['/storage/', 404],
        [`/storage/${year}/`, 404],
        ['/storage/link.png', 404],
        ['/storage/%2e%2e/content.sqlite', 400],
        ['/storage/..%2fcontent.sqlite', 400],
        [`/storage/${year}/..\\..\\content.sqlite`, 400],
        [`${address}%00`, 400],
        [address.replace('.webp', '.WEBP'), 404],
      ] as const) {
        const response = await rawGet(path);
        expect(response, path).toMatchObject({ status, type: 'application/json; charset=utf-8' });
      }
    });
  });
});
