import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Pieces that are only in the head of a page: there is nothing to show. */
const unseen = ['PageHead', 'PageStatus', 'PageTitle'].map((name) => `client/ui/${name}.tsx`);

it('the gallery shows every component of client/ui', () => {
  const shown = new Set<string>();
  const show = (path: string) => {
    if (shown.has(path)) return;
    shown.add(path);
    for (const [, next = ''] of readFileSync(join(root, path), 'utf8').matchAll(/ from '(\..+\.tsx)'/g))
      show(posix.join(posix.dirname(path), next));
  };
  show('gallery/main.tsx');
  const all = globSync('client/ui/**/[A-Z]*.tsx', { cwd: root });
  expect(all.length).toBeGreaterThan(40);
  expect(all.filter((path) => !shown.has(path) && !unseen.includes(path))).toEqual([]);
});
