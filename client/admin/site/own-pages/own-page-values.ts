import type { Language } from '#shared/words/language.ts';
import { pageStarts, startKinds } from './page-starts.ts';

/** A page of the company's own, as the form holds it. */
export interface OwnPageValues {
  id: string;
  path: string;
  title: string;
  text: string;
  search_title?: string;
  search_description?: string;
  place: string;
  published: boolean;
}

/** Returns a new draft with an id of its own, which begins with these values. */
function newOwnPage(start: Partial<OwnPageValues> = {}): OwnPageValues {
  const id = Math.random().toString(36).slice(2, 12);
  const title = start.title ?? '';
  return { id, path: pathOfTitle(title), title, text: '', place: 'footer', published: false, ...start };
}

/**
 * Returns the ways to begin a page, in the language of the site. One whose address a page already has is left out,
 * because an address belongs to one page.
 */
export function startsFor(
  language: Language,
  pages: readonly OwnPageValues[],
): { label: string; create: () => OwnPageValues }[] {
  const taken = new Set(pages.map(({ path }) => path.toLowerCase()));
  const free = startKinds.filter(({ name }) => !taken.has(pathOfTitle(pageStarts[language][name].title)));
  return [
    ...free.map(({ name, label, place }) => ({
      label,
      create: () => newOwnPage({ ...pageStarts[language][name], place }),
    })),
    { label: 'Empty page', create: () => newOwnPage() },
  ];
}

/** Returns the path for a title: "About us!" gives /about-us. */
function pathOfTitle(title: string): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return `/${words.join('-').slice(0, 60).replace(/-$/, '')}`;
}

/** Returns the path of a draft with another title. It follows the title until it is written by hand: then undefined. */
export function followingPath(page: OwnPageValues, title: string): string | undefined {
  const follows = !page.published && page.path === pathOfTitle(page.title);
  return follows ? pathOfTitle(title) : undefined;
}

/** Returns the path of the own page to which a field such as `own_pages.2.title` belongs. */
export function ownAddressAt(site: Record<string, unknown>, field: string): string | undefined {
  const index = /^own_pages\.(\d+)(?:\.|$)/.exec(field)?.[1];
  return index === undefined ? undefined : ownPagesIn(site)[Number(index)]?.path;
}

/** Returns the company's own pages that the values of the form contain. */
export function ownPagesIn({ own_pages: pages }: Record<string, unknown>): OwnPageValues[] {
  return Array.isArray(pages) ? (pages as OwnPageValues[]) : [];
}
