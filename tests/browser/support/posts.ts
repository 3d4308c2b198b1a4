const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Returns day and short month of an ISO text, e.g. "21 Nov" (docs/product.md §2). */
export function dayAndMonth(iso: string): string {
  const [, month = '', day = ''] = /^\d{4}-(\d\d)-(\d\d)/.exec(iso) ?? [];
  return `${Number(day)} ${months[Number(month) - 1]}`;
}
