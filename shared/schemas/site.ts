import type { z } from 'zod';
import { wordsOf } from '../words/all-words.ts';
import type { Language } from '../words/language.ts';
import type { Brand } from './site/brand.ts';
import { siteFileSchema } from './site/file.ts';
import { ownTextsOf } from './site/own-texts.ts';
import { descriptionOf, pagesOf } from './site/pages.ts';

/** Everything that pages, mails, head tags and feeds state about the company. */
export const siteSchema = siteFileSchema.transform(
  ({ short_name, legal_entity, pages, legal, own_pages, apps, ...site }) => {
    const { texts, ownLegal, links } = ownTextsOf(legal, own_pages);
    return {
      ...site,
      apps: apps.map(({ deleted_data, ...rest }) => ({
        ...rest,
        deleted_data: deleted_data ?? accountData(site.language),
      })),
      short_name: short_name ?? site.name,
      legal_entity: legal_entity ?? site.name,
      description: descriptionOf(site),
      pages: pagesOf(pages, site, wordsOf(site.language)),
      /** The legal texts that the company has written itself. */
      own_legal: ownLegal,
      /** The published pages of the company's own. */
      own_pages: links,
      /** Not a part of `Site`: pages read these texts one by one. */
      texts,
    };
  },
);

/** site.json as read: its pictures are still file names. */
type ReadSite = z.infer<typeof siteSchema>;
/** The company, as all other code sees it. */
export type Site = Omit<ReadSite, 'brand' | 'texts'> & { brand: Brand };
/**
 * Returns the company as it is now. Code that lives longer than a request holds this function: it has no properties
 * that could be taken from it and be those of the company before the last save.
 */
export type LiveSite = () => Site;
export type SiteApp = Site['apps'][number];
export type SiteAddress = NonNullable<Site['address']>;

/** The content of site.json: like `ReadSite`, but optional fields may be missing. */
export type SiteFile = z.input<typeof siteSchema>;

/** Returns the default for the data that is deleted with an account. */
function accountData(language: Language) {
  const words = wordsOf(language);
  return [words('deletion.wayIn'), words('deletion.allData')];
}
