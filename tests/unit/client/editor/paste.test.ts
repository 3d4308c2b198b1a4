import { describe, expect, test } from 'vitest';
import { unwrappedLink, withUnwrappedLinks } from '../../../../client/editor/paste/wrapped-links.ts';
import { linkAddress } from '../../../../client/editor/typed-address.ts';

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
