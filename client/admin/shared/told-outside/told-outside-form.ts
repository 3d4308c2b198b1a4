import { seoTexts } from '#shared/entities/seo-fields.ts';

/** What a form holds of what its page tells outside (docs/product.md §18.2), under the names on the wire. */
export interface ToldOutsideValues {
  excerpt: string;
  search_title: string;
  search_description: string;
  /** Null when none is chosen: the form library takes `undefined` for "no change". */
  share_image: File | null;
  /** The stored share image is to go. */
  remove_share_image: boolean;
}

/** In the order in which the form shows them. */
export const toldOutsideFields = [...seoTexts, 'share_image'] as const;

export const nothingTold: ToldOutsideValues = {
  excerpt: '',
  search_title: '',
  search_description: '',
  share_image: null,
  remove_share_image: false,
};

/** What the form of a stored thing begins with. */
export function toldValuesOf(
  stored: Partial<Record<(typeof seoTexts)[number], string | null | undefined>>,
): ToldOutsideValues {
  return {
    ...nothingTold,
    excerpt: stored.excerpt ?? '',
    search_title: stored.search_title ?? '',
    search_description: stored.search_description ?? '',
  };
}

/** Adds the texts to a form of the wire. Only for hosts that are known to take them: others get what docs/product.md §7 says. */
export function appendToldTexts(form: FormData, values: ToldOutsideValues): void {
  for (const name of seoTexts) form.append(name, values[name].trim());
}

/** Adds the share image, or that it goes. `stored`: there may be one. */
export function appendShareImage(form: FormData, values: ToldOutsideValues, stored: boolean): void {
  const { share_image: image, remove_share_image: removes } = values;
  if (image) form.append('share_image', image, image.name);
  else if (stored && removes) form.append('remove_share_image', '1');
}
