import type { Response } from 'express';
import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { isRecord } from '#shared/json.ts';
import { limits } from '#shared/limits.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { routes } from '#shared/routes.ts';
import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { type LegalTextName, legalTextNames, ownPagesSchema } from '#shared/schemas/site/own-texts.ts';
import { fillCompanyPlaceholders } from '#shared/site/company-placeholders.ts';
import { addressLines } from '#shared/site/contact-links.ts';
import { ownPathOf } from '#shared/site/own-path.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { AppError, assertThat, newerVersion } from '../../errors.ts';
import { checkBrandFile, PictureError, savedFileName } from '../../site/brand-files.ts';
import type { LiveCompany } from '../../site/live-company.ts';
import type { Loaded, LoadedCompany, SiteProblem } from '../../site/load-site.ts';
import type { OwnCalls } from '../answers.ts';
import { ownIdOf, personOf } from '../call.ts';
import { richTexts } from '../reads/present.ts';
import type { Redirects } from '../redirects/redirects.ts';
import { findByAddress, redirectMovedPage } from '../redirects/store.ts';
import { readBody, readQuery } from '../uploads/bodies.ts';
import {
  addFile,
  deleteUnnamedFiles,
  fileProblem,
  listVersions,
  readVersion,
  type SavedSites,
} from './saved-site.ts';

/** How many of the wrong values of a site an answer names. */
const namedProblems = 100;

interface SiteCallsOptions {
  savedSites: SavedSites;
  company: Pick<LiveCompany, 'lend' | 'now'>;
  /** The other owners of addresses on this site. */
  addresses: OtherAddresses;
  /** Renders a page with a company that is not saved. */
  renderPreview: (path: string, company: LoadedCompany, res: Response) => Promise<string>;
  log: Pick<Logger, 'warn'>;
}

/** Returns the handlers of the calls about the site, by the names of their contract rows. */
export function siteCalls({
  savedSites,
  company,
  addresses,
  renderPreview,
  log,
}: SiteCallsOptions): OwnCalls {
  return {
    async sitePage(req) {
      const found = await readOwnText(company.now(), readQuery(contract.sitePage.query, req).path ?? '');
      assertThat(found, 'request.notFound', 404);
      return { data: found };
    },
    getSite() {
      return { data: savedSites.current() };
    },
    async updateSite(req, res) {
      assertThat(!savedSites.current().read_only, 'site.readOnly', 403);
      const body = await readBody(contract.updateSite.body, req, res);
      const version = body.updated_at ?? undefined;
      const before = savedSites.current().site;
      const load = (site: unknown) => savedSites.check(site, { withIcons: true });
      const ready = await readyToStore(body.site, before, load, savedSites.db);
      if (ready.problems) throw refused(ready.problems);
      const { site } = ready;
      const newer = await savedSites.save(site, ready.company, personOf(res), version);
      if (newer) throw newerVersion(version ?? '', new Date(newer.savedAt).toISOString(), newer.who);
      await redirectRenamed(before, site, addresses, log).catch((err: unknown) =>
        log.warn({ err }, 'the former addresses of pages are not redirected'),
      );
      return { message: deskMessages['site.saved'], data: savedSites.current() };
    },
    async previewSite(req, res) {
      const { site, path } = await readBody(contract.previewSite.body, req, res);
      const { company: drafted, problems } = await savedSites.check(site, { withIcons: false });
      if (!drafted) throw refused(problems);
      company.lend(drafted.files);
      return { data: { html: await renderPreview(path, drafted, res) } };
    },
    async addSiteFile(req, res) {
      assertThat(!savedSites.current().read_only, 'site.readOnly', 403);
      const { key, type, data } = await readBody(contract.addSiteFile.body, req, res);
      const bytes = Buffer.from(data, 'base64');
      const name = savedFileName(key, type, bytes);
      const { image, file } = await checkBrandFile(key, name, bytes).catch((error: unknown) => {
        if (!(error instanceof PictureError)) throw error;
        throw refused([{ path: key, message: `this file ${error.message}` }]);
      });
      await deleteUnnamedFiles(savedSites.db, Date.now());
      const problem = await fileProblem(savedSites.db, name, bytes.length);
      if (problem) throw refused([{ path: key, message: `this file ${problem}` }]);
      await addFile(savedSites.db, name, bytes, Date.now());
      company.lend(new Map([[image.src, file]]));
      return { data: { name, ...image } };
    },
    async getSiteVersions() {
      return { data: await listVersions(savedSites.db) };
    },
    async getSiteVersion(_req, res) {
      const found = await readVersion(savedSites.db, ownIdOf(res));
      assertThat(found, 'site.versionNotFound', 404);
      return { data: found };
    },
  };
}

