import { describe, expect, test } from 'vitest';
import { isAllowedFrame } from '#shared/html-policy.ts';
import { MIB } from '#shared/limits.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { videoEmbedAddress } from '#shared/video-address.ts';
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
