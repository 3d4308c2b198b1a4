import { expect, test } from 'vitest';
import { embedOf, readableHtml } from '../../../../client/ui/rich-text/readable-html.ts';

const ur = 'data-script="dir lang"';

test('text of the page’s own script stays as it is', () => {
  const html = '<h2 class="ql-align-center">One</h2><ol><li data-list="bullet">two &amp; three</li></ol>';
  expect(readableHtml(html)).toBe(html);
});

test('each block says its direction and language, and what stands in it follows', () => {
  expect(
    readableHtml(
      '<h2>روشنی</h2><ol><li data-list="bullet">پہلا</li><li data-list="bullet">HTML</li></ol>' +
        '<blockquote><p>کہا</p></blockquote><p>Then in English.</p><p>42</p>',
    ),
  ).toBe(
    `<h2 dir="rtl" lang="ur" ${ur}>روشنی</h2>` +
      `<ol dir="rtl" lang="ur" ${ur}><li data-list="bullet">پہلا</li><li data-list="bullet">HTML</li></ol>` +
      `<blockquote dir="rtl" lang="ur" ${ur}><p>کہا</p></blockquote>` +
      `<p dir="ltr" lang="en" ${ur}>Then in English.</p><p>42</p>`,
  );
});

test('what an author has said of a block stays, and code has no direction to guess', () => {
  const html =
    '<p dir="ltr">اردو</p><p class="ql-direction-rtl">اردو</p>' +
    '<div class="ql-code-block-container"><div class="ql-code-block">// اردو</div></div>';
  expect(readableHtml(html)).toBe(html);
});

test('a video is a link until it is asked for', () => {
  const shown = readableHtml(
    '<p>See</p><iframe class="ql-video" title="Video" src="https://www.youtube.com/embed/aqz-KE-bpKQ?start=5&amp;rel=0"></iframe>',
  );
  expect(shown).not.toContain('<iframe');
  expect(shown).toContain('href="https://www.youtube.com/watch?v=aqz-KE-bpKQ&amp;t=5"');
  expect(shown).toContain('YouTube');
  expect(readableHtml('<iframe src="https://player.vimeo.com/video/76979871"></iframe>')).toContain(
    'href="https://vimeo.com/76979871"',
  );
  expect(readableHtml('<iframe src="https://evil.example/embed/1"></iframe>')).toBe('');
});

test.each([
  ['https://www.youtube.com/embed/x?start=5', 'https://www.youtube-nocookie.com/embed/x?start=5&autoplay=1'],
  ['https://player.vimeo.com/video/1?h=a', 'https://player.vimeo.com/video/1?h=a&dnt=1&autoplay=1'],
  ['https://evil.example/embed/x', undefined],
])('the player of %s', (src, player) => {
  const link = { getAttribute: () => `<iframe src="${src}">` };
  expect(embedOf(link as never)?.player).toBe(player);
});

test('megabytes of an inline image are passed over', () => {
  const image = `<img src="data:image/png;base64,${'A'.repeat(5_000_000)}" alt="">`;
  expect(readableHtml(`<p>${image}</p><p>اردو</p>`)).toBe(
    `<p>${image}</p><p dir="rtl" lang="ur" ${ur}>اردو</p>`,
  );
});
