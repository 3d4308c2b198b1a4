import type { SiteFileEntry, SiteJson } from '#shared/schemas/saved-site.ts';
import { isWideLogo } from '#shared/site/logo-shape.ts';
import { type BrandColors, brandFromAccent, productTheme } from '#shared/site/theme.ts';
import type { Language } from '#shared/words/language.ts';

/** The values of the first form of an owner. */
export interface FirstValues {
  name: string;
  email: string;
  language: Language;
  /** The uploaded logo; null without one. */
  logo: SiteFileEntry | null;
  /** The accent colour as `#rrggbb`. */
  accent: string;
  /** The colours that were taken from the logo; null if they follow from the accent. */
  colors: BrandColors | null;
}

export const emptyValues: FirstValues = {
  name: '',
  email: '',
  language: 'en',
  logo: null,
  accent: productTheme.light.accent,
  colors: null,
};

/** Returns the colours of both themes that the form saves. */
export function colorsOf({ accent, colors }: Pick<FirstValues, 'accent' | 'colors'>): BrandColors {
  return colors ?? brandFromAccent(accent);
}

/** True once the owner has picked a colour. A logo then proposes its colours, but does not set them. */
export function hasPickedColor({ accent, colors }: Pick<FirstValues, 'accent' | 'colors'>): boolean {
  return colors === null && accent !== emptyValues.accent;
}

/** Returns the site that the first form saves. A narrow logo is a symbol, so the header needs the name next to it. */
export function firstSite({ name, email, language, logo, ...look }: FirstValues): SiteJson {
  return {
    name,
    email,
    ...(language !== emptyValues.language && { language }),
    brand: {
      ...(logo && { logo: logo.name, ...(!isWideLogo(logo) && { logo_with_name: true }) }),
      colors: colorsOf(look),
    },
  };
}

/** Returns the field of the first form that shows an error about a path of the site; undefined for the whole form. */
export function fieldOfPath(path: string): keyof FirstValues | undefined {
  if (path === 'name' || path === 'email' || path === 'language') return path;
  if (path.startsWith('brand.logo')) return 'logo';
  return path.startsWith('brand.colors') ? 'accent' : undefined;
}
