import { type Site, siteSchema } from '../schemas/site.ts';
import { sampleFile } from './sample-file.ts';

const { brand, texts: _own, ...words } = siteSchema.parse(sampleFile);

/** The sample company without its drawn logo, which server/site/load-site.ts adds. */
export const sampleSite: Site = {
  ...words,
  brand: {
    logo_with_name: false,
    favicon: { src: '/favicon.svg', type: 'image/svg+xml' },
    artwork: brand.artwork,
  },
};
