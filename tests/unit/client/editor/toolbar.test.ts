import { expect, test } from 'vitest';
import { toolbars } from '../../../../client/editor/toolbar/controls.ts';

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
