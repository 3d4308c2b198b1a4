import type { SampleCategory } from './kinds.ts';

export const categories: readonly SampleCategory[] = [
  {
    title: 'Film',
    image: 'category-film.webp',
    logos: ['logo-4k.webp', 'logo-hdr.webp', 'logo-raw.webp'],
  },
  {
    title: 'Web and apps',
    image: 'category-web-and-apps.webp',
    logos: ['logo-ts.webp', 'logo-sql.webp', 'logo-css.webp', 'logo-pwa.webp'],
  },
  {
    title: 'Brand and type',
    image: 'category-brand-and-type.webp',
    logos: ['logo-svg.webp', 'logo-otf.webp', 'logo-pdf.webp'],
  },
  {
    title: 'Games and 3D',
    image: 'category-games-and-3d.webp',
    logos: ['logo-3d.webp', 'logo-xr.webp'],
  },
];
