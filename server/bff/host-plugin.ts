import type { Logger } from 'pino';
import type { ContractRow, FillGroup } from '#shared/contract/row.ts';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import type { Config } from '../config.ts';
import type { SiteDb } from '../database/site-types.ts';
import type { Living } from './activity/ageing.ts';
import type { Capabilities } from './capabilities.ts';
import type { AdminGuard } from './host-admins/admit.ts';
import type { MediaHost, Upstream } from './upstream/upstream.ts';

/**
 * An API host of other habits as `hosts/` gives it to the product, which knows nothing else of that folder and loads it only where
 * DATA_DIR/host.json is (docs/architecture.md §2.2).
 */
export interface HostPlugin {
  /** The settings of the site, with what host.json says in place of the UPSTREAM_ variables. */
  config: Config;
  /** Media that have other addresses than the host. */
  origins: MediaOrigins;
  /** Everything that host.json says: answers that were made under another file are not given again. */
  file: object;
  /** Which calls the host has. */
  has: Capabilities['has'];
  /** The host as one that speaks the contract. */
  adapt(inner: Upstream, tools: HostTools): AdaptedHost;
  /** Who is an admin; `byReads` asks the host. */
  judge(
    checkToken: CheckToken | undefined,
    byReads: AdminGuard['judge'],
    tools: { log: Pick<Logger, 'warn'>; now?: (() => number) | undefined },
  ): AdminGuard['judge'];
  /**
   * Decides what the engine fills in (ENGINE_FILLS). Rejects with ConfigError where the file does not say who is an admin.
   */
  fills(tools: { db: SiteDb; log: Pick<Logger, 'warn'> }): Promise<Fills>;
}

/** The parts of the product that the adapter uses. */
export interface HostTools {
  log: Pick<Logger, 'warn'>;
  /** The beginnings of paths of media. */
  mediaPaths: readonly string[];
  /** How what was deleted or overwritten at the host is kept; absent where nothing is. */
  keep?: {
    db: SiteDb;
    /** They seal it. */
    keys: readonly Buffer[];
    /** Gives the bytes of a path of media, of the host or of a foreign origin. */
    media: MediaHost['request'];
    /** Leads the old address of what was put back to the new one; gives what was refused, in words. */
    leadOn?: (from: string, to: string) => Promise<readonly string[]>;
  };
}

export interface AdaptedHost {
  upstream: Upstream;
  capabilities: Capabilities;
  /** Calls that are answered here, of what is kept. */
  ownRows: ReadonlySet<string>;
  /** Undefined where host.json names no read for it. */
  checkToken: CheckToken | undefined;
  /** To be told of a message that was handled elsewhere: what is kept may name its sender. Undefined where nothing is kept. */
  onHandled: ((message: Record<string, unknown>) => Promise<void>) | undefined;
}

/** The verdict of the host on a token: its answer to the read of `token.check`, or no. */
export type TokenVerdict = { is: 'good'; json: unknown } | { is: 'refused' } | { is: 'notAllowed' };

/** Rejects with AppError when the host cannot be asked, or says what cannot be understood. */
export type CheckToken = (token: string) => Promise<TokenVerdict>;

/** The groups of calls that the engine fills in, and since when; `null` where ENGINE_FILLS names it. */
export interface FillDecision {
  groups: readonly FillGroup[];
  decidedAt: string | null;
}

/** The engine beside the API host (ENGINE_FILLS). */
export interface Fills extends FillDecision {
  /** The settings of a site that is filled. */
  config: Config;
  /** Names of the calls that the engine answers. */
  rows: ReadonlySet<string>;
  /** True for a call that the engine answers. */
  answers(row: Pick<ContractRow, 'name'>): boolean;
  /** For admins, where `auto` has decided. */
  status: SiteStatus['fills'];
  /** In words, for the start. */
  text: string;
  /** Of what the engine has: what it does not answer is the host's, and is never taken for erased. */
  living(ofEngine: Living | undefined): Living;
  open(parts: {
    host: AdaptedHost;
    engine: Upstream;
    log: Logger;
    now?: (() => number) | undefined;
  }): OpenedFills;
}

export interface OpenedFills extends Pick<Fills, 'answers'> {
  upstream: Upstream;
  capabilities: Capabilities;
  /** Admits only admins of the host to calls of the engine. */
  guard: AdminGuard;
}
