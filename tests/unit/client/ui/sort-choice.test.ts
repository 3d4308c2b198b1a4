import { describe, expect, it, vi } from 'vitest';
import { sortChoice } from '../../../../client/ui/fields/sort-choice.ts';

vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10, close: () => {} }));

const png = (name: string) => new File(['x'], name, { type: 'image/png', lastModified: 1 });
const names = (files: readonly File[]) => files.map((file) => file.name);

describe('images that are chosen together', () => {
  it('are taken in their order; a bad one costs none of the others and is told by name', async () => {
    const bad = new File(['x'], 'notes.txt', { type: 'text/plain' });
    const choice = await sortChoice([png('a.png'), bad, png('b.png')], 'image', {
      kept: [],
      stored: 0,
      max: 12,
    });
    expect(names(choice.taken)).toEqual(['a.png', 'b.png']);
    expect(choice.refused).toHaveLength(1);
    expect(choice.refused[0]).toMatch(/^notes\.txt: /);
  });

  it('fill the places that are left, the stored ones counted; the rest are told', async () => {
    const choice = await sortChoice([png('a.png'), png('b.png'), png('c.png')], 'image', {
      kept: [png('kept.png')],
      stored: 2,
      max: 4,
    });
    expect(names(choice.taken)).toEqual(['a.png']);
    expect(choice.refused).toEqual([
      'b.png: this file does not fit; you can add at most 4 files.',
      'c.png: this file does not fit; you can add at most 4 files.',
    ]);
  });

  it('are not taken twice, neither from before nor within one choice', async () => {
    const choice = await sortChoice([png('a.png'), png('b.png'), png('b.png')], 'image', {
      kept: [png('a.png')],
      stored: 0,
      max: 12,
    });
    expect(names(choice.taken)).toEqual(['b.png']);
    expect(choice.refused).toEqual([
      'a.png: you have already added this file.',
      'b.png: you have already added this file.',
    ]);
  });

  it('leave no place to a file that was refused', async () => {
    const empty = new File([], 'empty.png', { type: 'image/png' });
    const choice = await sortChoice([empty, png('a.png')], 'image', { kept: [], stored: 0, max: 1 });
    expect(names(choice.taken)).toEqual(['a.png']);
  });
});
