import { seoTexts } from '#shared/entities/seo-fields.ts';
import { limits } from '#shared/limits.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';

type Name = (typeof seoTexts)[number] | 'share_image';
type Told = Record<Name, string | null>;

const names = [...seoTexts, 'share_image'] as const;

/** A row without what it does not tell: most pages have none of it, and are no longer for it. */
export function withoutUntold<Row extends Told>(row: Row): Omit<Row, Name> & Partial<Record<Name, string>> {
  const { excerpt, search_title, search_description, share_image, ...rest } = row;
  const told = { excerpt, search_title, search_description, share_image };
  return Object.assign(
    rest,
    Object.fromEntries(names.flatMap((name) => (told[name] ? [[name, told[name]]] : []))),
  );
}

/** What lists say of a row: the excerpt that somebody wrote, else the beginning of the text. Safe HTML. */
export function summaryOf({ excerpt, summary }: { excerpt: string | null; summary: string }): string {
  if (!excerpt) return summary;
  const text = excerpt.slice(0, limits.summary).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return richTextSummary(`<p>${text}</p>`);
}
