import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { SiteInfoContext } from '../../../../client/site-info.ts';
import { Picture } from '../../../../client/ui/Picture.tsx';

const info: SiteInfo = { site: sampleSite, origin: 'https://studio.example', media: ['/storage'] };

const markup = (
  src: string,
  more: Partial<SiteInfo> = {},
  shown: Partial<ComponentProps<typeof Picture>> = {},
) =>
  renderToStaticMarkup(
    <SiteInfoContext value={{ ...info, ...more }}>
      <Picture src={src} alt="A harbour" sizes="50vw" largest={320} {...shown} />
    </SiteInfoContext>,
  );

test('a picture of the media is offered in the widths of its place, and keeps its own address', () => {
  expect(markup('/storage/a.webp')).toBe(
    '<img loading="lazy" decoding="async" sizes="50vw" ' +
      'srcSet="/img/160/storage/a.webp 160w, /img/320/storage/a.webp 320w" src="/storage/a.webp" alt="A harbour"/>',
  );
});

test.each([
  '/brand/icon.png',
  'data:image/png;base64,AA==',
  '/storage/a.svg',
  '/storage/a.png?v=2',
  'blob:x',
])('%s is shown as it is', (src) => expect(markup(src)).not.toContain('srcSet'));

test('blurred pixels stand in the place of a picture that a page opens with, where the server knows them', () => {
  const placeholderOf = (path: string) =>
    path === '/storage/a.webp' ? 'data:image/webp;base64,AA==' : undefined;
  const eager = true;
  expect(markup('/storage/a.webp', { placeholderOf }, { eager })).toContain(
    'style="background:url(data:image/webp;base64,AA==) center/cover"',
  );
  expect(markup('/storage/a.webp', { placeholderOf }, { eager, whole: true })).toContain(
    'center/contain no-repeat"',
  );
  expect(markup('/storage/b.webp', { placeholderOf }, { eager })).not.toContain('style');
  expect(markup('/storage/a.webp', { placeholderOf })).not.toContain('style');
});

test('what somebody has said of it goes before what a page says, and its focal point stays in sight', () => {
  const said = { alt: 'A jetty', focus_x: 0, focus_y: 100 };
  const details = [
    { image: '/storage/b.webp', ...said, alt: 'Another' },
    { image: '/storage/a.webp', ...said },
  ];
  const shown = markup('/storage/a.webp', {}, { details });
  expect(shown).toContain('alt="A jetty"');
  expect(shown).toContain('style="object-position:0% 100%"');
  // A picture that is shown whole needs no focus point.
  expect(markup('/storage/a.webp', {}, { details, whole: true })).not.toContain('style');
  const focus = [{ image: '/storage/a.webp', alt: '', focus_x: 50, focus_y: 50 }];
  expect(markup('/storage/a.webp', {}, { details: focus })).toBe(markup('/storage/a.webp'));
  const placeholderOf = () => 'data:image/webp;base64,AA==';
  expect(markup('/storage/a.webp', { placeholderOf }, { details, eager: true })).toContain(
    ') 0% 100%/cover"',
  );
});
