import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { parseInlineImagePath } from '#shared/inline-images.ts';
import { isForVisitors } from '#shared/visitors-text.ts';
import { presentAnswer } from '../../../../server/bff/reads/present.ts';
import { hashOfBase64, inlineImagesIn } from '../../../../server/bff/reads/served-images.ts';

const rules = { hosts: [], mediaPaths: [] };
/** Noise, so that compression does not make the picture tiny. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
let base64: string;
let small: string;
beforeAll(async () => {
  base64 = (await noise(700, 350).jpeg().toBuffer()).toString('base64');
  small = (await noise(20, 20).png().toBuffer()).toString('base64').slice(0, 2_000);
});
const data = (type = 'jpeg', run = base64) => `data:image/${type};base64,${run}`;

async function read(
  description: string,
  path = '/api/singlePost/7',
  row: keyof typeof contract = 'singlePost',
) {
  const json = { data: { id: 9, description } };
  const shown = (await presentAnswer(json, contract[row], rules, { visitorsPath: path })) as typeof json;
  return shown.data.description;
}

describe('for a visitor', () => {
  test('an image is an address, in the widths that make sense, with its size', async () => {
    const at = `/img/inline/post/7/${hashOfBase64(base64)}`;
    expect(await read(`<p>a<img src="${data()}" alt="A cat">b</p>`)).toBe(
      `<p>a<img src="${at}/768" srcset="${at}/320 320w, ${at}/480 480w, ${at}/640 640w, ${at}/768 700w"` +
        ' sizes="(min-width: 44rem) 40rem, 100vw" alt="A cat" loading="lazy" decoding="async" width="700" height="350" />b</p>',
    );
    expect(parseInlineImagePath(`${at}/640`)).toEqual({
      owner: 'post',
      id: '7',
      hash: hashOfBase64(base64),
      width: 640,
    });
  });

  test('a picture between paragraphs is offered in the sizes of its place', async () => {
    const wide = await read(
      `<figure data-width="wide"><img src="${data()}" width="300"><figcaption>x</figcaption></figure>`,
    );
    expect(wide).toContain('<figure data-width="wide"><img src="/img/inline/post/7/');
    expect(wide).toContain(' sizes="(min-width: 48rem) min(84vw, 74rem), 100vw" ');
    const [inText, full] = await Promise.all([
      read(`<figure data-width="text"><img src="${data()}"></figure>`),
      read(`<figure data-width="full"><img src="${data()}"></figure>`),
    ]);
    expect(inText).toContain(' sizes="(min-width: 44rem) 40rem, 100vw" ');
    expect(full).toContain(' sizes="min(100vw, 88rem)" ');
    // A picture of the API host has smaller sizes too, but one without a width stays as the host wrote it.
    const stored = '<img src="/storage/a.png" alt="" loading="lazy" decoding="async" />';
    const media = { hosts: [], mediaPaths: ['/storage'] };
    const json = {
      data: { description: `<figure data-width="full">${stored}</figure><figure>${stored}</figure>` },
    };
    const shown = (await presentAnswer(json, contract.singlePost, media, {
      visitorsPath: '/api/singlePost/7',
    })) as typeof json;
    expect(shown.data.description).toBe(
      '<figure data-width="full"><img src="/storage/a.png" srcset="/img/640/storage/a.png 640w, /img/768/storage/a.png 768w, /img/960/storage/a.png 960w, /img/1280/storage/a.png 1280w, /img/1920/storage/a.png 1920w" sizes="min(100vw, 88rem)" alt="" loading="lazy" decoding="async" /></figure>' +
        `<figure>${stored}</figure>`,
    );
  });

  test('the width that an author has chosen stays, and says how wide the file must be', async () => {
    const html = await read(`<img src="${data()}" width="300">`);
    expect(html).toContain(' sizes="min(300px, 100vw)" alt="" width="300" loading=');
    expect(html).not.toContain('height=');
    expect(await read(`<img src="${data()}" width="50%">`)).toContain(
      '40rem, 100vw" alt="" width="50%" loading=',
    );
  });

  test('the owner is that of the row; an item of a list is its own', async () => {
    expect(await read(`<img src="${data()}">`, '/api/singleJob/3', 'singleJob')).toContain(
      '"/img/inline/job/3/',
    );
    expect(await read(`<img src="${data()}">`, '/api/getSingleProject/4', 'getSingleProject')).toContain(
      '"/img/inline/project/4/',
    );
    const list = { data: { data: [{ id: 5, description: `<img src="${data()}">` }] } };
    const shown = await presentAnswer(list, contract.activeBlogs, rules, {
      visitorsPath: '/api/activeBlogs?page=1',
    });
    expect(JSON.stringify(shown)).toContain('/img/inline/post/5/');
  });

  test('it is marked as what must not be saved', async () => {
    expect(isForVisitors(await read(`<img src="${data()}">`))).toBe(true);
    // The part of the file that is read contains no dimensions.
    const far = `${Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(300_000, 0xff)]).toString('base64')}`;
    const html = await read(`<img src="${data('jpeg', far)}">`);
    expect(html).toContain('/960 1x"');
    expect(isForVisitors(html)).toBe(true);
    expect(
      isForVisitors(await read('<img srcset="/img/inline/post/1/x/1 1x" src="/img/inline/post/1/x/1">')),
    ).toBe(false);
  });
});

describe('what stays in the text', () => {
  const stays = async (html: string, path?: string, row?: keyof typeof contract) =>
    expect(await read(html, path, row)).toContain(/base64,[^"]*/.exec(html)?.[0]);

  test('a small image', () => stays(`<img src="${data('png', small)}">`));
  test('what is no picture', () => stays(`<img src="${data('png', 'A'.repeat(5_000))}">`));
  test('a picture whose text cannot be found again', async () => {
    await stays(`<img src="${data()}">`, '/api/singlePost/~seven');
    await stays(`<img src="${data()}">`, '/api/getSingleCategory/7', 'getSingleCategory');
    const nameless = { status: 1, data: { data: [{ description: `<img src="${data()}">` }] } };
    expect(
      JSON.stringify(
        await presentAnswer(nameless, contract.activeBlogs, rules, { visitorsPath: '/api/activeBlogs' }),
      ),
    ).toContain(base64);
    const odd = { blog: { id: 1, description: `<img src="${data()}">` } };
    expect(
      JSON.stringify(
        await presentAnswer(odd, contract.singlePost, rules, { visitorsPath: '/api/singlePost/7' }),
      ),
    ).toContain(base64);
  });
  test('every image, for whoever may change the text', async () => {
    const json = { data: { description: `<img src="${data()}">` } };
    expect(JSON.stringify(await presentAnswer(json, contract.singlePost, rules))).toContain(base64);
  });
});

