import { expect, test } from 'vitest';
import { warnOfUndescribedImages } from '../../../../../client/admin/shared/undescribed-images.ts';

const image = (alt = '') => `<img src="/storage/a.png"${alt}>`;

test.each([
  ['no image', '<p>a</p>', '', undefined],
  ['a described one', image(' alt="A road"'), '', undefined],
  ['one without', image() + image(' alt="A road"'), '', /^1 image in the text has/],
  ['blanks are no description', image(' alt=" "') + image(' alt=""'), '', /^2 images in the text have/],
  ['those that visitors see already', image() + image(' alt="b"'), image(), undefined],
  ['one more of them', image() + image(), image(), /^2 images in the text have/],
])('%s', (_what, html, before, warning) => {
  const found = warnOfUndescribedImages(html, before);
  if (warning) expect(found).toMatch(warning);
  else expect(found).toBeUndefined();
});
