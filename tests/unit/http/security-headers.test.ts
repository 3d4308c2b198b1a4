import { expect, it } from 'vitest';
import { securityHeaders } from '../../../server/http/security-headers.ts';

const headersOf = (url: string) => Object.fromEntries(securityHeaders(new URL(url)));

it('the policy is the one of the design, to the letter', () => {
  expect(headersOf('http://localhost:3000')['Content-Security-Policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; " +
      "img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; " +
      'frame-src https://www.youtube.com https://www.youtube-nocookie.com https://player.vimeo.com; ' +
      "manifest-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; " +
      "form-action 'self'; report-uri /csp-report",
  );
});

it('nothing else is sent than what we mean to send', () => {
  const {
    'Content-Security-Policy': _csp,
    'Permissions-Policy': features,
    ...others
  } = headersOf('http://localhost');

  expect(others).toEqual({
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  });
  expect(features).toContain('camera=()');
  expect(features).toContain('fullscreen=(self "https://www.youtube.com"');
});

it('HSTS is for https, and binds this host alone', () => {
  expect(headersOf('https://studio.example')['Strict-Transport-Security']).toBe('max-age=31536000');
  expect(headersOf('http://studio.example')).not.toHaveProperty('Strict-Transport-Security');
});