test('what an author writes into alt or title comes out as text', async () => {
  const html = await read(`<img src="${data()}" alt='"><script>x</script>' title='x width="9" '>`);
  expect(html).toContain(' alt="&quot;&gt;&lt;script&gt;x&lt;/script&gt;" title="x width=&quot;9&quot; "');
  expect(html).toContain('40rem, 100vw');
});

test('an image is found again by its name in the whole text', async () => {
  const json = {
    data: { description: `<img src="${data()}"><p><img src="${data('png', small)}" alt="b"></p>` },
  };
  const whole = (await presentAnswer(json, contract.singlePost, rules)) as typeof json;
  expect(inlineImagesIn(whole.data.description)).toEqual([base64, small]);
});

test.each([
  '/img/inline/post/7/abcdefghijklmnop/641',
  '/img/inline/post/-7/abcdefghijklmnop/640',
  '/img/inline/post/../abcdefghijklmnop/640',
  '/img/inline/page/7/abcdefghijklmnop/640',
  '/img/inline/post/7/abcdefghijklmno/640',
  '/img/inline/post/7/abcdefghijklmno./640',
  '/img/inline/post/7/abcdefghijklmnop/640?x',
  '/img/inline/post/7/abcdefghijklmnop/640/',
  '/img/inline/post/7/abcdefghijklmnop/0640',
])('%s is no address of an image', (path) => {
  expect(parseInlineImagePath(path)).toBeUndefined();
});