/** Returns the 422 with one sentence for each wrong field, by its path. */
function refused(problems: readonly SiteProblem[]) {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of problems.slice(0, namedProblems))
    fields[path] = [...(fields[path] ?? []), sentence(message)];
  return new AppError('fields.invalid', 422, { fields });
}

/** Makes a sentence of a text that continues one (`must not be empty`). */
function sentence(message: string) {
  const whole = /^(must|is|has)\b/.test(message) ? `This ${message}` : message;
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}${/[.!?]$/.test(whole) ? '' : '.'}`;
}

/** The source of redirects from the former addresses of a company's own pages. */
const source = 'page';

/** The redirects of this site, and its path prefixes of media. */
interface OtherAddresses {
  redirects: Pick<Redirects, 'db' | 'changed'>;
  mediaPaths: readonly string[];
}

/**
 * Makes a site that comes in ready to be stored over `before`: its legal texts are dated, it is checked by `load`, and
 * each of its pages has an address of its own. A page of `before` keeps an address that the product or a redirect has
 * taken since.
 */
export async function readyToStore(
  given: unknown,
  before: SiteJson,
  load: (site: unknown) => Promise<Loaded>,
  db: SiteDb,
) {
  const site = isRecord(given) ? withDates(given, before, new Date().toISOString().slice(0, 10)) : given;
  const { company, taken, problems } = await load(site);
  if (!company) return { problems };
  const had = pagesOf(before);
  const isNew = (path: string) => !had.some((page) => page.published && page.path === path);
  const refused: SiteProblem[] = taken.filter(({ address }) => isNew(address));
  for (const [index, { path }] of pagesOf(site).entries()) {
    const redirect = isNew(path) ? await findByAddress(db, path) : undefined;
    // A redirect that a rename of a page has made gives way to a page.
    if (!redirect || redirect.source === source) continue;
    const message = `is taken by a redirect to ${redirect.to}. Delete it under Redirects, or choose another address`;
    refused.push({ path: `own_pages.${index}.path`, message });
  }
  return refused.length > 0 ? { problems: refused } : { site: site as SiteJson, company };
}

/** Returns the pages of the company's own in a site, with those whose address is taken. */
function pagesOf(site: unknown) {
  return ownPagesSchema.catch([]).parse(isRecord(site) ? site.own_pages : undefined);
}

/**
 * Redirects the former addresses of published pages that have a new one. A former address that another page now has
 * is not redirected.
 */
export async function redirectRenamed(
  before: SiteJson,
  after: SiteJson,
  { redirects, mediaPaths }: OtherAddresses,
  log: Pick<Logger, 'warn'>,
) {
  const published = pagesOf(after).filter((page) => page.published);
  for (const old of pagesOf(before)) {
    const page = published.find(({ id }) => id === old.id);
    if (!page || !old.published || published.some(({ path }) => path === old.path)) continue;
    const problems = await redirectMovedPage(
      redirects,
      { from: old.path, to: page.path },
      mediaPaths,
      source,
    );
    if (problems.length > 0)
      log.warn({ from: old.path, problems }, 'the former address of a page is not redirected');
  }
}

/** The company's texts are its own words: no address in them is rewritten. */
const rules = { hosts: [], mediaPaths: [] };

const legalPaths: Record<string, LegalTextName | undefined> = {
  [routes.privacyPolicy]: 'privacy',
  [routes.termsConditions]: 'terms',
};

function valuesOf(site: LoadedCompany['site']) {
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
  { site, texts }: Pick<LoadedCompany, 'site' | 'texts'>,
  path: string,
  { withDrafts = false } = {},
) {
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
export function withDates(site: SiteJson, before: SiteJson, today: string) {
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
async function safeText(html: string) {
  const [safe] = await richTexts.makeSafe([html], rules);
  return safe
    ? safe
        .restore(safe.html)
        .replace(/<img\b[^>]*>/g, '')
        .replace(/<iframe\b[^>]*>[^<]*<\/iframe>/g, '')
    : '';
}
