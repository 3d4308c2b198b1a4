import { expect, test } from 'vitest';
import { mayPrefetch } from '../../../../client/app/prefetch-pages.ts';

test.each([
  [undefined, true],
  [{ effectiveType: '3g', saveData: false }, true],
  [{ effectiveType: '4g', saveData: true }, false],
  [{ effectiveType: '2g' }, false],
])('on a line that is %o something may be fetched ahead: %s', (line, expected) => {
  expect(mayPrefetch(line)).toBe(expected);
});
