import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Blog } from '#shared/schemas/blog.ts';
import type { Job } from '#shared/schemas/job.ts';
import { startEngine, type TestEngine } from '../../../support/engine/engine.ts';
import { blogForm } from '../../../support/engine/forms.ts';
import { animatedPng, animation, image } from '../../../support/files.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

const camera = 'Secret Camera';
/** A photo taken sideways, with a GPS position. */
const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#b5482a' } })
  .withExif({ IFD0: { Make: camera }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } })
  .withMetadata({ orientation: 6 })
  .withIccProfile('p3')
  .jpeg()
  .toBuffer();

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

/** Returns the one inline image of a text. */
const inlineOf = (html = '') => Buffer.from(/;base64,([A-Za-z0-9+/=]+)/.exec(html)?.[1] ?? '', 'base64');
const text = `<p>Here</p><img src="data:image/jpeg;base64,${photo.toString('base64')}"><p>and there</p>`;

it('a photo is stored without its place and camera, upright', async () => {
  expect([photo.includes(camera), await hasPlace(photo)]).toEqual([true, true]);
  const { body } = await engine.call<Blog>('saveBlog', { body: await blogForm({ blog_image: photo }) });
  const answer = await engine.fetch(body.data?.blog_image ?? '');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  await expectPlain(Buffer.from(await answer.arrayBuffer()));
});

const jobFields = {
  title: 'A job',
  department: 'Art',
  employment_type: 'FULL_TIME',
  location_type: 'remote',
};
const addJob = (description: string) => {
  const json = JSON.stringify({ ...jobFields, description });
  return engine.call<Job>('addJob', { body: json, contentType: 'application/json' });
};

it('so are the inline images of texts, in forms with files and in those of JSON', async () => {
  const { body: post } = await engine.call<Blog>('saveBlog', { body: await blogForm({ description: text }) });
  const { body: job } = await addJob(text);
  for (const { description } of [post.data, job.data].map((each) => each ?? { description: '' })) {
    await expectPlain(inlineOf(description));
    expect(description).toMatch(/^<p>Here<\/p>.*<p>and there<\/p>$/);
  }
});

it.each([
  ['jpeg', () => image('jpeg', 400, 300)],
  ['png', async () => animatedPng(await image('png', 400, 300))],
  ['gif', () => animation('gif', 8, 200, 150)],
])('a text with a cut %s in it is refused, as the file would be', async (type, make) => {
  const picture = await make();
  const withPart = (part: number) =>
    `<img src="data:image/${type};base64,${picture.subarray(0, picture.length * part).toString('base64')}">`;
  expect((await addJob(withPart(1))).status).toBe(200);
  const refusal = { status: 422, body: { errors: { description: [expect.stringContaining('cut off')] } } };
  for (const part of [0.6, 0.97]) {
    expect(await addJob(withPart(part))).toMatchObject(refusal);
    const body = await blogForm({ description: withPart(part) });
    expect(await engine.call<Blog>('saveBlog', { body })).toMatchObject(refusal);
  }
});
