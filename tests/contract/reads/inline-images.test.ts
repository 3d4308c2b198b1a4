import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { withBothEngines } from '../../support/engines.ts';
import { blogEditForm, sendForm } from '../../support/forms.ts';
import { makeBlog } from '../resources/cases/blogs.ts';

const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
let image: string;
beforeAll(async () => {
  const pixels = sharp({ create: { width: 1000, height: 500, channels: 3, background: '#888', noise } });
  const taken = { IFD0: { Artist: 'Somebody' } };
  image = (await pixels.jpeg().withExif(taken).toBuffer()).toString('base64');
});
const textOf = (words: string) => `<p>${words}</p><p><img src="data:image/jpeg;base64,${image}"></p>`;
const addresses = /\/img\/inline\/post\/\d+\/[\w-]{16}\/\d+/g;

/** Returns true if two base64 JPEGs show the same picture. */
async function samePixels(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((text) => sharp(Buffer.from(text, 'base64')).raw().toBuffer()),
  );
  return first !== undefined && second !== undefined && first.equals(second);
}

withBothEngines((engine) => {
  const post = (id: Id) => callPath(contract.singlePost, { id });

  async function addressesOf(id: Id): Promise<string[]> {
    const shown = await engine.visitor.get(post(id)).expect(200);
    return shown.body.data.description.match(addresses) ?? [];
  }
  /** Returns an address that no other test has requested. */
  const inWidth = (address = '', width: number) => address.replace(/\d+$/, String(width));

  it('an editor gets what was stored, byte for byte, and a visitor a text without the weight', async () => {
    const description = textOf('Both');
    const { id } = await makeBlog(engine, { description });
    const stored = (await engine.admin.get(post(id))).body.data.description;
    // The sanitiser normalises the tag. The image itself is unchanged, except that our engine removes the author from
    // its metadata.
    const [, before, kept = '', after] = /^(.*base64,)([^"]*)(".*)$/.exec(stored) ?? [];
    expect([before, after]).toEqual([
      '<p>Both</p><p><img src="data:image/jpeg;base64,',
      '" alt="" loading="lazy" decoding="async" /></p>',
    ]);
    if (engine.stub) expect(kept).toBe(image);
    else expect(await samePixels(kept, image)).toBe(true);
    const shown = (await engine.visitor.get(post(id))).body.data.description;
    expect(shown).toMatch(/^<p>Both<\/p><p><img src="\/img\/inline\/post\/\d+\/[\w-]{16}\/960" srcset=/);
    expect(shown).toContain(' width="1000" height="500"');
    expect(shown.length).toBeLessThan(1_000);

    await sendForm(
      engine.admin.post(callPath(contract.editBlog)),
      await blogEditForm(id, { description: stored }),
    );
    expect((await engine.admin.get(post(id))).body.data.description).toBe(stored);
    expect((await engine.visitor.get(post(id))).body.data.description).toBe(shown);
  });

  it('each address is a picture in its width, kept for good and made once', async () => {
    const { id } = await makeBlog(engine, { description: textOf('Widths') });
    const [address] = await addressesOf(id);
    engine.stub?.requests.splice(0);
    // Noise in its own width takes more bytes as WebP, so it keeps its own.
    for (const [width, shown, type] of [
      [480, 480, 'image/webp'],
      [1280, 1000, 'image/jpeg'],
    ] as const) {
      const answer = await engine.visitor.get(inWidth(address, width)).expect(200).responseType('blob');
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
      const { width: made, exif } = await sharp(answer.body).metadata();
      expect([made, exif]).toEqual([shown, undefined]);
      const again = engine.visitor
        .get(inWidth(address, width))
        .set('If-None-Match', answer.headers.etag ?? '');
      expect((await again).status).toBe(304);
    }
    const head = await engine.visitor.head(inWidth(address, 480)).expect(200);
    expect(Number(head.headers['content-length'])).toBeGreaterThan(100);
    // Two pictures, requested right after each other, share one read of the text.
    if (engine.stub) expect(engine.stub.requests).toHaveLength(1);
  });

  it('the page has the addresses and not the image', async () => {
    const { id } = await makeBlog(engine, { description: textOf('Page') });
    const page = await engine.visitor.get(pathTo('viewBlog', { id })).set('Accept', 'text/html').expect(200);
    expect(page.text).toContain((await addressesOf(id))[0]);
    expect(page.text).not.toContain('data:image');
  });

  it('a picture is there for visitors as long as its text is: 404 for another text, another picture, and a hidden post', async () => {
    const { id } = await makeBlog(engine, { description: textOf('Hidden') });
    const other = await makeBlog(engine, { description: '<p>None</p>' });
    const [address = ''] = await addressesOf(id);
    const status = async (path: string) => (await engine.visitor.get(path)).status;
    expect(await status(address.replace(`/post/${id}/`, `/post/${other.id}/`))).toBe(404);
    expect(await status(address.replace('/post/', '/job/'))).toBe(404);
    expect(await status(address.replace(/[\w-]{16}/, 'A'.repeat(16)))).toBe(404);
    expect(await status(`${address}?x`)).toBe(404);
    expect(await status('/img/inline/')).toBe(404);
    expect((await engine.visitor.post(address)).status).toBe(405);
    const hidden = await makeBlog(engine, { description: textOf('Hidden'), is_active: '0' });
    expect(await status(address.replace(`/post/${id}/`, `/post/${hidden.id}/`))).toBe(404);
    // A session does not open it either: the answers of this address are public.
    expect((await engine.admin.get(address.replace(`/post/${id}/`, `/post/${hidden.id}/`))).status).toBe(404);
  });

  it('an image that was added a moment ago is found, though the text was read before', async () => {
    const { id } = await makeBlog(engine, { description: textOf('Before') });
    const [first = ''] = await addressesOf(id);
    await engine.visitor.get(inWidth(first, 320)).expect(200);
    const pixels = sharp({ create: { width: 400, height: 400, channels: 3, background: '#888', noise } });
    const added = `<img src="data:image/png;base64,${(await pixels.png().toBuffer()).toString('base64')}">`;
    await sendForm(
      engine.admin.post(callPath(contract.editBlog)),
      await blogEditForm(id, { description: added }),
    );
    const [second = ''] = await addressesOf(id);
    expect(second).not.toBe(first);
    await expect.poll(async () => (await engine.visitor.get(inWidth(second, 320))).status).toBe(200);
  });

  it('an animation moves', async () => {
    const frames = await sharp({
      create: { width: 100, height: 200, channels: 3, background: '#888', noise, pageHeight: 100 } as never,
    })
      .gif()
      .toBuffer();
    expect((await sharp(frames).metadata()).pages).toBe(2);
    const description = `<img src="data:image/gif;base64,${frames.toString('base64')}">`;
    const { id } = await makeBlog(engine, { description });
    const [address = ''] = await addressesOf(id);
    const answer = await engine.visitor.get(address).expect(200).responseType('blob');
    expect(answer.headers).toMatchObject({
      'content-type': 'image/gif',
      'cache-control': expect.stringContaining('immutable'),
    });
    expect((await sharp(answer.body).metadata()).pages).toBe(2);
  });
});
