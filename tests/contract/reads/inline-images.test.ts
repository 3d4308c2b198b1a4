import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import { withBothEngines } from '../../support/engines.ts';
import { blogEditForm } from '../../support/forms.ts';
import { makeBlog } from '../resources/cases.ts';

const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const noisy = (width: number, height: number, more = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#888', noise, ...more } });
const image = (await noisy(1000, 500).jpeg().toBuffer()).toString('base64');
const textOf = (words: string) => `<p>${words}</p><p><img src="data:image/jpeg;base64,${image}"></p>`;

withBothEngines((engine) => {
  const read = async (id: Id, agent = engine.visitor) =>
    (await agent.read('singlePost', id)).description as string;
  /** The address of the first image of a post. */
  const addressOf = async (id: Id) =>
    /\/img\/inline\/post\/\d+\/[\w-]{16}\/\d+/.exec(await read(id))?.[0] ?? '';
  const edit = async (id: Id, description: string) =>
    engine.call('editBlog', await blogEditForm(id, { description }));
  /** An address that no other test has requested. */
  const inWidth = (address: string, width: number) => address.replace(/\d+$/, String(width));
  const status = async (path: string, agent = engine.visitor) => (await agent.get(path)).status;

  it('an editor gets what was stored, and a visitor and the page a text without the weight', async () => {
    const { id } = await makeBlog(engine, { description: textOf('Both') });
    const stored = await read(id, engine.admin);
    // The sanitiser normalises the tag; the image itself is unchanged.
    expect(stored).toBe(
      `<p>Both</p><p><img src="data:image/jpeg;base64,${image}" alt="" loading="lazy" decoding="async" /></p>`,
    );
    const shown = await read(id);
    expect(shown).toMatch(/^<p>Both<\/p><p><img src="\/img\/inline\/post\/\d+\/[\w-]{16}\/960" srcset=/);
    expect(shown).toContain(' width="1000" height="500"');
    expect(shown.length).toBeLessThan(1_000);
    const page = await engine.visitor.get(`/view-blog/${id}`).set('Accept', 'text/html');
    expect(page.text).toContain(await addressOf(id));
    expect(page.text).not.toContain('data:image');
    await edit(id, stored);
    expect([await read(id, engine.admin), await read(id)]).toEqual([stored, shown]);
  });

  it('each address is a picture in its width, kept for good and made once', async () => {
    const { id } = await makeBlog(engine, { description: textOf('Widths') });
    const address = await addressOf(id);
    engine.stub?.requests.splice(0);
    // Noise in its own width takes more bytes as WebP, so it keeps its own.
    for (const [width, shown, type] of [
      [480, 480, 'image/webp'],
      [1280, 1000, 'image/jpeg'],
    ] as const) {
      const { headers, body } = await engine.visitor.get(inWidth(address, width)).responseType('blob');
      expect(headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(headers['set-cookie']).toBeUndefined();
      expect((await sharp(body).metadata()).width).toBe(shown);
      await engine.visitor
        .get(inWidth(address, width))
        .set('If-None-Match', headers.etag ?? '')
        .expect(304);
    }
    const head = await engine.visitor.head(inWidth(address, 480)).expect(200);
    expect(Number(head.headers['content-length'])).toBeGreaterThan(100);
    // Two pictures, requested right after each other, share one read of the text.
    if (engine.stub) expect(engine.stub.requests).toHaveLength(1);
  });

  it('a picture is there for visitors as long as its text is: 404 for another text, another picture, and a hidden post', async () => {
    const { id } = await makeBlog(engine, { description: textOf('Hidden') });
    const other = await makeBlog(engine, { description: '<p>None</p>' });
    const hidden = await makeBlog(engine, { description: textOf('Hidden'), is_active: '0' });
    const address = await addressOf(id);
    const ofPost = (post: { id: Id }) => address.replace(`/post/${id}/`, `/post/${post.id}/`);
    const changed = [
      address.replace('/post/', '/job/'),
      address.replace(/[\w-]{16}/, 'A'.repeat(16)),
      `${address}?x`,
    ];
    for (const path of [ofPost(other), ofPost(hidden), ...changed, '/img/inline/'])
      expect(await status(path)).toBe(404);
    // A session does not open it either: the answers of this address are public.
    expect(await status(ofPost(hidden), engine.admin)).toBe(404);
    await engine.visitor.post(address).expect(405);
  });

  it('an image that was added a moment ago is found, and an animation moves', async () => {
    const { id } = await makeBlog(engine, { description: textOf('Before') });
    const first = await addressOf(id);
    expect(await status(inWidth(first, 320))).toBe(200);
    const frames = await noisy(100, 200, { pageHeight: 100 }).gif().toBuffer();
    await edit(id, `<img src="data:image/gif;base64,${frames.toString('base64')}">`);
    const second = await addressOf(id);
    expect(second).not.toBe(first);
    await expect.poll(() => status(second)).toBe(200);
    const answer = await engine.visitor.get(second).responseType('blob');
    expect(answer.headers['content-type']).toBe('image/gif');
    expect((await sharp(answer.body).metadata()).pages).toBe(2);
  });
});
