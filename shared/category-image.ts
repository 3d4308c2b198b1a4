import type { Category } from './entities/category.ts';

/** The main image of a category, which hosts send as `image` or as `images` (docs/product.md §3). */
export function categoryImage({ image, images }: Pick<Category, 'image' | 'images'>) {
  return [image, images].flat().find(Boolean) ?? undefined;
}
