import type { ContractRow } from '#shared/contract/index.ts';
import type { IdOf } from '#shared/contract/row.ts';
import type { Id } from '#shared/id.ts';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import type { Upstream } from '../../server/bff/upstream/upstream.ts';
import type { Config } from '../../server/config.ts';
import type { Host } from './host.ts';

/** Result of one check, in words for the engineer. */
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
  /** `untried`: it cannot be checked without changing data, or without credentials. */
  result: 'there' | 'absent' | 'wrong' | 'untried';
  subject: string;
  text: string;
  /** Setting or change that solves the problem. */
  mend?: string;
  /** True if the site cannot run with this problem. */
  fatal?: boolean;
}

export interface CheckOptions {
  config: Pick<
    Config,
    'ADMIN_EMAIL' | 'ADMIN_PASSWORD' | 'UPSTREAM_LOGIN_PATH' | 'UPSTREAM_LOGOUT_PATH' | 'UPSTREAM_MEDIA_PATHS'
  >;
  /** The host adapted by host.json, if there is one. It is checked instead of the plain host. */
  adapted?: AdaptedHost;
  /** Waits for this many milliseconds; replaced in tests. */
  wait?: (ms: number) => Promise<unknown>;
  /** Called with the reason for a delay. */
  say?: (text: string) => void;
}

/** Host adapted by host.json. */
interface AdaptedHost {
  upstream: Upstream;
  /** False for a call that the file does not name. */
  has(row: Pick<ContractRow, 'name'>): boolean;
  /** Other origins with media, by the name under which visitors see them: /media/<name>/… */
  origins: MediaOrigins;
  /** False until the operator allows requests to these origins. */
  asksOrigins: boolean;
  /** True if the file states who is an admin, so that customers who sign in can be distinguished. */
  namesAdmins: boolean;
}

/** State of the examination so far. */
export interface Examination extends Pick<CheckOptions, 'config' | 'adapted'> {
  host: Host;
  upstream: Upstream;
  token?: string;
  /** Ids from lists of the host. */
  ids: Partial<Record<IdOf, Id>>;
  /** Title of a category. */
  title?: string;
  media: string[];
  /** True if OPTIONS shows which paths the host has; undefined until tried. */
  optionsTell?: boolean;
  /** Results by name of the call. */
  results: Map<string, Finding['result']>;
  /** Number of consecutive calls without an answer in time. */
  silences: number;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value at a path in a JSON value. */
export function dig(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
    value,
  );
}
