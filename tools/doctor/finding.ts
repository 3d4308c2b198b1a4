import type { ContractRow } from '#shared/contract/index.ts';
import type { IdOf } from '#shared/contract/row.ts';
import type { Id } from '#shared/id.ts';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import type { HostMap } from '../../hosts/adapt/host-map.ts';
import type { Upstream } from '../../server/bff/upstream/upstream.ts';
import type { Config } from '../../server/config.ts';
import type { Answer, Host } from './host.ts';

/** Result of one check, in words for the operator. */
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
    | 'writes'
    | 'limits';
  /** `untried`: the check would have changed data, or needs credentials that were not given. */
  result: 'there' | 'absent' | 'wrong' | 'untried';
  subject: string;
  text: string;
  /** The setting or change that solves the problem. */
  mend?: string;
  /** True if the site cannot run with this problem. */
  fatal?: boolean;
}

export interface CheckOptions {
  config: Pick<
    Config,
    'ADMIN_EMAIL' | 'ADMIN_PASSWORD' | 'UPSTREAM_LOGIN_PATH' | 'UPSTREAM_LOGOUT_PATH' | 'UPSTREAM_MEDIA_PATHS'
  >;
  /** The host adapted by host.json. If it is set, it is checked in place of the host itself. */
  adapted?: AdaptedHost;
  /** Waits for this number of milliseconds. Tests replace it. */
  wait?: (ms: number) => Promise<unknown>;
  /** Called with the reason for a delay. */
  say?: (text: string) => void;
}

/** An API host adapted by its host.json. */
interface AdaptedHost {
  map: HostMap;
  /** The same host, as if its lists had pages (`?page=2`) where the file names none. */
  paged: Upstream;
  /** Places of host.json at which the answers so far had nothing, each with the problem. */
  lacks: ReadonlyMap<string, string>;
  upstream: Upstream;
  /** False for a call that host.json does not name. */
  has(row: Pick<ContractRow, 'name'>): boolean;
  /** Other origins with media. The key is the name under which visitors see an origin: /media/<name>/… */
  origins: MediaOrigins;
  /** True if the checks may send requests to the media servers in `origins`. False until the operator has agreed. */
  asksOrigins: boolean;
  /** True if host.json states who is an admin, so that the site can distinguish admins from customers who sign in. */
  namesAdmins: boolean;
}

/** State of the examination so far. */
export interface Examination extends Pick<CheckOptions, 'config' | 'adapted'> {
  host: Host;
  upstream: Upstream;
  token?: string;
  /** One id of each kind of record, from the lists of the host. */
  ids: Partial<Record<IdOf, Id>>;
  /** Title of a category of the host, for the call that finds a category by its title. */
  title?: string;
  media: string[];
  /** The last read, for the check of the pages of a list. */
  listed?: { path: string; token: string | undefined; answer: Answer };
  /** True if OPTIONS shows which paths the host has. Undefined until this was tried. */
  optionsTell?: boolean;
  /** Results of the checked calls, by the name of the call. */
  results: Map<string, Finding['result']>;
  /** Number of calls in a row that ended with a timeout. */
  silences: number;
}
