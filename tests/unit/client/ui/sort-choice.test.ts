import { expect, it, vi } from 'vitest';
import { sortChoice } from '../../../../client/ui/fields/sort-choice.ts';

vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10, close: () => {} }));
const png = (name: string) => new File(['x'], name, { type: 'image/png', lastModified: 1 });

it('images that are chosen together are taken in their order, once, as far as there is room; each refusal is told by name', async () => {
  const bad = new File([], 'empty.png', { type: 'image/png' });
  const chosen = [png('a.png'), bad, png('kept.png'), png('a.png'), png('b.png'), png('c.png')];
  const { taken, refused } = await sortChoice(chosen, 'image', {
    kept: [png('kept.png')],
    stored: 1,
    max: 4,
  });
  expect(taken.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
  expect(refused).toEqual([
    'empty.png: this file is empty.',
    'kept.png: you have already added this file.',
    'a.png: you have already added this file.',
    'c.png: this file does not fit; you can add at most 4 files.',
  ]);
});
