import type { RequestHandler } from 'express';
import { type CallName, contract } from '#shared/contract/index.ts';
import { csvType } from '#shared/csv.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { RedirectFileResult } from '#shared/schemas/redirect.ts';
import { AppError, assertThat } from '../../errors.ts';
import { sendDownload, slice, usualPage } from '../answers.ts';
import { callOf, ownIdOf } from '../call.ts';
import { readBody, readQuery } from '../uploads/bodies.ts';
import { exportFile, type ImportedFile, importFile } from './redirect-file.ts';
import type { Redirects } from './redirects.ts';
import { addRedirects, assertNoneRefused, deleteRedirect, findByAddress, searchRedirects } from './store.ts';

/** Maximum number of refused lines that are reported for a file. */
const mostRefused = 200;

/**
 * Returns the handlers of the calls about redirects, by the names of their contract rows. `mediaPaths` are
 * UPSTREAM_MEDIA_PATHS.
 */
export function redirectCalls(
  redirects: Redirects,
  mediaPaths: readonly string[],
): Partial<Record<CallName, RequestHandler>> {
  const { db } = redirects;

  const list: RequestHandler = async (req, res) => {
    const { page, per_page = usualPage, search } = readQuery(contract.getRedirects.query, req);
    res.json({ status: 1, data: slice(await searchRedirects(db, search), page, per_page) });
  };

  const add: RequestHandler = async (req, res) => {
    const given = await readBody(contract.addRedirect.body, req, res);
    const { same, refused } = await addRedirects(db, [given], { source: 'hand', mediaPaths });
    assertNoneRefused([
      ...same.map(() => ({ field: 'from' as const, reason: deskMessages['redirect.same'] })),
      ...refused,
    ]);
    await redirects.changed();
    const data = await findByAddress(db, given.from);
    callOf(res).answered = { isRefusal: false, id: data?.id };
    res.json({ status: 1, message: deskMessages['redirect.added'], data });
  };

  const remove: RequestHandler = async (_req, res) => {
    assertThat(await deleteRedirect(db, ownIdOf(res)), 'redirect.notFound', 404);
    await redirects.changed();
    res.json({ status: 1, message: deskMessages['redirect.deleted'], data: null });
  };

  const check: RequestHandler = async (req, res) => {
    const { csv } = await readBody(contract.checkRedirects.body, req, res);
    const done = await importFile(db, csv, { source: 'file', mediaPaths, dryRun: true });
    res.json({ status: 1, data: resultOf(done) });
  };

  const takeFile: RequestHandler = async (req, res) => {
    const { csv } = await readBody(contract.importRedirects.body, req, res);
    const done = await importFile(db, csv, { source: 'file', mediaPaths });
    const data = resultOf(done);
    const count = data.refused_total;
    if (count > 0) throw new AppError('redirect.notImported', 422, { values: { count }, data });
    await redirects.changed();
    res.json({ status: 1, message: deskMessages['redirect.imported'], data });
  };

  const download: RequestHandler = async (req, res) => {
    const file = await exportFile(db);
    const described = { name: 'redirects.csv', 'Content-Type': csvType };
    await sendDownload(req, res, described, async function* () {
      yield file;
    });
  };

  return {
    getRedirects: list,
    addRedirect: add,
    deleteRedirect: remove,
    checkRedirects: check,
    importRedirects: takeFile,
    exportRedirects: download,
  };
}

function resultOf({ added, changed, same, refused }: ImportedFile): RedirectFileResult {
  const counts = { added: added.length, changed: changed.length, same: same.length };
  return { ...counts, refused: refused.slice(0, mostRefused), refused_total: refused.length };
}
