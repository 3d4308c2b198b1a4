import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { RichText } from '../../../../client/ui/rich-text/RichText.tsx';

describe('rich text', () => {
  it('lies on light paper when its author chose colours, which may vanish on black', () => {
    const coloured = '<p><span style="color: rgb(0, 0, 0);">a</span></p>';
    const marked = '<p><span style="background-color: #ff0">a</span></p>';
    expect(renderToStaticMarkup(<RichText html={coloured} />)).toContain('data-theme="light"');
    expect(renderToStaticMarkup(<RichText html={marked} />)).toContain('data-theme="light"');
  });

  it('follows the theme otherwise, also when it only speaks of colour', () => {
    const plain = '<p style="text-align: center">One writes style="color: red" for that</p>';
    expect(renderToStaticMarkup(<RichText html={plain} />)).not.toContain('data-theme');
  });
});
