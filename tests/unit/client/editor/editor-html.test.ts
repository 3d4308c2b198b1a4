import { expect, test } from 'vitest';
import { writtenHtml } from '../../../../client/editor/quill/editor-html.ts';

test.each([
  [
    'what exists for editing only is left out',
    '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>one<span class="ql-cursor">\uFEFF</span></li></ol>',
    '<ol><li data-list="bullet">one</li></ol>',
  ],
  [
    'a video is one stop for the Tab key again',
    '<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/x" title="Video" tabindex="-1" sandbox="allow-scripts allow-popups"></iframe>',
    '<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/x" title="Video"></iframe>',
  ],
  [
    'a picture between paragraphs has its width and its caption, and nothing of the editor',
    '<figure contenteditable="false" data-width="wide" data-chosen=""><img src="/storage/a.png" alt=""><figcaption>At  noon</figcaption></figure>',
    '<figure data-width="wide"><img src="/storage/a.png" alt=""><figcaption>At&nbsp; noon</figcaption></figure>',
  ],
  [
    'an empty caption is none',
    '<figure contenteditable="false"><img src="/storage/a.png" alt=""><figcaption></figcaption></figure>',
    '<figure><img src="/storage/a.png" alt=""></figure>',
  ],
  [
    'a table has headings, and no marks of its rows',
    '<table><tbody><tr><td data-row="1" data-head="col" class="ql-align-right">a</td><td data-row="1">b</td></tr></tbody></table>',
    '<table><tbody><tr><th scope="col" class="ql-align-right">a</th><td>b</td></tr></tbody></table>',
  ],
  ['runs of spaces stay', '<p>a  b   c <b>  d</b></p>', '<p>a&nbsp; b&nbsp;&nbsp; c <b>&nbsp; d</b></p>'],
  [
    'code keeps plain spaces, for whoever copies it',
    '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block">  if (a)</div></div>',
    '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block">  if (a)</div></div>',
  ],
  [
    'addresses are not touched',
    '<p><img src="data:image/png;base64,AA==" alt="two  spaces"></p>',
    '<p><img src="data:image/png;base64,AA==" alt="two  spaces"></p>',
  ],
])('%s', (_what, area, written) => {
  expect(writtenHtml(area)).toBe(written);
});
