import { describe, expect, it } from 'vitest';
import { htmlPolicy, isAllowedFrame, isAllowedImage, isAllowedLink } from '#shared/html-policy.ts';

const png = 'data:image/png;base64,iVBORw0KGgo=';

describe('links', () => {
  it.each([
    'http://studio.example',
    'https://studio.example/a?b=c#d',
    'HTTPS://studio.example',
    'mailto:a@studio.example',
    'tel:+92-91-000000',
    '/view-blog/1',
    '/',
    '#part',
    '?page=2',
    ' https://studio.example',
  ])('%j may stay', (href) => {
    expect(isAllowedLink(href)).toBe(true);
  });

  it.each([
    ['script', 'javascript:alert(1)'],
    ['script in mixed case', 'JaVaScRiPt:alert(1)'],
    ['blanks before the scheme', '  javascript:alert(1)'],
    ['a control character before the scheme', '\u0001javascript:alert(1)'],
    ['a tab in the scheme, which browsers drop', 'java\tscript:alert(1)'],
    ['line ends in the scheme', 'java\r\nscript:alert(1)'],
    ['a tab before the colon', 'javascript\t:alert(1)'],
    ['a no-break space before', '\u00a0javascript:alert(1)'],
    ['old Internet Explorer', 'vbscript:msgbox(1)'],
    ['a page in the address itself', 'data:text/html,<script>alert(1)</script>'],
    ['an image, which a link cannot need', png],
    ['an object of this origin', 'blob:https://studio.example/1'],
    ['a file of the reader', 'file:///etc/passwd'],
    ['an app of the reader', 'intent://scan/#Intent;end'],
    ['another host under our scheme', '//evil.example'],
    ['the same with a backslash', '/\\evil.example'],
    ['the same with two backslashes', '\\\\evil.example'],
    ['the same with a tab that browsers drop', '/\t/evil.example'],
    ['the same with a line end', '/\n/evil.example'],
    ['a path that depends on the page', 'evil'],
    ['a colon in disguise', 'javascript&colon;alert(1)'],
    ['nothing', ''],
  ])('%s is refused', (_story, href) => {
    expect(isAllowedLink(href)).toBe(false);
  });
});

describe('images', () => {
  it.each([
    png,
    'data:image/jpeg;base64,/9j/4AAQ',
    'data:image/jpg;base64,/9j/4AAQ',
    'data:image/gif;base64,R0lGODlh',
    'data:image/webp;base64,UklGRg==',
    'data:image/avif;base64,AAAA',
    'DATA:IMAGE/PNG;BASE64,AAAA',
    '/storage/cover.png',
    '/storage/my cover (1).png?width=640',
    '/storage/api/cover.png',
    '/images/100%/a%20b.png',
    '/apiary.png',
    '/storage/x.png?from=/api/x',
  ])('%j may be shown', (src) => {
    expect(isAllowedImage(src)).toBe(true);
  });

  it.each([
    ['SVG carries script', 'data:image/svg+xml;base64,PHN2Zz4='],
    ['SVG without base64', 'data:image/svg+xml,<svg onload=alert(1)>'],
    ['a page', 'data:text/html;base64,PHNjcmlwdD4='],
    ['a raster type with text in it', 'data:image/png,<svg>'],
    ['a quote that leaves the attribute', 'data:image/png;base64,AAAA" onerror="alert(1)'],
    ['a further type', 'data:image/png;text/html;base64,AAAA'],
    ['a tracking pixel', 'https://evil.example/pixel.png'],
    ['another host under our scheme', '//evil.example/pixel.png'],
    ['the same with a backslash', '/\\evil.example/pixel.png'],
    ['the same with a tab that browsers drop', '/\t/evil.example/pixel.png'],
    ['the same with a line end', '/\n/evil.example/pixel.png'],
    ['the same with a carriage return', '/\r\\evil.example/pixel.png'],
    ['a path that depends on the page', 'storage/cover.png'],
    ['script', 'javascript:alert(1)'],
    ['nothing', ''],
    ['a call of ours, with the reader’s cookie', '/api/getSingleApplicant/1'],
    ['the bare prefix', '/api'],
    ['the bare prefix with a query', '/api?x=1'],
    ['the prefix in other case', '/API/logout'],
    ['a dot segment before it', '/./api/logout'],
    ['a way out of another folder', '/storage/../api/logout'],
    ['the same with a backslash, which browsers read as a slash', '/storage\\..\\api/logout'],
    ['the same encoded, which browsers resolve as well', '/storage/%2e%2e/api/logout'],
    ['the same half encoded', '/storage/.%2E/api/logout'],
    ['an encoded letter', '/%61pi/logout'],
    ['encoded twice', '/%2561pi/logout'],
    ['encoded more often than anybody needs', `/%${'25'.repeat(9)}61pi/logout`],
    ['an encoded slash', '/storage/..%2fapi/logout'],
    ['an encoded backslash', '/storage/..%5capi/logout'],
    ['an encoded end of the prefix', '/api%2flogout'],
    ['parameters on the prefix', '/api;x=1/logout'],
    ['a trailing dot', '/api./logout'],
    ['a trailing invisible space', '/api%E2%80%8B/logout'],
    ['full-width letters', '/%EF%BD%81pi/logout'],
    ['two slashes once it is resolved', '/x/..//api/logout'],
    ['our own address, written out', 'https://studio.example/api/logout'],
    ['our own host without scheme', '//studio.example/api/logout'],
  ])('%s: refused', (_story, src) => {
    expect(isAllowedImage(src)).toBe(false);
  });

  it('are judged in full, however long', () => {
    const long = `data:image/png;base64,${'A'.repeat(6_000_000)}`;
    expect(isAllowedImage(long)).toBe(true);
    expect(isAllowedImage(`${long}<`)).toBe(false);
  });
});

