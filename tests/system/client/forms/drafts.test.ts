import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MIB } from '#shared/limits.ts';
import { sameValues, useDraft, withFittingFiles } from '../../../../client/forms/draft.ts';

const image = new File(['bytes'], 'نقش.png', { type: 'image/png' });

test('a draft has its files, but for those that are too large together', () => {
  const values = { title: 'A', image, images: [image, image], tags: ['x'], none: null };
  expect(withFittingFiles(values)).toEqual({ values, isWhole: true });
  const ofSize = (size: number) => Object.defineProperty(new File(['x'], 'a.mp4'), 'size', { value: size });
  const [video, other] = [ofSize(39 * MIB), ofSize(2 * MIB)];
  expect(withFittingFiles({ video, images: [other, image], photo: other })).toEqual({
    values: { video, images: [image], photo: null },
    isWhole: false,
  });
});

test.each<[object, object, boolean]>([
  [{ a: 'x' }, { a: 'y' }, false],
  [{ a: '' }, { a: null }, true],
  [{}, { a: '' }, true],
  [{ a: 0 }, { a: '' }, false],
  [{ a: [image, 1] }, { a: [image, 1] }, true],
  [{ a: image }, { a: new File(['bytes'], 'نقش.png') }, false],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [{ a: [1] }, { a: [1, 2] }, false],
])('two states of a form hold the same input: %j, %j: %s', (one, other, expected) => {
  expect([sameValues(one, other), sameValues(other, one)]).toEqual([expected, expected]);
});

test('input that waits to be stored is not stored any more once the draft was deleted', async () => {
  let draft = {} as ReturnType<typeof useDraft>;
  const Form = () => {
    draft = useDraft({ form: 'post', version: undefined, untouched: () => true, onRestore() {} });
    return null;
  };
  renderToString(createElement(Form));
  draft.saveDraft({ title: 'A' }, undefined);
  await draft.deleteDraft();
  // The form calls this when it closes.
  expect(draft.flush()).toBeUndefined();
});
