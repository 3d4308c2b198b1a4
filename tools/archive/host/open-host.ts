import { setTimeout as wait } from 'node:timers/promises';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import { adaptUpstream } from '../../../hosts/adapt/adapted-upstream.ts';
import { createHostMap } from '../../../hosts/adapt/host-map.ts';
import { hasByFile } from '../../../hosts/open-host-file.ts';
import { createUpstream } from '../../../server/bff/upstream/client.ts';
import type { Upstream } from '../../../server/bff/upstream/upstream.ts';
import { loadConfig } from '../../../server/config.ts';
import { createWindow } from '../../../server/database/site/limiter.ts';
import { openHost } from '../../../server/product/open-company.ts';
import { askAccount } from '../../terminal.ts';
import { openFetcher } from '../fetcher.ts';
import { ArchiveProblem } from '../format.ts';
import { openHostCalls } from './calls.ts';

interface OpenOptions {
  email: string | undefined;
  /** True if the command must not prompt, because a program reads its output. */
  silent: boolean;
  /** Origins from which media may be fetched, in addition to those of host.json. */
  origins: MediaOrigins;
  say(text: string): void;
  environment?: Record<string, string | undefined>;
}

/**
 * Opens the API host that this environment configures by UPSTREAM_URL or DATA_DIR/host.json. Signs in with
 * ADMIN_EMAIL and ADMIN_PASSWORD, or asks for them at the terminal. Rejects with StartError.
 */
export async function openMovingHost(options: OpenOptions) {
  const { say, origins, environment = process.env } = options;
  // ADMIN_EMAIL and ADMIN_PASSWORD are left out: the credentials of another host need not satisfy this product's
  // rules for them.
  const { ADMIN_EMAIL: _email, ADMIN_PASSWORD: _password, ...others } = environment;
  const given = loadConfig(others);
  const { config, file } = (await openHost(given, say)) ?? { config: given };
  const url = config.UPSTREAM_URL;
  if (!url)
    throw new ArchiveProblem(
      `There is no host: set UPSTREAM_URL, or put host.json into ${config.DATA_DIR}. For the embedded engine, use npm run studio -- export and npm run studio -- import.`,
    );
  // Without `origins` the adapter leaves the URLs of media as the host writes them, so that no text is changed by the
  // move.
  const map =
    file && createHostMap({ ...file, calls_per_minute: undefined, media: { ...file.media, origins: {} } });
  const raw = createUpstream(url, config.UPSTREAM_TIMEOUT_MS);
  const paced = paceOf(raw, file?.calls_per_minute);
  const mediaPaths = config.UPSTREAM_MEDIA_PATHS;
  const upstream = map
    ? adaptUpstream(paced, map, { mediaPaths, mostPages: Number.POSITIVE_INFINITY })
    : paced;
  const media = openFetcher(
    { host: { url, allowPrivate: true }, ...file?.media.origins, ...origins },
    { config, isNeeded: true },
  );
  try {
    const needsNobody = file !== undefined && !map?.answererOf({ name: 'login' });
    const question = `Email or user name for ${url.origin}: `;
    const account = needsNobody
      ? undefined
      : await askAccount(question, { email: options.email, environment, silent: options.silent });
    if (account && !(account.name && account.password))
      throw new ArchiveProblem(
        `A sign-in at ${url.origin} is needed: run this at a terminal, or set ADMIN_EMAIL and ADMIN_PASSWORD.`,
      );
    const credentials = account && { email: account.name, password: account.password };
    const calls = await openHostCalls(upstream, credentials, {
      loginPath: config.UPSTREAM_LOGIN_PATH,
      logoutPath: config.UPSTREAM_LOGOUT_PATH,
      misspelledHeader: config.VIEW_BLOG_AUTH_HEADER,
      has: map && file ? hasByFile(file, map) : () => true,
      say,
      wait: (ms) => wait(ms),
    });
    return {
      calls,
      map,
      // Some hosts store paths without a leading slash in their tables: `storage/x.png`.
      fetch: (address: string) => media.fetch(URL.parse(address, url.origin)?.href ?? address),
      /** Signs out and closes the connections. */
      async close() {
        await calls.signOut();
        await raw.close();
        media.close();
      },
    };
  } catch (error) {
    await raw.close();
    media.close();
    throw error;
  }
}

/** A call beyond `calls_per_minute` of host.json waits here, whereas the server would refuse it. */
function paceOf(inner: Upstream, perMinute: number | undefined): Upstream {
  if (perMinute === undefined) return inner;
  const minute = createWindow(perMinute, 60_000, () => performance.now());
  return {
    ...inner,
    async request(wanted) {
      for (let ms = minute.waitMs(perMinute); ms > 0; ms = minute.waitMs(perMinute)) await wait(ms);
      minute.count();
      return inner.request(wanted);
    },
  };
}