describe('frames', () => {
  it.each([
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ?showinfo=0&start=5',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://player.vimeo.com/video/76979871',
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
  ])('%j may be embedded', (src) => {
    expect(isAllowedFrame(src)).toBe(true);
  });

  it.each([
    ['no TLS', 'http://www.youtube.com/embed/x'],
    ['a host that only begins alike', 'https://www.youtube.com.evil.example/embed/x'],
    ['a host that only ends alike', 'https://evilwww.youtube.com/embed/x'],
    ['the host as a user name', 'https://www.youtube.com@evil.example/embed/x'],
    ['a port', 'https://www.youtube.com:8443/embed/x'],
    ['no scheme', '//www.youtube.com/embed/x'],
    ['a redirect page of the host', 'https://www.youtube.com/redirect?q=https://evil.example'],
    ['a path that climbs out', 'https://www.youtube.com/embed/../redirect?q=https://evil.example'],
    ['the same encoded', 'https://www.youtube.com/embed/%2e%2e/redirect'],
    ['a backslash', 'https://www.youtube.com\\@evil.example/embed/x'],
    ['a fragment', 'https://www.youtube.com/embed/x#y'],
    ['an address in the query', 'https://www.youtube.com/embed/x?origin=https://evil.example'],
    ['a line end at the end', 'https://www.youtube.com/embed/x\n'],
    ['a blank before', ' https://www.youtube.com/embed/x'],
    ['a watch page, which refuses frames', 'https://www.youtube.com/watch?v=x'],
    ['a number that is none', 'https://player.vimeo.com/video/abc'],
    ['script', 'javascript:alert(1)'],
    ['nothing', ''],
  ])('%s: refused', (_story, src) => {
    expect(isAllowedFrame(src)).toBe(false);
  });
});

describe('the policy as data', () => {
  it('lets a player run, and neither send forms nor leave its frame', () => {
    const allowed = htmlPolicy.frameSandbox.split(' ');
    expect(allowed).toContain('allow-scripts');
    expect(allowed.filter((name) => /form|top-navigation|download|modal|pointer/.test(name))).toEqual([]);
  });

  it.each([
    'script',
    'style',
    'svg',
    'math',
    'object',
    'embed',
    'form',
    'input',
    'button',
    'base',
    'meta',
    'link',
    'video',
  ])('has no tag %s', (tag) => {
    expect(htmlPolicy.tags).not.toContain(tag);
  });

  it('has no event handler, no style, class, id, name or srcset among the attributes', () => {
    const attributes = Object.values(htmlPolicy.attributes).flat();
    expect(
      attributes.filter((name) => /^(on|style$|class$|id$|name$|srcset$|srcdoc$|data$)/.test(name)),
    ).toEqual([]);
  });

  it('gives attributes only to tags that it has', () => {
    for (const tag of Object.keys(htmlPolicy.attributes)) {
      expect(['*', ...htmlPolicy.tags]).toContain(tag);
    }
  });

  it.each(['ql-align-center', 'ql-indent-3', 'ql-video', 'ql-code-block', 'ql-size-huge'])(
    'keeps the class %s',
    (name) => {
      expect(htmlPolicy.classes.test(name)).toBe(true);
    },
  );

  it.each(['ql-toolbar', 'modal', 'ql-align-center modal', 'xql-video', 'ql-indent-9', 'ql-hidden'])(
    'drops the class %j',
    (name) => {
      expect(htmlPolicy.classes.test(name)).toBe(false);
    },
  );

  it.each([
    ['color', '#ff0000'],
    ['color', 'rgb(230, 0, 0)'],
    ['background-color', 'rgba(0, 0, 0, 0.5)'],
    ['background-color', 'RED'],
    ['text-align', 'justify'],
  ])('keeps the style %s: %s', (property, value) => {
    expect(htmlPolicy.styles[property]?.test(value)).toBe(true);
  });

  it.each([
    ['color', 'url(https://evil.example)'],
    ['color', 'expression(alert(1))'],
    ['color', 'red;position:fixed'],
    ['color', 'var(--x)'],
    ['background-color', 'image-set("x")'],
    ['text-align', 'center;top:0'],
  ])('drops the style %s: %s', (property, value) => {
    expect(htmlPolicy.styles[property]?.test(value)).toBe(false);
  });

  it('knows no style that moves, sizes or loads', () => {
    expect(Object.keys(htmlPolicy.styles).sort()).toEqual(['background-color', 'color', 'text-align']);
  });
});
