import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { brandFromAccent } from '#shared/site/theme.ts';

/** The values of the first form of an owner. */
export interface FirstValues {
  name: string;
  email: string;
  /** The accent colour as `#rrggbb`. */
  accent: string;
}

/** Returns the site that the first form saves. `logo` is the name of an uploaded file. */
export function firstSite({ name, email, accent }: FirstValues, logo: string | undefined): SiteJson {
  return { name, email, brand: { ...(logo && { logo }), colors: brandFromAccent(accent) } };
}

/** Returns the field of the first form that shows an error about a path of the site; `root` for the whole form. */
export function fieldOfPath(path: string): keyof FirstValues | 'root' {
  if (path === 'name' || path === 'email') return path;
  return path.startsWith('brand.colors') ? 'accent' : 'root';
}
