import type { Page } from 'playwright-core';

/** The page of a post, by what a reader sees. */
export function postPage(page: Page) {
  const article = page.getByRole('article');
  return {
    article,
    title: article.getByRole('heading', { level: 1 }),
    date: article.locator('time'),
    cover: article.locator('img').first(),
    loader: page.getByRole('status').filter({ hasText: 'Loading…' }),
    none: page.getByRole('heading', { name: 'We couldn’t find this post', level: 1 }),
  };
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Returns day and short month of an ISO text, e.g. "21 Nov" (docs/product.md §2). */
export function dayAndMonth(iso: string): string {
  const [, month = '', day = ''] = /^\d{4}-(\d\d)-(\d\d)/.exec(iso) ?? [];
  return `${Number(day)} ${months[Number(month) - 1]}`;
}
