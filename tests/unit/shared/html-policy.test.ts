import { describe, expect, it } from 'vitest';
import { htmlPolicy, isAllowedFrame, isAllowedImage, isAllowedLink } from '#shared/html-policy.ts';

const png = 'data:image/png;base64,iVBORw0KGgo=';

describe('links', () => {
  it.each([
    'HTTPS://studio.example/a?b=c#d',
    'mailto:a@studio.example',
    'tel:+92-91-000000',
    '/view-blog/1',
    '#part',
    '?page=2',
    ' https://studio.example',
  ])('%j may stay', (href) => expect(isAllowedLink(href)).toBe(true));

  it.each([
    'JaVaScRiPt:alert(1)',
    '  javascript:alert(1)',
    '\u0001javascript:alert(1)',
    // Browsers drop tabs and line ends in a scheme.
    'java\tscript:alert(1)',
    'java\r\nscript:alert(1)',
    'javascript\t:alert(1)',
    '\u00a0javascript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    png,
    'blob:https://studio.example/1',
    'file:///etc/passwd',
    'intent://scan/#Intent;end',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'evil',
    'javascript&colon;alert(1)',
    '',
  ])('%j is refused', (href) => expect(isAllowedLink(href)).toBe(false));
});

describe('images', () => {
  it.each([
    'DATA:IMAGE/PNG;BASE64,AAAA',
    'data:image/jpg;base64,/9j/4AAQ',
    'data:image/avif;base64,AAAA',
    '/storage/my cover (1).png?width=640',
    '/storage/api/cover.png',
    '/images/100%/a%20b.png',
    '/apiary.png',
    '/storage/x.png?from=/api/x',
  ])('%j may be shown', (src) => expect(isAllowedImage(src)).toBe(true));

  it.each([
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/png,<svg>',
    'data:image/png;base64,AAAA" onerror="alert(1)',
    'data:image/png;text/html;base64,AAAA',
    'https://evil.example/pixel.png',
    '//evil.example/pixel.png',
    '/\\evil.example/pixel.png',
    '/\t/evil.example/pixel.png',
    '/\r\\evil.example/pixel.png',
    'storage/cover.png',
    'javascript:alert(1)',
    '',
    // A call of ours would be made with the reader's cookie, however its address is written.
    '/api/getSingleApplicant/1',
    '/api?x=1',
    '/API/logout',
    '/./api/logout',
    '/storage/../api/logout',
    '/storage\\..\\api/logout',
    '/storage/%2e%2e/api/logout',
    '/storage/.%2E/api/logout',
    '/%2561pi/logout',
    `/%${'25'.repeat(9)}61pi/logout`,
    '/storage/..%2fapi/logout',
    '/storage/..%5capi/logout',
    '/api%2flogout',
    '/api;x=1/logout',
    '/api./logout',
    '/api%E2%80%8B/logout',
    '/%EF%BD%81pi/logout',
    '/x/..//api/logout',
    'https://studio.example/api/logout',
  ])('%j is refused', (src) => expect(isAllowedImage(src)).toBe(false));

  it('are judged in full, however long', () => {
    const long = `data:image/png;base64,${'A'.repeat(6_000_000)}`;
    expect([isAllowedImage(long), isAllowedImage(`${long}<`)]).toEqual([true, false]);
  });
});

describe('frames', () => {
  it.each([
    'https://www.youtube.com/embed/dQw4w9WgXcQ?showinfo=0&start=5',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
  ])('%j may be embedded', (src) => expect(isAllowedFrame(src)).toBe(true));

  it.each([
    'http://www.youtube.com/embed/x',
    'https://www.youtube.com.evil.example/embed/x',
    'https://evilwww.youtube.com/embed/x',
    'https://www.youtube.com@evil.example/embed/x',
    'https://www.youtube.com:8443/embed/x',
    '//www.youtube.com/embed/x',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://www.youtube.com/embed/../redirect?q=https://evil.example',
    'https://www.youtube.com/embed/%2e%2e/redirect',
    'https://www.youtube.com\\@evil.example/embed/x',
    'https://www.youtube.com/embed/x#y',
    'https://www.youtube.com/embed/x?origin=https://evil.example',
    'https://www.youtube.com/embed/x\n',
    ' https://www.youtube.com/embed/x',
    'https://www.youtube.com/watch?v=x',
    'https://player.vimeo.com/video/abc',
    'javascript:alert(1)',
    '',
  ])('%j is refused', (src) => expect(isAllowedFrame(src)).toBe(false));
});

describe('the policy as data', () => {
  it('lets a player run, and neither send forms nor leave its frame', () => {
    expect(htmlPolicy.frameSandbox).toContain('allow-scripts');
    expect(htmlPolicy.frameSandbox).not.toMatch(/form|top-navigation|download|modal|pointer/);
  });

  it('has no tag that runs, loads or sends, no attribute that does, and no style that moves, sizes or loads', () => {
    const no = /^(script|style|svg|math|object|embed|form|input|button|base|meta|link|video)$/;
    expect(htmlPolicy.tags.filter((tag) => no.test(tag))).toEqual([]);
    const attributes = Object.values(htmlPolicy.attributes).flat();
    const never = /^(on|style$|class$|id$|name$|srcset$|srcdoc$|data$)/;
    expect(attributes.filter((name) => never.test(name))).toEqual([]);
    expect(Object.keys(htmlPolicy.styles).sort()).toEqual(['background-color', 'color', 'text-align']);
  });

  it.each([
    ['ql-align-center', true],
    ['ql-indent-3', true],
    ['modal', false],
    ['ql-align-center modal', false],
    ['xql-video', false],
    ['ql-indent-9', false],
  ])('the class %j stays: %s', (name, stays) => expect(htmlPolicy.classes.test(name)).toBe(stays));

  it.each([
    ['color', 'rgb(230, 0, 0)', true],
    ['background-color', 'RED', true],
    ['text-align', 'justify', true],
    ['color', 'url(https://evil.example)', false],
    ['color', 'expression(alert(1))', false],
    ['color', 'red;position:fixed', false],
    ['color', 'var(--x)', false],
    ['background-color', 'image-set("x")', false],
    ['text-align', 'center;top:0', false],
  ])('the style %s: %s stays: %s', (property, value, stays) => {
    expect(htmlPolicy.styles[property]?.test(value)).toBe(stays);
  });
});
