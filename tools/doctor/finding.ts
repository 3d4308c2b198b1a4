import type { ContractRow } from '#shared/contract/index.ts';
import type { IdOf } from '#shared/contract/row.ts';
import type { Id } from '#shared/id.ts';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import type { Upstream } from '../../server/bff/upstream/upstream.ts';
import type { Config } from '../../server/config.ts';
import type { Host } from './host.ts';

/** What one check found, in words for the engineer. */
export interface Finding {
  group:
    | 'data'
    | 'address'
    | 'mail'
    | 'database'
    | 'storage'
    | 'host'
    | 'sign-in'
    | 'known'
    | 'extension'
    | 'media'
    | 'limits';
  /** `untried`: it could not be found out without changing something, or without credentials. */
  result: 'there' | 'absent' | 'wrong' | 'untried';
  subject: string;
  text: string;
  /** Which setting or change mends it. */
  mend?: string;
  /** True when the site cannot run as long as it is so. */
  fatal?: boolean;
}

export interface CheckOptions {
  config: Pick<
    Config,
    'ADMIN_EMAIL' | 'ADMIN_PASSWORD' | 'UPSTREAM_LOGIN_PATH' | 'UPSTREAM_LOGOUT_PATH' | 'UPSTREAM_MEDIA_PATHS'
  >;
  /** The host as host.json adapts it, where there is one: then that is what is checked. */
  adapted?: AdaptedHost;
  /** Waits so many milliseconds; for tests. */
  wait?: (ms: number) => Promise<unknown>;
  /** Hears why nothing happens for a while. */
  say?: (text: string) => void;
}

/** A host seen through host.json. */
interface AdaptedHost {
  upstream: Upstream;
  /** False for a call that the file does not have. */
  has(row: Pick<ContractRow, 'name'>): boolean;
  /** Other origins with media, by the name under which visitors see them: /media/<name>/… */
  origins: MediaOrigins;
  /** False as long as nobody has said that these may be asked for anything. */
  asksOrigins: boolean;
  /** True when the file says who works here, so that a customer who signs in is told from them. */
  namesAdmins: boolean;
}

/** What the examination has learnt so far. */
export interface Examination extends Pick<CheckOptions, 'config' | 'adapted'> {
  host: Host;
  upstream: Upstream;
  token?: string;
  /** Ids that lists of the host have named. */
  ids: Partial<Record<IdOf, Id>>;
  /** The title of a category. */
  title?: string;
  media: string[];
  /** Whether OPTIONS tells which paths the host has; undefined as long as it was not tried. */
  optionsTell?: boolean;
  /** By name of a call. */
  results: Map<string, Finding['result']>;
  /** How many calls in a row had no answer in time. */
  silences: number;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at a path in a JSON value. */
export function dig(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
    value,
  );
}
