import type { Logger } from 'pino';
import type { ContractRow, HybridGroup } from '#shared/contract/row.ts';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import type { Config } from '../config.ts';
import type { SiteDb } from '../database/site-types.ts';
import type { ExistingRows } from './activity/store.ts';
import type { Capabilities } from './capabilities.ts';
import type { AdminGuard } from './host-admins/admit.ts';
import type { MediaHost, Upstream } from './upstream/upstream.ts';

/**
 * An API host that is mapped by host.json, as `hosts/` offers it to the product. The product uses nothing else of
 * that folder, and loads it only if DATA_DIR/host.json exists (docs/architecture.md §2.2).
 */
export interface HostPlugin {
  /** The site's settings, with the values of host.json in place of the UPSTREAM_ variables. */
  config: Config;
  /** Foreign origins from which media may be loaded. */
  origins: MediaOrigins;
  /** The whole content of host.json. Answers that were cached while host.json had another content are not served. */
  file: object;
  /** True if the host supports a call. */
  has: Capabilities['has'];
  /** Returns an upstream that translates between the host and the contract. */
  adapt(inner: Upstream, tools: HostTools): AdaptedHost;
  /**
   * Returns the function that decides whether a session is an admin's. If host.json defines who is an admin and how a
   * token is checked, the function uses `checkToken`. If it defines only who is an admin, both its rule and `byReads`
   * must hold. If it defines neither, `byReads` decides: it tries whether the account may read what only admins may
   * read.
   */
  judge(
    checkToken: CheckToken | undefined,
    byReads: AdminGuard['judge'],
    tools: { log: Pick<Logger, 'warn'>; now?: () => number },
  ): AdminGuard['judge'];
  /**
   * Returns which groups of calls the engine answers in place of the host (ENGINE_FILLS). Throws ConfigError if
   * host.json does not define who is an admin.
   */
  fills(log: Pick<Logger, 'warn'>): Hybrid;
}

/** Parts of the product that the adapter of a host uses. */
export interface HostTools {
  log: Pick<Logger, 'warn'>;
  /** Path prefixes of media. */
  mediaPaths: readonly string[];
  /** Where and how snapshots and revisions of the host's records are stored; absent if they are not stored. */
  keep?: {
    db: SiteDb;
    /** Keys that seal the stored records. */
    keys: readonly Buffer[];
    /** Fetches a media file by its path, from the host or a foreign origin. */
    media: MediaHost['request'];
    /**
     * Redirects the old address of a restored record to its new one. Returns the reasons for refused redirects, as
     * texts.
     */
    sendRedirect?: (from: string, to: string) => Promise<readonly string[]>;
  };
}

export interface AdaptedHost {
  upstream: Upstream;
  capabilities: Capabilities;
  /** Names of the calls that the adapter answers from its own storage. */
  ownRows: ReadonlySet<string>;
  /** Checks a token with the host. Undefined if host.json defines no read for that. */
  checkToken: CheckToken | undefined;
}

/**
 * The result of checking a token with the host: the JSON of the host's answer to the read that host.json names as
 * `token.check`, or which kind of refusal the host has sent.
 */
export type TokenVerdict = { is: 'good'; json: unknown } | { is: 'refused' } | { is: 'notAllowed' };

/** Checks a token. Rejects with AppError if the host cannot be reached, or its answer cannot be understood. */
export type CheckToken = (token: string) => Promise<TokenVerdict>;

/** The engine that answers some groups of calls in place of the API host (ENGINE_FILLS). */
export interface Hybrid {
  /** The groups of calls that the engine answers. */
  groups: readonly HybridGroup[];
  /** The settings of a hybrid site. */
  config: Config;
  /** Names of the calls that the engine answers. */
  rows: ReadonlySet<string>;
  /** True for a call that the engine answers. */
  answers(row: Pick<ContractRow, 'name'>): boolean;
  /** Text that is logged when the process starts. */
  text: string;
  /**
   * Limits `ofEngine`, the function that returns which records still exist, to the kinds of records that the engine
   * stores. Records of other kinds belong to the host, and always count as existing.
   */
  living(ofEngine: ExistingRows | undefined): ExistingRows;
  open(parts: { host: AdaptedHost; engine: Upstream; log: Logger; now?: () => number }): OpenedHybrid;
}

export interface OpenedHybrid extends Pick<Hybrid, 'answers'> {
  upstream: Upstream;
  capabilities: Capabilities;
  /** Admits only admins of the host to the engine's calls. */
  guard: AdminGuard;
}
