/**
 * The page numbers to show: every page without `window` (docs/product.md §9, blog list), else up to `window` of them around
 * the current one (portfolio list).
 */
export function pagesToShow(current: number, last: number, window?: number): number[] {
  const size = window === undefined ? last : Math.min(window, last);
  const first = Math.max(1, Math.min(current - Math.floor(size / 2), last - size + 1));
  return Array.from({ length: Math.max(0, size) }, (_, index) => first + index);
}
