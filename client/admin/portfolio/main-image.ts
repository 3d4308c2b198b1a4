import type { Category } from '#shared/schemas/category.ts';

/** docs/product.md §3: the main image of a category may appear as `image` or as `images`. */
export function mainImage({ image, images }: Pick<Category, 'image' | 'images'>): string | undefined {
  const [first] = [image, images].flat().filter(Boolean);
  return first ?? undefined;
}
