import type { Logger } from 'pino';
import type { ContractRow, HybridGroup } from '#shared/contract/row.ts';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import type { Config } from '../config.ts';
import type { SiteDb } from '../database/site-types.ts';
import type { ExistingRows } from './activity/retention.ts';
import type { Capabilities } from './capabilities.ts';
import type { AdminGuard } from './host-admins/admit.ts';
import type { MediaHost, Upstream } from './upstream/upstream.ts';

/**
 * A mapped API host, as `hosts/` offers it to the product. The product knows nothing else of that folder, and loads
 * it only if DATA_DIR/host.json exists (docs/architecture.md §2.2).
 */
export interface HostPlugin {
  /** The site's settings, with the values of host.json in place of the UPSTREAM_ variables. */
  config: Config;
  /** Origins of media that are not on the host. */
  origins: MediaOrigins;
  /** The whole content of host.json: answers cached under another content are not served. */
  file: object;
  /** Returns whether the host has a call. */
  has: Capabilities['has'];
  /** Adapts the host to the contract. */
  adapt(inner: Upstream, tools: HostTools): AdaptedHost;
  /** Decides who is an admin; `byReads` calls the host. */
  judge(
    checkToken: CheckToken | undefined,
    byReads: AdminGuard['judge'],
    tools: { log: Pick<Logger, 'warn'>; now?: (() => number) | undefined },
  ): AdminGuard['judge'];
  /**
   * Decides which groups of calls the engine fills in (ENGINE_FILLS). Rejects with ConfigError if the file does not
   * define who is an admin.
   */
  fills(tools: { db: SiteDb; log: Pick<Logger, 'warn'> }): Promise<Hybrid>;
}

/** Parts of the product that the adapter uses. */
export interface HostTools {
  log: Pick<Logger, 'warn'>;
  /** Path prefixes of media. */
  mediaPaths: readonly string[];
  /** How snapshots and revisions of the host's records are stored; absent if none are. */
  keep?: {
    db: SiteDb;
    /** Keys that seal the stored records. */
    keys: readonly Buffer[];
    /** Fetches a path of media, from the host or a foreign origin. */
    media: MediaHost['request'];
    /**
     * Redirects the old address of a restored record to the new one; returns the reasons for refused redirects, as
     * texts.
     */
    sendRedirect?: (from: string, to: string) => Promise<readonly string[]>;
  };
}

export interface AdaptedHost {
  upstream: Upstream;
  capabilities: Capabilities;
  /** Calls that the adapter answers from its own storage. */
  ownRows: ReadonlySet<string>;
  /** Undefined if host.json defines no read for it. */
  checkToken: CheckToken | undefined;
  /**
   * Called for a message that was handled elsewhere: stored snapshots may contain its sender's data. Undefined if
   * nothing is stored.
   */
  onHandled: ((message: Record<string, unknown>) => Promise<void>) | undefined;
}

/** The host's verdict on a token: its answer to the read of `token.check`, or a refusal. */
export type TokenVerdict = { is: 'good'; json: unknown } | { is: 'refused' } | { is: 'notAllowed' };

/** Rejects with AppError if the host cannot be reached, or its answer is not understood. */
export type CheckToken = (token: string) => Promise<TokenVerdict>;

/** The groups of calls that the engine fills in, and since when; `null` if ENGINE_FILLS names them. */
export interface HybridDecision {
  groups: readonly HybridGroup[];
  decidedAt: string | null;
}

/** The engine that fills in for the API host (ENGINE_FILLS). */
export interface Hybrid extends HybridDecision {
  /** The settings of a hybrid site. */
  config: Config;
  /** Names of the calls that the engine answers. */
  rows: ReadonlySet<string>;
  /** True for a call that the engine answers. */
  answers(row: Pick<ContractRow, 'name'>): boolean;
  /** Status for admins, if `auto` has decided. */
  status: SiteStatus['fills'];
  /** Text for the log at the start. */
  text: string;
  /**
   * Restricts the check for erased records to the engine's own: records of calls that the engine does not answer
   * belong to the host, and never count as erased.
   */
  living(ofEngine: ExistingRows | undefined): ExistingRows;
  open(parts: {
    host: AdaptedHost;
    engine: Upstream;
    log: Logger;
    now?: (() => number) | undefined;
  }): OpenedHybrid;
}

export interface OpenedHybrid extends Pick<Hybrid, 'answers'> {
  upstream: Upstream;
  capabilities: Capabilities;
  /** Admits only admins of the host to the engine's calls. */
  guard: AdminGuard;
}
