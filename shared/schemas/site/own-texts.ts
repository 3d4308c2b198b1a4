import { z } from 'zod';
import { KIB } from '../../limits.ts';
import { plainText } from '../../plain-text.ts';
import { isEmptyRichText } from '../../rich-text.ts';
import { companyPlaceholders } from '../../site/company-placeholders.ts';
import { ownPath, plainOwnPath } from '../../site/own-path.ts';
import { someOf } from '../../some-of.ts';
import { isDate, isStorable } from '../../text-formats.ts';
import { lengths, line, shortList, text, unknownKeys } from './pieces.ts';

/**
 * The legal texts and the pages of a company's own (docs/product.md §16). Their texts are rich text, which
 * is sanitised for each reader (server/bff/saved-site/site-calls.ts).
 */

/** Maximum number of pages of a company's own, and maximum size of one text in bytes. */
export const ownTextLimits = { pages: 30, bytes: 64 * KIB, path: 80 };

const richText = z
  .string(text)
  .refine((html) => new TextEncoder().encode(html).length <= ownTextLimits.bytes, 'must have at most 64 KB')
  .refine(isStorable, 'has characters that cannot be stored');

const legalText = richText
  .superRefine((html, context) => {
    const unknown = companyPlaceholders.unknownIn(html);
    if (unknown.length === 0) return;
    const known = companyPlaceholders.list;
    const message = `has an unknown placeholder: ${someOf(unknown)}. Known ones are ${known}`;
    context.addIssue({ code: 'custom', message });
  })
  .optional();

/** The day on which a save last changed a text. The server sets it. */
const day = z.string(text).refine(isDate, 'must be a day of the calendar such as 2026-11-21').optional();

export const legalSchema = z
  .strictObject(
    { privacy: legalText, privacy_updated: day, terms: legalText, terms_updated: day },
    unknownKeys('must be an object'),
  )
  .optional();

/** The names of the legal texts in `legal`. */
export const legalTextNames = ['privacy', 'terms'] as const;

export type LegalTextName = (typeof legalTextNames)[number];

const ownPagePlaces = ['menu', 'footer', 'none'] as const;

const ownPage = z.strictObject(
  {
    /** Identifies the page when its path or title changes. */
    id: z.string(text).regex(/^[\w-]{1,40}$/, 'must have letters, digits, hyphens and underscores only'),
    path: z
      .string(text)
      .overwrite(plainText)
      .transform(plainOwnPath)
      .pipe(
        z
          .string()
          .max(ownTextLimits.path, `must have at most ${ownTextLimits.path} characters`)
          .regex(
            ownPath,
            'must be one word after a slash, of letters, digits and hyphens, such as /about-us',
          ),
      ),
    title: line(lengths.title),
    text: richText.default(''),
    search_title: line(lengths.title).optional(),
    search_description: line(lengths.description).optional(),
    place: z.enum(ownPagePlaces, 'must be menu, footer or none').default('none'),
    /** False for a draft, which visitors cannot read. */
    published: z.boolean('must be true or false').default(false),
  },
  unknownKeys('must be an object with id, path and title'),
);

export type OwnPage = z.infer<typeof ownPage>;

export const ownPagesSchema = shortList(ownPage, ownTextLimits.pages)
  .superRefine((pages, context) => {
    refuseRepeated(pages, 'id', context);
    refuseRepeated(pages, 'path', context);
  })
  .default([]);

/** Reports each page whose id or path another page before it has. Paths that differ in case only count as equal. */
function refuseRepeated(pages: readonly OwnPage[], key: 'id' | 'path', context: z.RefinementCtx) {
  const values = pages.map((page) => page[key].toLowerCase());
  for (const [index, value] of values.entries()) {
    const first = pages[values.indexOf(value)];
    if (values.indexOf(value) === index || !first) continue;
    context.addIssue({
      code: 'custom',
      path: [index, key],
      message: `is taken by another page of this list, “${first.title}”`,
    });
  }
}

/** A published page of a company's own, as menus and the sitemap need it. */
export interface OwnPageLink {
  path: string;
  title: string;
  place: OwnPage['place'];
}

/** The texts of a company's own, which pages read one by one: documents would be too large with all of them. */
export interface OwnTexts {
  legal: Partial<Record<LegalTextName, { text: string; updated: string | undefined }>>;
  pages: readonly OwnPage[];
}

/** Divides the legal texts and pages into what every document states about them, and their texts. */
export function ownTextsOf(legal: z.infer<typeof legalSchema>, pages: readonly OwnPage[]) {
  const texts: OwnTexts = { legal: {}, pages };
  for (const name of legalTextNames) {
    const text = legal?.[name];
    if (text !== undefined && !isEmptyRichText(text))
      texts.legal[name] = { text, updated: legal?.[`${name}_updated`] };
  }
  const links = pages
    .filter(({ published }) => published)
    .map(({ path, title, place }): OwnPageLink => ({ path, title, place }));
  return { texts, ownLegal: legalTextNames.filter((name) => texts.legal[name] !== undefined), links };
}
