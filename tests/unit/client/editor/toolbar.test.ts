import { expect, test } from 'vitest';
import { isOn, toolbars, tooltip } from '../../../../client/editor/toolbar/controls.ts';

const labels = (kind: 'blog' | 'project' | 'job') =>
  toolbars[kind]
    .flat()
    .map(({ label }) => label)
    .sort()
    .join(', ');
const more = 'Align centre, Align left, Align right, ';

test('the editors have the tools of docs/product.md §2', () => {
  const project = 'Background colour, Bold, Bullet list, Code block, Heading 1, Heading 2, Heading 3, ';
  const rest = 'Italic, Numbered list, Quote, Strikethrough, Text colour, Underline';
  const images = 'Insert image, Insert image from the library, ';
  expect(labels('job')).toBe(project + rest);
  expect(labels('project')).toBe(project + images + rest);
  expect(labels('blog')).toBe(
    `${more}Background colour, Bold, Bullet list, Clear formatting, Code block, Heading 1, Heading 2, Heading 3, ${images}Insert video, Italic, Justify, Link, Numbered list, Quote, Strikethrough, Text colour, Underline`,
  );
});

test.each([
  ['Heading 2', { header: 2 }, true, 'Heading 2'],
  ['Heading 2', { header: 1 }, false, 'Heading 2'],
  ['Bold', { bold: true }, true, 'Bold (Ctrl+B)'],
  ['Bullet list', { list: 'ordered' }, false, 'Bullet list (Ctrl+Shift+8)'],
  ['Align left', {}, true, 'Align left'],
  ['Align left', { align: 'center' }, false, 'Align left'],
])('%s with %j is pressed: %s', (label, formats, pressed, tip) => {
  for (const control of toolbars.blog.flat().filter((each) => each.label === label))
    expect([isOn(control, formats), tooltip(control, false)]).toEqual([pressed, tip]);
});
