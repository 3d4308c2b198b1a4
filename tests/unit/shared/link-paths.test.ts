import { expect, it } from 'vitest';
import { isSecretForm, linkAt, linkPath, withoutSecret } from '#shared/link-paths.ts';

const secret = 'Zm9vYmFyYmF6cXV4MTIzNA';

it.each([
  `/preview/${secret}`,
  `/invite/${secret}`,
  `/reset/${secret}`,
  `/preview/${secret}/`,
  `/preview/${secret}.`,
  `/preview/${secret}/and/more`,
  `//preview//${secret}`,
  `/Preview/${secret}`,
  `/%70review/${secret}`,
  `/%2570review/${secret}`,
  `/preview%2F${secret}`,
  `\\preview\\${secret}`,
])('no log has the secret of %s', (path) => {
  expect(withoutSecret(path)).not.toContain(secret);
  expect(withoutSecret(path)).toMatch(/^\/(preview|invite|reset)\/-$/);
});

it.each(['/', '/preview', '/previews/1', '/view-blog/7', '/api/previews', '/%E0%A4%A', '/a%zz'])(
  'the path %s stays what it is',
  (path) => {
    expect(withoutSecret(path)).toBe(path);
  },
);

it('only the exact spelling is a page by link', () => {
  expect(linkAt(linkPath('invite', secret))).toEqual({ kind: 'invite', secret });
  expect(linkAt(`/Invite/${secret}`)).toBeUndefined();
  expect(linkAt('/view-blog/7')).toBeUndefined();
});

it.each([
  [secret, true],
  ['short', false],
  [`${secret}.`, false],
  [`${secret}/x`, false],
  ['a'.repeat(87), false],
])('%s can be a secret: %s', (text, is) => {
  expect(isSecretForm(text)).toBe(is);
});
