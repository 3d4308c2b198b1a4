import { afterEach, describe, expect, test, vi } from 'vitest';
import { presentBytes } from '../../../../server/bff/reads/present.ts';

const rules = {
  hosts: ['api.studio.example', 'www.studio.example'],
  mediaPaths: ['/storage', '/img', '/cdn/files'],
};
const rich = { html: ['data.description'] };

const present = async (text: string | Buffer, row: Parameters<typeof presentBytes>[1] = {}) =>
  (await presentBytes(Buffer.from(text), row, rules)).bytes.toString();

afterEach(() => vi.restoreAllMocks());

test.each([
  '{}',
  ' [ ] \r\n\t',
  '"text"',
  'null',
  '-0.5',
  '{ "id" : 12345678901234567890, "a":1.0, "a":[true,false,null],\n\t"slash":"\\/", "u":"\\u0041" }\n',
  '{"title":"see https://api.studio.example for more","link":"https://evil.example/storage/x.png"}',
  '{"image":"/storage/x.png","h":"h","s":"s","note":"status"}',
  '{"__proto__":{"a":"اردو 😀"}}',
  `${'['.repeat(50)}${']'.repeat(50)}`,
])('bytes that go on as they came: %s', async (text) => {
  const write = vi.spyOn(JSON, 'stringify');
  expect(await present(text)).toBe(text);
  // An escaped letter could be a `<`, so rich text with one is parsed.
  if (!text.includes('\\u00')) expect(await present(text, rich)).toBe(text);
  expect(write).not.toHaveBeenCalled();
});

describe('bytes that are presented in earnest', () => {
  test.each([
    ['{"image":"https://api.studio.example/storage/x.png"}', '{"image":"/storage/x.png"}'],
    ['{"image":"HTTP://www.studio.example/x"}', '{"image":"/x"}'],
    ['{"a":["//api.studio.example/x"]}', '{"a":["/x"]}'],
    ['{"a":"https:\\/\\/api.studio.example\\/x"}', '{"a":"/x"}'],
    ['{"a":"\\u0068ttps://api.studio.example/x"}', '{"a":"/x"}'],
    ['{"a":"h\\u0074tps://api.studio.example/x"}', '{"a":"/x"}'],
    ['{"a":"\\/\\/api.studio.example/x"}', '{"a":"/x"}'],
    ['{"a":"/\\/api.studio.example/x"}', '{"a":"/x"}'],
    ['{"image":"storage/x.png"}', '{"image":"/storage/x.png"}'],
    ['{"images":["\\u0073torage/x.png"]}', '{"images":["/storage/x.png"]}'],
    ['{"images":["s\\u0074orage/x.png"]}', '{"images":["/storage/x.png"]}'],
    ['{"image":"cdn\\/files\\/x.png"}', '{"image":"/cdn/files/x.png"}'],
    ['\ufeff{"a":1}', '{"a":1}'],
  ])('%s is %s', async (text, expected) => {
    expect(await present(text)).toBe(expected);
  });

  test.each(['<p onclick=x>t</p>', '\\u003cp onclick=x>t</p>', '\\u003Cp onclick=x>t</p>'])(
    'rich text: %s',
    async (text) => {
      expect(await present(`{"data":{"description":"${text}"}}`, rich)).toBe(
        '{"data":{"description":"<p>t</p>"}}',
      );
      expect(await present(`{"description":"${text}","description":""}`, rich)).toBe('{"description":""}');
    },
  );

  test('bytes that are no UTF-8', async () => {
    expect(await present(Buffer.from('{"a":"\xff"}', 'latin1'))).toBe('{"a":"\ufffd"}');
  });

  test.each(['', '{"status":1', '{"status":1} x', '[nulll]', '["a\nb"]', '["\\u12', 'undefined'])(
    'no JSON (%j) is 502',
    async (text) => {
      await expect(present(text)).rejects.toMatchObject({ code: 'upstream.badAnswer', status: 502 });
    },
  );

  test('nesting without end is 502 where an answer is walked, read again or written anew', async () => {
    const deep = (levels: number) => `${'[{"a":'.repeat(levels)}"//"${'}]'.repeat(levels)}`;
    expect(await present(deep(25))).toBe(deep(25));
    await expect(present(deep(60))).rejects.toMatchObject({ status: 502 });
    await expect(present(deep(100_000))).rejects.toMatchObject({ status: 502 });
    const lists = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    await expect(present(`\ufeff${lists}`)).rejects.toMatchObject({ status: 502 });
    await expect(present(lists, { access: 'public' })).rejects.toMatchObject({ status: 502 });
  });
});
