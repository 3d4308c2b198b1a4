import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import { csvType } from '#shared/csv.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { isKnownRoute } from '#shared/routes.ts';
import type { SiteDb } from '../../database/site-types.ts';
import type { RowId } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { repeat } from '../../process/work.ts';
import { type OwnCalls, sendDownload } from '../answers.ts';
import { callOf, ownIdOf } from '../call.ts';
import { readBody, readQuery } from '../uploads/bodies.ts';
import { OldAddresses, wireForm } from './addresses.ts';
import {
  addRedirects,
  deleteRedirect,
  exportFile,
  findByAddress,
  importFile,
  pageOfRedirects,
  readKnown,
  readVersion,
} from './store.ts';

/**
 * How often a process looks for changes by other processes or commands, and writes the hits it has counted; in
 * milliseconds. A killed process loses the hits of at most that time.
 */
const lookMs = 3_000;

/** The redirects of a running site. A look-up uses memory only, and makes no database query. */
export type Redirects = Awaited<ReturnType<typeof openRedirects>>;

/**
 * Opens the redirects. All of them are kept in memory, because bots request thousands of addresses that never
 * existed. They are read again when their version has changed. Hits are counted in
 * memory too, and then added to the hits that other processes have written.
 */
export async function openRedirects({ db, log }: { db: SiteDb; log: Logger }) {
  let version = '';
  let known = new OldAddresses([]);
  let hits = new Map<RowId, { count: number; at: number }>();

  async function read() {
    // The version is read before the redirects, so a change between the two reads is found the next time.
    const latest = JSON.stringify(await readVersion(db));
    if (latest === version) return;
    known = await readKnown(db);
    version = latest;
  }

  function add(id: RowId, count: number, at: number) {
    hits.set(id, { count: (hits.get(id)?.count ?? 0) + count, at });
  }

  /** Adds the hits to those in the database. If that fails, they are kept for the next time. */
  async function writeHits() {
    if (hits.size === 0) return;
    // All processes update the rows in the same order, to avoid deadlocks.
    const counted = [...hits].sort(([one], [other]) => one - other);
    hits = new Map();
    try {
      await db.transaction().execute(async (tx) => {
        for (const [id, { count, at }] of counted)
          await tx
            .updateTable('redirects')
            .set(({ eb }) => ({ hits: eb('hits', '+', count), last_hit_at: at }))
            .where('id', '=', id)
            .execute();
      });
    } catch (error) {
      for (const [id, { count, at }] of counted) add(id, count, hits.get(id)?.at ?? at);
      throw error;
    }
  }

  const worker = repeat(
    lookMs,
    async () => {
      await read();
      await writeHits();
    },
    (error, failures) => {
      if (failures === 1) log.warn({ err: error }, 'redirects cannot be read or counted; retrying');
    },
  );
  const changed = () => worker.run(read);
  await changed();

  return {
    db,
    /**
     * Returns the `Location` header for a requested target (path with query) that has no page, and counts a hit;
     * undefined if there is no redirect for it.
     */
    lead(target: string) {
      const found = known.find(target);
      if (!found) return undefined;
      // A chain that is too long is not an error: two processes that save at the same time may create one. The rest of
      // it is followed with the visitor's next request.
      const { problem, address } = known.follow(found.to);
      if (problem === 'redirect.loop') return undefined;
      const { id } = found.entry;
      if (id !== undefined) add(id, 1, Date.now());
      return wireForm(address);
    },
    /**
     * Loads a change; called after the change was committed. When it resolves, this process uses the change. The other
     * processes find it within seconds.
     */
    changed,
    async close() {
      await worker.stop();
      await writeHits().catch((err: unknown) =>
        log.warn({ err }, 'hits of redirects were lost when the process ended'),
      );
    },
  };
}

/** Sends a redirect if there is one for a request without a page; returns true if it was sent. */
export type SendRedirect = ReturnType<typeof sendRedirect>;

/**
 * Browsers and caches may store a redirect for one day only, because the redirect can be changed and its old address
 * may get a page again.
 */
const cacheRule = 'max-age=86400';

/**
 * Returns a function that sends 301 for a GET or HEAD if there is a redirect for the requested target, and then returns
 * true. Call the function only if the answer would otherwise be 404 or 410.
 */
export function sendRedirect(redirects: Redirects) {
  return (req: Request, res: Response) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    const location = redirects.lead(req.originalUrl);
    if (location === undefined) return false;
    res.set('Cache-Control', cacheRule);
    res.redirect(301, location);
    return true;
  };
}

/**
 * Sends redirects for addresses that cannot be a page or file of this site, and for home page addresses with the
 * query of a former site. A page with an id or a title in its address has to be looked up first:
 * server/pages/pages.ts sends the redirect if that page does not exist.
 */
export function serveRedirects(lead: SendRedirect, isFile: (path: string) => boolean): RequestHandler {
  return (req, res, next) => {
    const { path } = req;
    const mayBe = path === '/' ? req.originalUrl !== '/' : !isKnownRoute(path) && !isFile(path);
    if (!mayBe || !lead(req, res)) next();
  };
}

/** Maximum number of refused lines that are reported for a file. */
const mostRefused = 200;

/**
 * Returns the handlers of the calls about redirects, by the names of their contract rows. `mediaPaths` are
 * UPSTREAM_MEDIA_PATHS.
 */
export function redirectCalls(redirects: Redirects, mediaPaths: readonly string[]): OwnCalls {
  const { db } = redirects;

  return {
    async getRedirects(req) {
      return { data: await pageOfRedirects(db, readQuery(contract.getRedirects.query, req)) };
    },
    async addRedirect(req, res) {
      const given = await readBody(contract.addRedirect.body, req, res);
      const { same, refused } = await addRedirects(db, [given], { source: 'hand', mediaPaths });
      const fields = Object.fromEntries(refused.map(({ field, reason }) => [field, [reason]]));
      if (same.length > 0) fields.from ??= [deskMessages['redirect.same']];
      assertThat(same.length + refused.length === 0, 'fields.invalid', 422, { fields });
      await redirects.changed();
      const data = await findByAddress(db, given.from);
      callOf(res).answered = { isRefusal: false, id: data?.id };
      return { message: deskMessages['redirect.added'], data };
    },
    async deleteRedirect(_req, res) {
      assertThat(await deleteRedirect(db, ownIdOf(res)), 'redirect.notFound', 404);
      await redirects.changed();
      return { message: deskMessages['redirect.deleted'], data: null };
    },
    async checkRedirects(req, res) {
      const { csv } = await readBody(contract.checkRedirects.body, req, res);
      return { data: resultOf(await importFile(db, csv, { source: 'file', mediaPaths, dryRun: true })) };
    },
    async importRedirects(req, res) {
      const { csv } = await readBody(contract.importRedirects.body, req, res);
      const data = resultOf(await importFile(db, csv, { source: 'file', mediaPaths }));
      assertThat(!data.refused_total, 'redirect.notImported', 422, {
        values: { count: data.refused_total },
        data,
      });
      await redirects.changed();
      return { message: deskMessages['redirect.imported'], data };
    },
    async exportRedirects(req, res) {
      const file = await exportFile(db);
      await sendDownload(req, res, { name: 'redirects.csv', 'Content-Type': csvType }, async function* () {
        yield file;
      });
    },
  };
}

function resultOf({ added, changed, same, refused }: Awaited<ReturnType<typeof importFile>>) {
  return {
    added: added.length,
    changed: changed.length,
    same: same.length,
    refused: refused.slice(0, mostRefused),
    refused_total: refused.length,
  };
}
