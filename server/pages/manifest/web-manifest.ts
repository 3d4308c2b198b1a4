import type { Site } from '#shared/schemas/site.ts';

/** The web app manifest (w3.org/TR/appmanifest): how the site is called and what it looks like on a home screen. */
export function webManifest({ name, short_name, description }: Site): string {
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
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    // Ground of the light theme (client/ui/tokens.css): a manifest knows only one.
    background_color: '#f3f5f9',
    theme_color: '#f3f5f9',
    icons: [
      icon('/icon-192.png', 192, 'any'),
      icon('/icon-512.png', 512, 'any'),
      icon('/icon-maskable-512.png', 512, 'maskable'),
    ],
  });
}
