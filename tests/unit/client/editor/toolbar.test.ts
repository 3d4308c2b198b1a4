import { describe, expect, test } from 'vitest';
import { type Control, isOn, toolbars, tooltip } from '../../../../client/editor/toolbar/controls.ts';

const labels = (kind: 'blog' | 'project' | 'job') => toolbars[kind].flat().map(({ label }) => label);
const control = (label: string): Control => {
  const found = toolbars.blog.flat().find((one) => one.label === label);
  if (!found) throw new Error(label);
  return found;
};

describe('toolbars of docs/product.md §2', () => {
  test('the blog editor has all of it', () => {
    expect(labels('blog')).toEqual([
      'Heading 1',
      'Heading 2',
      'Heading 3',
      'Bold',
      'Italic',
      'Underline',
      'Strikethrough',
      'Text colour',
      'Background colour',
      'Numbered list',
      'Bullet list',
      'Align left',
      'Align centre',
      'Align right',
      'Justify',
      'Quote',
      'Code block',
      'Link',
      'Insert image',
      'Insert image from the library',
      'Insert video',
      'Clear formatting',
    ]);
  });

  test('the project editor has no alignment, link, video or clearing, and that of jobs no images either', () => {
    const rest = [
      'Align left',
      'Align centre',
      'Align right',
      'Justify',
      'Link',
      'Insert video',
      'Clear formatting',
    ];
    const images = ['Insert image', 'Insert image from the library'];
    expect([...labels('project')].sort()).toEqual(
      labels('blog')
        .filter((label) => !rest.includes(label))
        .sort(),
    );
    expect(labels('job')).toEqual(labels('project').filter((label) => !images.includes(label)));
  });
});

describe('pressed buttons', () => {
  test.each([
    ['Heading 2', { header: 2 }, true],
    ['Heading 2', { header: 1 }, false],
    ['Bold', { bold: true }, true],
    ['Bold', {}, false],
    ['Bullet list', { list: 'bullet' }, true],
    ['Bullet list', { list: 'ordered' }, false],
    ['Align left', {}, true],
    ['Align left', { align: 'center' }, false],
    ['Align centre', { align: 'center' }, true],
    ['Link', { link: 'https://a.example' }, true],
    ['Insert image', {}, false],
  ])('%s with %j: %s', (label, formats, pressed) => {
    expect(isOn(control(label), formats)).toBe(pressed);
  });
});

test('tooltips say the keys of the machine', () => {
  expect(tooltip(control('Bold'), false)).toBe('Bold (Ctrl+B)');
  expect(tooltip(control('Bullet list'), true)).toBe('Bullet list (⌘⇧8)');
  expect(tooltip(control('Quote'), false)).toBe('Quote');
});
