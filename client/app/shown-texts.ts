import type { SiteInfo } from '#shared/site/site-info.ts';

/**
 * Finds out which of the company's texts a page shows, so that its document need not contain those of all pages.
 * Returns the info with which to render, and a function that then returns the info for the document. Of pages and apps
 * it has what was read, and every switch.
 */
export function collectTexts(info: SiteInfo): { info: SiteInfo; shown: () => SiteInfo } {
  const read = new Set<unknown>();
  const watched = <Texts extends object>(texts: Texts): Texts =>
    new Proxy(texts, {
      get(target, name) {
        const value = Reflect.get(target, name);
        read.add(value);
        return value;
      },
    });
  const shownOf = <Texts extends object>(texts: Texts): Texts =>
    Object.fromEntries(
      Object.entries(texts).filter(([, value]) => typeof value === 'boolean' || read.has(value)),
    ) as Texts;
  const { pages, apps } = info.site;
  const withTexts = (change: <Texts extends object>(texts: Texts) => Texts): SiteInfo => ({
    ...info,
    site: {
      ...info.site,
      pages: Object.fromEntries(
        Object.entries(pages).map(([name, texts]) => [name, change(texts)]),
      ) as unknown as typeof pages,
      apps: apps.map(change),
    },
  });
  return { info: withTexts(watched), shown: () => withTexts(shownOf) };
}
