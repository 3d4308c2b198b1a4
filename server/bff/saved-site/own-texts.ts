import { isRecord } from '#shared/is-record.ts';
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
import { richTexts } from '../reads/all-rich-texts.ts';

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
 * Returns a site whose legal texts and pages are ready to be stored: sanitised, without media, without empty legal
 * texts, and with today's date (`today`, as in 2026-11-21) for each legal text that differs from the one of `before`.
 */
export async function withCleanTexts(site: SiteJson, before: SiteJson, today: string): Promise<SiteJson> {
  const { legal, own_pages: pages, ...others } = site;
  return {
    ...others,
    ...(legal !== undefined && { legal: await cleanLegal(legal, before.legal, today) }),
    ...(pages !== undefined && {
      own_pages: Array.isArray(pages) ? await Promise.all(pages.map(cleanPage)) : pages,
    }),
  };
}

async function cleanLegal(legal: unknown, before: unknown, today: string): Promise<unknown> {
  if (!isRecord(legal)) return legal;
  const known = isRecord(before) ? before : {};
  const clean = { ...legal };
  for (const name of legalTextNames) {
    const text = await cleanText(legal[name]);
    const isEmpty = typeof text === 'string' && isEmptyRichText(text);
    const updated = text === (await cleanText(known[name])) ? known[`${name}_updated`] : today;
    const hasDay = typeof text === 'string' && !isEmpty && updated !== undefined;
    Object.assign(clean, {
      [name]: isEmpty ? undefined : text,
      [`${name}_updated`]: hasDay ? updated : undefined,
    });
  }
  // Undefined values are left out, as they are in the stored JSON.
  return Object.fromEntries(Object.entries(clean).filter(([, value]) => value !== undefined));
}

async function cleanPage(page: unknown): Promise<unknown> {
  return isRecord(page) && typeof page.text === 'string'
    ? { ...page, text: await cleanText(page.text) }
    : page;
}

/** Sanitises a text and removes its media. A value that is no text stays as it is: the schema refuses it. */
async function cleanText(text: unknown): Promise<unknown> {
  if (typeof text !== 'string') return text;
  const safe = await safeText(text);
  return safe.replace(/<img\b[^>]*>/g, '').replace(/<iframe\b[^>]*>[^<]*<\/iframe>/g, '');
}

async function safeText(html: string): Promise<string> {
  const [safe] = await richTexts.makeSafe([html], rules);
  return safe ? safe.restore(safe.html) : '';
}
