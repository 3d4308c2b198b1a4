import { expect, test } from 'vitest';
import { inOrderOf } from '#shared/in-order-of.ts';

test('items come in the order of the keys, and neither without a key nor for a key that none has', () => {
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }];
  expect(inOrderOf([3, 9, 1], rows, ({ id }) => id)).toEqual([{ id: 3 }, { id: 1 }]);
});
