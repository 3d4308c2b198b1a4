import type { Site } from '#shared/schemas/site.ts';
import { themeOf } from '#shared/site/theme.ts';
import { directionOfLanguage } from '#shared/words/language.ts';

/** Returns the web app manifest (w3.org/TR/appmanifest): the site's name, and how it looks on a home screen. */
export function webManifest({ name, short_name, description, brand, language }: Site): string {
  // A manifest can contain only one theme, so it uses the light one.
  const { bg } = themeOf(brand.colors).light;
  const icon = (src: string, size: number, purpose: string) => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    id: '/',
    name,
    short_name,
    description,
    lang: language,
    dir: directionOfLanguage(language),
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: bg,
    theme_color: bg,
    icons: [
      icon('/icon-192.png', 192, 'any'),
      icon('/icon-512.png', 512, 'any'),
      icon('/icon-maskable-512.png', 512, 'maskable'),
    ],
  });
}
