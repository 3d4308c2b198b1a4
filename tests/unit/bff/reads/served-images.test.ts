import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { parseInlineImagePath } from '#shared/inline-images.ts';
import { isForVisitors } from '#shared/visitors-text.ts';
import { presentAnswer } from '../../../../server/bff/reads/present.ts';
import { extractInlineImages } from '../../../../server/rich-text/inline-images.ts';

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
beforeAll(async () => {
  base64 = (await noise(700, 350).jpeg().toBuffer()).toString('base64');
});
const data = (type = 'jpeg', run = base64) => `data:image/${type};base64,${run}`;

async function read(
  description: string,
  path = '/api/singlePost/7',
  row: keyof typeof contract = 'singlePost',
) {
  const json = { data: { id: 9, description } };
  await presentAnswer(json, contract[row], rules, { visitorsPath: path });
  return json.data.description;
}

test('for a visitor it is marked as what must not be saved', async () => {
  expect(isForVisitors(await read(`<img src="${data()}">`))).toBe(true);
  // A file that no decoder reads stays in the text.
  const broken = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(3_000)]).toString('base64');
  expect(isForVisitors(await read(`<img src="${data('jpeg', broken)}">`))).toBe(false);
  expect(
    isForVisitors(await read('<img srcset="/img/inline/post/1/x/1 1x" src="/img/inline/post/1/x/1">')),
  ).toBe(false);
});

test('a picture that is turned has its size as it is shown', async () => {
  const turned = await noise(700, 350).jpeg().withMetadata({ orientation: 8 }).toBuffer();
  const html = await read(`<img src="${data('jpeg', turned.toString('base64'))}">`);
  expect(html).toContain(' width="350" height="700"');
});

test('what an author writes into alt or title comes out as text', async () => {
  const html = await read(`<img src="${data()}" alt='"><script>x</script>' title='x width="9" '>`);
  expect(html).toContain(' alt="&quot;&gt;&lt;script&gt;x&lt;/script&gt;" title="x width=&quot;9&quot; "');
  expect(html).toContain('40rem, 100vw');
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

const long = 'A'.repeat(5_000);

test('what the sanitiser has taken out stays out', () => {
  const lifted = extractInlineImages(`<p>;base64,${long}</p>`);
  expect(lifted.restore('<p></p>')).toBe('<p></p>');
});

test('nothing is lost or added, whatever the text', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom(';base64,', long, `;base64,${long}`, '<img src="', '">'),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const html = parts.join('');
      const lifted = extractInlineImages(html);
      expect(lifted.restore(lifted.html)).toBe(html);
    }),
  );
});
