import { afterAll, describe, expect, test } from 'vitest';
import { createRichTexts } from '../../../../server/bff/reads/present.ts';

const rules = { hosts: ['api.studio.example'], mediaPaths: ['/storage'] };
/** Each text is parsed again, in the event loop or in the thread. */
const loop = createRichTexts({ memoBytes: 1, atOnce: Number.POSITIVE_INFINITY });
const thread = createRichTexts({ memoBytes: 1, atOnce: 0 });
afterAll(() => thread.rest());
const png = 'data:image/png;base64,iVBORw0KGgo=';
const sandbox =
  'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox';

describe.each([
  ['in the loop', loop],
  ['in the thread', thread],
])('%s', (_where, richTexts) => {
  const clean = async (html: string) => {
    const [safe] = await richTexts.makeSafe([html], rules);
    return safe?.restore(safe.html) ?? '';
  };

  test.each([
    '<p>Text &amp; more &lt;b&gt;</p>',
    '<h1>A</h1><h2>B</h2><h3>C</h3>',
    '<p class="ql-align-center ql-indent-3">x</p>',
    '<p><span style="color: rgb(230, 0, 0); background-color: #ffff00">x</span></p>',
    '<ol><li data-list="bullet">x</li><li data-list="ordered" class="ql-indent-1">y</li></ol>',
    '<blockquote>x</blockquote>',
    '<p><a href="https://studio.example/a?b=1&amp;c=2#d">x</a></p>',
    '<p><a href="mailto:a@b.example">x</a><a href="tel:+92">y</a><a href="/team">z</a><a href="#top">t</a></p>',
    '<table><tbody><tr><td colspan="2">x</td></tr></tbody></table>',
    '<figure data-width="text"><figcaption>A</figcaption></figure><figure data-width="full"></figure>',
  ])('what the editor writes stays: %s', async (html) => {
    expect(await clean(html)).toBe(html);
  });

  describe('what is made fit', () => {
    test('an image is lazy and has an alt text, empty if nobody wrote one', async () => {
      expect(await clean(`<img src="${png}">`)).toBe(
        `<img src="${png}" alt="" loading="lazy" decoding="async" />`,
      );
      expect(await clean(`<img src="/storage/x.png" alt="A cat" width="10">`)).toBe(
        '<img src="/storage/x.png" alt="A cat" width="10" loading="lazy" decoding="async" />',
      );
    });

    test('a figure keeps one of three widths, and nothing else', async () => {
      const figure = (attributes: string) => `<figure${attributes}><figcaption>x</figcaption></figure>`;
      expect(await clean(figure(' data-width="wide" class="bleed" style="width: 200vw" onclick="x"'))).toBe(
        figure(' data-width="wide"'),
      );
      for (const width of ['200vw', 'WIDE', 'wide full', '', 'text;']) {
        expect(await clean(figure(` data-width="${width}"`))).toBe(figure(''));
      }
      expect(await clean('<p data-width="wide">x</p>')).toBe('<p>x</p>');
    });

    test("an image of the API host's is an image of ours", async () => {
      for (const src of [
        'https://api.studio.example/storage/x.png',
        '//api.studio.example/storage/x.png',
        'storage/x.png',
      ]) {
        expect(await clean(`<img src="${src}">`)).toContain('src="/storage/x.png"');
      }
      expect(await clean('<a href="http://api.studio.example/storage/cv.pdf">x</a>')).toBe(
        '<a href="/storage/cv.pdf">x</a>',
      );
    });

    test('a video has a title, loads late and tells where it is embedded', async () => {
      const src = 'https://www.youtube.com/embed/abc?showinfo=0';
      expect(await clean(`<iframe class="ql-video" frameborder="0" src="${src}">fallback</iframe>`)).toBe(
        `<iframe src="${src}" title="Video" frameborder="0" class="ql-video" allowfullscreen loading="lazy" referrerpolicy="strict-origin-when-cross-origin" sandbox="${sandbox}"></iframe>`,
      );
      expect(await clean(`<iframe title="Our film" src="${src}"></iframe>`)).toContain('title="Our film"');
    });

    test('a video plays in a sandbox of ours, whatever sandbox the text names', async () => {
      const framed = await clean(
        '<iframe sandbox="allow-forms allow-top-navigation" src="https://player.vimeo.com/video/1"></iframe>',
      );
      expect(framed).toContain(` sandbox="${sandbox}"`);
      expect(framed).not.toMatch(/allow-forms|allow-top-navigation|allow-downloads|allow-modals/);
    });

    test('a link in a new tab gets no hold of ours; other targets go', async () => {
      expect(await clean('<a href="https://x.example" target="_blank">x</a>')).toBe(
        '<a href="https://x.example" target="_blank" rel="noopener noreferrer">x</a>',
      );
      expect(
        await clean('<a href="https://x.example" target="_blank" rel="opener nofollow">x</a>'),
      ).toContain('rel="noopener noreferrer nofollow"');
      expect(await clean('<a href="https://x.example" target="_top" rel="opener">x</a>')).toBe(
        '<a href="https://x.example">x</a>',
      );
    });
  });

  test.each([
    ['<script>alert(1)</script>x', 'x'],
    [
      '<p>a<style>p{}</style><noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>b</p>',
      '<p>ab</p>',
    ],
    ['<img src=x onerror=alert(1)>', ''],
    ['<img src="javascript:alert(1)">', ''],
    ['<img src="data:image/svg+xml;base64,PHN2Zz4=">', ''],
    ['<img src="data:text/html;base64,PHN2Zz4=">', ''],
    ['<img src="https://evil.example/pixel.gif">', ''],
    ['<img src="//evil.example/pixel.gif">', ''],
    ['<img src="https://api.studio.example//evil.example/x.gif">', ''],
    [
      '<img srcset="https://evil.example/x 1x" src="/storage/x.png">',
      '<img src="/storage/x.png" alt="" loading="lazy" decoding="async" />',
    ],
    // A text must not make its reader's browser call the API: images are requested automatically, with the reader's
    // cookie.
    ...[
      '/api/getSingleApplicant/5',
      '/storage/../api/getSingleApplicant/5',
      '/storage/%2e%2e/api/getSingleApplicant/5',
      'https://api.studio.example/api/getSingleApplicant/5',
      'https://api.studio.example/storage/../api/getSingleApplicant/5',
      '&#47;api/getSingleApplicant/5',
      '//api.studio.example/api/getSingleApplicant/5',
    ].map((src) => [`<img src="${src}">`, '']),
    ['<svg><script>alert(1)</script><a href="javascript:x">x</a></svg>', '<a>x</a>'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', '<table></table>'],
    ['<form action="https://evil.example"><input name=a><button>Go</button></form>', 'Go'],
    [
      '<object data="x"></object><embed src="x"><base href="//evil.example"><meta http-equiv="refresh" content="0;url=x"><link rel=stylesheet href=x>',
      '',
    ],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java\tscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href=" \u0001javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
    ['<a href="vbscript:x">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<a href="/\\evil.example">x</a>', '<a>x</a>'],
    ['<p onclick="x" onmouseover=x id=root name=x is=x slot=x>x</p>', '<p>x</p>'],
    ['<p class="admin ql-align-right modal">x</p>', '<p class="ql-align-right">x</p>'],
    ['<p style="position:fixed;inset:0;color:red">x</p>', '<p style="color: red">x</p>'],
    ['<p style="color:red;background:url(https://evil.example)">x</p>', '<p style="color: red">x</p>'],
    ['<p style="color:expression(alert(1))">x</p>', '<p>x</p>'],
    ['<p style="color:red;/*;*/text-align:\\63 enter">x</p>', '<p style="color: red">x</p>'],
    [`<p style="color:red;${'a'.repeat(600)}">x</p>`, '<p>x</p>'],
    ['<p data-x="1" contenteditable tabindex=1 dir="sideways" dir="rtl">x</p>', '<p>x</p>'],
    ['<iframe src="https://evil.example"><b>x</b></iframe>after', 'after'],
    ['<iframe src="//www.youtube.com/embed/x"></iframe>', ''],
    ['<iframe src="https://www.youtube.com/redirect?q=//evil.example"></iframe>', ''],
    ['<iframe src="https://www.youtube.com@evil.example/embed/x"></iframe>', ''],
    [
      '<iframe srcdoc="<script>alert(1)</script>" src="https://player.vimeo.com/video/1"></iframe>',
      `<iframe src="https://player.vimeo.com/video/1" title="Video" allowfullscreen loading="lazy" referrerpolicy="strict-origin-when-cross-origin" sandbox="${sandbox}"></iframe>`,
    ],
    ['<textarea><img src=x onerror=alert(1)></textarea>', ''],
    ['<!--[if IE]><script>x</script><![endif]-->x<!-- <b> -->', 'x'],
    ['<xmp><img src=x onerror=alert(1)></xmp><plaintext>x', 'x'],
    ['<dropped onclick=x href="javascript:x">x</dropped>', 'x'],
    ['<p __proto__="x" constructor="x">x</p>', '<p>x</p>'],
  ])('what could do harm goes: %s', async (html, expected) => {
    expect(await clean(html)).toBe(expected);
  });

  describe('texts made to exhaust the parser', () => {
    test.each([
      ['tags in tags, 100,000 deep', `${'<div>'.repeat(100_000)}word${'</div>'.repeat(100_000)}`],
      [
        'tags in tags, and as many end tags that fit none of them',
        `word${'<b>'.repeat(300_000)}${'</i>'.repeat(300_000)}`,
      ],
    ])('%s: the words stay, the tags go', async (_name, html) => {
      expect(await clean(html)).toBe('word');
    });

    test('a text too deep to be parsed keeps no tag of it', async () => {
      const html = `${'<div>'.repeat(1_000)}<script>x</script><img src=x onerror=y><<b>c<`;
      expect(await clean(html)).not.toMatch(/</);
    });

    test('depth that is parsed is cut to what a page can bear', async () => {
      const html = await clean(`${'<blockquote>'.repeat(300)}word${'</blockquote>'.repeat(300)}`);
      expect(html.match(/<blockquote>/g)?.length).toBe(100);
      expect(html).toContain('word');
    });
  });
});
