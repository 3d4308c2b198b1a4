import { describe, expect, it } from 'vitest';
import { sessionCookie } from '../../../../server/bff/session/cookie.ts';
import { callResponse, setCookies } from './response.ts';

describe('sessionCookie', () => {
  it('is __Host- and Secure on https', () => {
    const cookie = sessionCookie(new URL('https://studio.example'));
    expect(cookie.name).toBe('__Host-studio_session');
    expect(cookie.line('v', 60)).toBe(
      '__Host-studio_session=v; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict',
    );
  });

  it('has a plain name and no Secure on http, where a browser would refuse both', () => {
    const cookie = sessionCookie(new URL('http://localhost:3000'));
    expect(cookie.line('v', 60)).toBe('studio_session=v; Max-Age=60; Path=/; HttpOnly; SameSite=Strict');
  });

  it('sends one line of its name, the last one, and leaves other cookies alone', () => {
    const cookie = sessionCookie(new URL('http://localhost'));
    const res = callResponse();
    res.setHeader('set-cookie', ['studio_session_theme=dark', 'other=1']);
    cookie.set(res, cookie.line('first', 1));
    cookie.set(res, cookie.line('second', 2));
    expect(setCookies(res)).toEqual(['studio_session_theme=dark', 'other=1', cookie.line('second', 2)]);
  });
});
