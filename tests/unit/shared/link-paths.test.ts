import { expect, it } from 'vitest';
import { isSecretForm, linkAt, linkPath, withoutSecret } from '#shared/link-paths.ts';

const secret = 'Zm9vYmFyYmF6cXV4MTIzNA';

it.each([
  `/invite/${secret}`,
  `/reset/${secret}.`,
  `/preview/${secret}/and/more`,
  `//preview//${secret}`,
  `/Preview/${secret}`,
  `/%2570review/${secret}`,
  `/preview%2F${secret}`,
  `\\preview\\${secret}`,
])('no log has the secret of %s', (path) => {
  expect(withoutSecret(path)).toMatch(/^\/(preview|invite|reset)\/-$/);
});

it.each(['/', '/preview', '/previews/1', '/api/previews', '/%E0%A4%A', '/a%zz'])(
  'the path %s stays what it is',
  (path) => {
    expect(withoutSecret(path)).toBe(path);
  },
);

it('only the exact spelling is a page by link', () => {
  expect(linkAt(linkPath('invite', secret))).toEqual({ kind: 'invite', secret });
  expect([linkAt(`/Invite/${secret}`), linkAt('/view-blog/7')]).toEqual([undefined, undefined]);
  expect([secret, 'short', `${secret}.`, `${secret}/x`, 'a'.repeat(87)].filter(isSecretForm)).toEqual([
    secret,
  ]);
});
