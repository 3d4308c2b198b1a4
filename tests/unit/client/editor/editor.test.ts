import { describe, expect, test } from 'vitest';
import { isAllowedFrame } from '#shared/html-policy.ts';
import { MIB } from '#shared/limits.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { videoEmbedAddress } from '#shared/video-address.ts';
import { unwrappedLink, withUnwrappedLinks } from '../../../../client/editor/paste/clean-pasted.ts';
import { writtenHtml } from '../../../../client/editor/quill/editor-html.ts';
import { toolbars } from '../../../../client/editor/toolbar/controls.ts';
import { linkAddress } from '../../../../client/editor/typed-address.ts';

describe('links', () => {
  test.each([
    ['https://naqsh.example/a?b=1#c', 'https://naqsh.example/a?b=1#c'],
    ['  http://naqsh.example ', 'http://naqsh.example'],
    ['mailto:hello@naqsh.example', 'mailto:hello@naqsh.example'],
    ['/view-blog/3', '/view-blog/3'],
    ['naqsh.example', 'https://naqsh.example'],
    ['naqsh.example:8080/a', 'https://naqsh.example:8080/a'],
    ['hello@naqsh.example', 'mailto:hello@naqsh.example'],
    ['پاکستان.example/x', 'https://پاکستان.example/x'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(linkAddress(typed)).toBe(kept);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', '//evil.example', ''])(
    '%j is refused',
    (typed) => {
      expect(linkAddress(typed)).toBeUndefined();
    },
  );
});

describe('videos', () => {
  const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
  test.each([
    ['https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&index=2', youtube],
    ['https://youtu.be/dQw4w9WgXcQ?t=1m30s', `${youtube}?start=90`],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42', `${youtube}?start=42`],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', youtube],
    ['http://www.youtube.com/v/dQw4w9WgXcQ&hl=en', youtube],
    [
      'https://www.youtube.com/playlist?list=PL1',
      'https://www.youtube-nocookie.com/embed/videoseries?list=PL1',
    ],
    [
      '<iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=a&amp;start=5" allowfullscreen></iframe>',
      `${youtube}?start=5`,
    ],
    ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
    [
      'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1',
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
    ],
  ])('%s becomes an embed that the reader’s page frames', (typed, embed) => {
    expect(videoEmbedAddress(typed)).toBe(embed);
    expect(isAllowedFrame(embed)).toBe(true);
  });

  test.each([
    'https://evil.example/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://www.youtube.com/embed/videoseries',
    'https://youtu.be/"onload=alert(1)',
    'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
    'javascript://www.youtube.com/watch?v=dQw4w9WgXcQ',
    '',
  ])('%s is refused', (typed) => {
    expect(videoEmbedAddress(typed)).toBeUndefined();
  });
});

describe('emptiness', () => {
  test.each([
    '',
    '<p><br></p>',
    '<p>&nbsp; \u00a0\u200b</p><p></p>',
    '<h1><strong>\ufeff</strong>\u2800\u3164\u00ad</h1>',
    '<ol><li data-list="bullet"></li></ol>',
    '<p',
    '<imgx>',
    '   ',
  ])('%j says nothing', (html) => {
    expect(isEmptyRichText(html)).toBe(true);
  });

  test.each([
    '<p>a</p>',
    'a',
    '<p>ا</p>',
    '<p>&amp;</p>',
    '<p><img src="data:image/png;base64,AA=="></p>',
    '<iframe class="ql-video" src="x"></iframe>',
    '<IMG/>',
    '<p>5 &lt; 6</p>',
  ])('%j is content', (html) => {
    expect(isEmptyRichText(html)).toBe(false);
  });

  test('hostile text is read in one pass', () => {
    // A scanner that looks ahead at every "<" would need 10^13 steps here and never end.
    expect(isEmptyRichText('<'.repeat(4 * MIB))).toBe(true);
    expect(isEmptyRichText('<p>&nbsp;</p>'.repeat(300_000))).toBe(true);
  });
});

test.each([
  [
    'what exists for editing only is left out',
    '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>one<span class="ql-cursor">\uFEFF</span></li><li data-list="bullet"><span class="ql-ui" contenteditable="false" style=""></span>two</li></ol>',
    '<ol><li data-list="bullet">one</li><li data-list="bullet">two</li></ol>',
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

describe('links that lead on', () => {
  const page = 'https://studio.example/a?b=1';
  const inside = encodeURIComponent(page);
  const safelink = 'https://eur01.safelinks.protection.outlook.com/?url=';
  test.each([
    [`${safelink}${inside}&data=05%7C01%7Cjane%40office.example%7C0&reserved=0`, page],
    [`${safelink}${encodeURIComponent(`https://www.google.com/url?q=${inside}`)}&data=x`, page],
    [`https://www.google.com.pk/url?sa=t&url=${inside}&usg=A`, page],
    [`https://l.facebook.com/l.php?u=${inside}%26fbclid%3DIwAR0&h=AT0`, page],
    ['https://urldefense.proofpoint.com/v2/url?u=https-3A__studio.example_a-3Fb-3D1&d=DwMF&c=x&m=z', page],
    [`https://urldefense.com/v3/__${page}__;!!abc!def$`, page],
    ['https://x1.r.us-east-1.awstrack.me/L0/https:%2F%2Fstudio.example%2Fa%3Fb=1/1/0100018/abc=12', page],
    ['https://secure-web.cisco.com/1abcDEF/https%3A%2F%2Fstudio.example%2Fa%3Fb%3D1', page],
    [`https://mail.news.example/track/click?id=7&url=${inside}`, page],
  ])('%s', (wrapped, plain) => {
    expect(unwrappedLink(wrapped)).toBe(plain);
    expect(withUnwrappedLinks(`See ${wrapped} there`)).toBe(`See ${plain} there`);
    expect(linkAddress(wrapped)).toBe(plain);
  });

  test.each([
    page,
    `${safelink}javascript%3Aalert(1)`,
    `https://studio.example/login?redirect=${inside}`,
    `https://studio.example/redirect?url=${inside}`,
    `https://www.facebook.com/sharer/sharer.php?u=${inside}`,
    `https://web.archive.org/web/2020/${page}`,
    'https://urldefense.com/v3/__https://studio.example/a*b=1__;Pw!!abc!def$',
  ])('%s stays', (address) => {
    expect(unwrappedLink(address)).toBe(address);
  });
});

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
  const images = 'Insert image, ';
  expect(labels('job')).toBe(project + rest);
  expect(labels('project')).toBe(project + images + rest);
  expect(labels('blog')).toBe(
    `${more}Background colour, Bold, Bullet list, Clear formatting, Code block, Heading 1, Heading 2, Heading 3, ${images}Insert video, Italic, Justify, Link, Numbered list, Quote, Strikethrough, Text colour, Underline`,
  );
});
