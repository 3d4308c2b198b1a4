import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { type CallName, contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { AppError, assertThat, newerVersion } from '../../errors.ts';
import { checkBrandFile, PictureError, savedFileName } from '../../site/brand-files.ts';
import type { LiveCompany } from '../../site/live-company.ts';
import type { LoadedCompany, SiteProblem } from '../../site/load-site.ts';
import { ownIdOf, personOf } from '../call.ts';
import { readBody, readQuery } from '../uploads/bodies.ts';
import { type OtherAddresses, readOwnText, readyToStore, redirectRenamed } from './incoming-site.ts';
import type { SavedSites } from './saved-site.ts';
import { addFile, deleteUnnamedFiles, fileProblem, listVersions, readVersion } from './store.ts';

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
}: SiteCallsOptions): Partial<Record<CallName, RequestHandler>> {
  const get: RequestHandler = (_req, res) => {
    res.json({ status: 1, data: savedSites.current() });
  };

  const update: RequestHandler = async (req, res) => {
    assertThat(!savedSites.current().read_only, 'site.readOnly', 403);
    const body = await readBody(contract.updateSite.body, req, res);
    const version = body.updated_at ?? undefined;
    const before = savedSites.current().site;
    const load = (site: unknown) => savedSites.check(site, { withIcons: true });
    const ready = await readyToStore(body.site, before, load, savedSites.db);
    if (ready.problems) throw refused(ready.problems);
    const { site } = ready;
    const { newer } = await savedSites.save(site, { version, who: personOf(res), company: ready.company });
    if (newer) throw newerVersion(version ?? '', new Date(newer.savedAt).toISOString(), newer.who);
    await redirectRenamed(before, site, addresses, log).catch((err: unknown) =>
      log.warn({ err }, 'the former addresses of pages are not redirected'),
    );
    res.json({ status: 1, message: deskMessages['site.saved'], data: savedSites.current() });
  };

  const preview: RequestHandler = async (req, res) => {
    const { site, path } = await readBody(contract.previewSite.body, req, res);
    const { company: drafted, problems } = await savedSites.check(site, { withIcons: false });
    if (!drafted) throw refused(problems);
    company.lend(drafted.files);
    res.json({ status: 1, data: { html: await renderPreview(path, drafted, res) } });
  };

  const add: RequestHandler = async (req, res) => {
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
    res.json({ status: 1, data: { name, ...image } });
  };

  const versions: RequestHandler = async (_req, res) => {
    res.json({ status: 1, data: await listVersions(savedSites.db) });
  };

  const version: RequestHandler = async (_req, res) => {
    const found = await readVersion(savedSites.db, ownIdOf(res));
    assertThat(found, 'site.versionNotFound', 404);
    res.json({ status: 1, data: found });
  };

  const page: RequestHandler = async (req, res) => {
    const found = await readOwnText(company.now(), readQuery(contract.sitePage.query, req).path ?? '');
    assertThat(found, 'request.notFound', 404);
    res.json({ status: 1, data: found });
  };

  return {
    sitePage: page,
    getSite: get,
    updateSite: update,
    previewSite: preview,
    addSiteFile: add,
    getSiteVersions: versions,
    getSiteVersion: version,
  };
}

/** Returns the 422 with one sentence for each wrong field, by its path. */
function refused(problems: readonly SiteProblem[]): AppError {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of problems.slice(0, namedProblems))
    fields[path] = [...(fields[path] ?? []), sentence(message)];
  return new AppError('fields.invalid', 422, { fields });
}

/** Makes a sentence of a text that continues one (`must not be empty`). */
function sentence(message: string): string {
  const whole = /^(must|is|has)\b/.test(message) ? `This ${message}` : message;
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}${/[.!?]$/.test(whole) ? '' : '.'}`;
}
