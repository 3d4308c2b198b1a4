import { expect, test } from 'vitest';
import { presentAnswer, presentBytes } from '../../../../server/bff/reads/present.ts';

const rules = { hosts: ['api.studio.example', 'www.studio.example'], mediaPaths: ['/storage'] };
async function present(json: unknown, html: string[] = []) {
  await presentAnswer(json, { name: 'any', html }, rules);
  return json;
}

test('of a text that no page could show visitors get the beginning, and whoever may change it all of it', async () => {
  const row = { name: 'singlePost', html: ['description'] };
  const picture = `<img src="data:image/png;base64,${'A'.repeat(5 * 1024 * 1024)}">`;
  // Few tags after the beginning: with many, the test would depend on the machine's speed.
  const long = `${'<p>One <strong>and <em>two</em></strong></p>'.repeat(2_000)}<p>${'word '.repeat(1_000_000)}</p>`;
  const read = async (description: string, visitorsPath?: string) => {
    const options = visitorsPath === undefined ? {} : { visitorsPath };
    const answer = { description };
    await presentAnswer(answer, row, rules, options);
    return answer.description;
  };
  const shown = await read(long, '/api/singlePost/1');
  expect(shown.length).toBeLessThan(70_000);
  expect(shown).toMatch(/^(<p>One <strong>and <em>two<\/em><\/strong><\/p>)+.*…/);
  expect(await read(long)).toBe(long);
  // Inline images do not count as markup, since visitors get them as files.
  expect((await read(`<p>x</p>${picture}`, '/api/singlePost/1')).length).toBeGreaterThan(5_000_000);
  const bytes = Buffer.from(JSON.stringify({ description: 'x'.repeat(5 * 1024 * 1024) }));
  const options = { visitorsPath: '/api/singlePost/1' };
  expect((await presentBytes(bytes, row, rules, options)).bytes.length).toBeLessThan(70_000);
});

test.each([
  ['https://api.studio.example/storage/x.png', '/storage/x.png'],
  ['http://www.studio.example/storage/x.png', '/storage/x.png'],
  ['https://api.studio.example', '/'],
  ['https://api.studio.example//evil.example/x', '/evil.example/x'],
  ['https://api.studio.example/\\evil.example/x', '/evil.example/x'],
  ['https://evil.example/storage/x.png', 'https://evil.example/storage/x.png'],
  ['https://api.studio.example.evil.example/x', 'https://api.studio.example.evil.example/x'],
  ['https://api.studio.example@evil.example/x', 'https://api.studio.example@evil.example/x'],
  ['https://api.studio.example:8443/x', 'https://api.studio.example:8443/x'],
  ['see https://api.studio.example/x', 'see https://api.studio.example/x'],
  ['https://api.studio.example/x is our address', 'https://api.studio.example/x is our address'],
  ['storage/x.png', 'storage/x.png'],
])('addresses: a text %s becomes %s', async (text, expected) => {
  expect(await present({ note: text })).toEqual({ note: expected });
});

test('rich text is known by its field, at any depth, and so is all that is below it', async () => {
  const evil = '<p onclick=x>t</p>';
  expect(
    await present({ a: [{ description: evil }], description: { b: [evil] }, title: evil }, [
      'data.description',
    ]),
  ).toEqual({
    a: [{ description: '<p>t</p>' }],
    description: { b: ['<p>t</p>'] },
    title: evil,
  });
});

test('a field named __proto__ stays a field', async () => {
  const shown = (await present(JSON.parse('{"__proto__":{"polluted":1}}'))) as object;
  expect(JSON.stringify(shown)).toBe('{"__proto__":{"polluted":1}}');
  expect('polluted' in {}).toBe(false);
  expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
});
