import { isRecord } from '#shared/json.ts';
import { limits } from '#shared/limits.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { routes } from '#shared/routes.ts';
import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { type LegalTextName, legalTextNames } from '#shared/schemas/site/own-texts.ts';
import type { SitePage } from '#shared/schemas/site-page.ts';
import { type CompanyValues, fillCompanyPlaceholders } from '#shared/site/company-placeholders.ts';
import { addressLines } from '#shared/site/contact-links.ts';
import { ownPathOf } from '#shared/site/own-path.ts';
import type { LoadedCompany } from '../../site/load-site.ts';
import { richTexts } from '../reads/present.ts';

/** The company's texts are its own words: no address in them is rewritten. */
const rules = { hosts: [], mediaPaths: [] };

const legalPaths: Record<string, LegalTextName | undefined> = {
  [routes.privacyPolicy]: 'privacy',
  [routes.termsConditions]: 'terms',
};

type Company = Pick<LoadedCompany, 'site' | 'texts'>;

function valuesOf(site: Company['site']): CompanyValues {
  return {
    legal_entity: site.legal_entity,
    company: site.name,
    email: site.email,
    address: addressLines(site.address).join(', '),
    country: site.address?.country,
    phone: site.phone,
    months: String(limits.retentionMonths),
  };
}

/**
 * Returns the company's own text for the page at `path`, filled in and sanitised. A legal page without a text of the
 * company has an empty text. Undefined if there is no such page, or only a draft and `withDrafts` is not set.
 */
export async function readOwnText(
  { site, texts }: Company,
  path: string,
  { withDrafts = false } = {},
): Promise<SitePage | undefined> {
  const shown = (html: string) => safeText(fillCompanyPlaceholders(html, valuesOf(site)));
  const legal = legalPaths[path];
  if (legal) {
    const { text = '', updated } = texts.legal[legal] ?? {};
    return { title: null, text: await shown(text), updated: updated ?? null };
  }
  const wanted = ownPathOf(path);
  const page = texts.pages.find((each) => each.path === wanted && (each.published || withDrafts));
  if (!page) return undefined;
  const { title, text, search_title, search_description } = page;
  return { title, text: await shown(text), updated: null, search_title, search_description };
}

/**
 * Returns a site as it is stored: without empty legal texts, and with today's date (`today`, as in 2026-11-21) for each
 * legal text that differs from the one of `before`.
 */
export function withDates(site: SiteJson, before: SiteJson, today: string): SiteJson {
  if (!isRecord(site.legal)) return site;
  const known = isRecord(before.legal) ? before.legal : {};
  const legal: Record<string, unknown> = { ...site.legal };
  for (const name of legalTextNames) {
    const text = legal[name];
    const isEmpty = text === undefined || (typeof text === 'string' && isEmptyRichText(text));
    const day = text === known[name] ? known[`${name}_updated`] : today;
    // Undefined values are left out of the stored JSON.
    Object.assign(legal, {
      [name]: isEmpty ? undefined : text,
      [`${name}_updated`]: isEmpty ? undefined : day,
    });
  }
  return { ...site, legal };
}

/** Sanitises a text, and removes its media. */
async function safeText(html: string): Promise<string> {
  const [safe] = await richTexts.makeSafe([html], rules);
  return safe
    ? safe
        .restore(safe.html)
        .replace(/<img\b[^>]*>/g, '')
        .replace(/<iframe\b[^>]*>[^<]*<\/iframe>/g, '')
    : '';
}
