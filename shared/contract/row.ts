import type { z } from 'zod';
import { limits } from '../limits.ts';
import { mayDo, type Right, type Role } from '../roles.ts';
import type { ActivityResource } from '../schemas/activity.ts';
import type { UploadPolicy } from './upload-policy.ts';

type Method = 'GET' | 'POST' | 'DELETE';
type Access = 'public' | 'admin';

/**
 * The groups of calls that the embedded engine can answer in front of an API host that lacks the group
 * (docs/hosts.md, ENGINE_FILLS).
 */
export const hybridGroups = ['jobs', 'applicants', 'team', 'messages'] as const;

export type HybridGroup = (typeof hybridGroups)[number];

/**
 * The upstream that answers a call when the site has an API host. A group (`jobs` …): the engine if it fills that
 * group, else the host. `forms`: the engine if it fills a group with visitors' forms. `named`: the upstream of the
 * resource that the body or query names, or whose version the path names. `host`: always the host, because the call is
 * about the host's own records too (search, pictures) or about sign-in.
 */
type AnsweredBy = HybridGroup | 'forms' | 'named' | 'host';

/**
 * The kind of record that an id names. `own`: the id names something that this product numbers itself and that is
 * none of these kinds, such as a version, a passkey or a preview link.
 */
export type IdOf = ActivityResource | 'own';

/**
 * The words of the activity log for a call, and the fields of the request that say which record the entry is about.
 */
export interface LogLine {
  words: string;
  /**
   * The form or JSON field that contains the record's id, for paths without an id. A list of ids gives one entry in
   * the log for each id.
   */
  id?: string;
  /**
   * The kind of record that the entry is about, if it is not the `resource` of the contract row. The value `resource`
   * means that the kind is in the field `resource` of the request.
   */
  of?: ActivityResource | 'resource';
}

/** One call: everything that server, client, stub and tests know about it. No other code repeats its path. */
export interface ContractRow<Data extends z.ZodType = z.ZodType> {
  /** The key of the row: the first segment after /api/. */
  name: string;
  method: Method;
  /**
   * The path as in docs/product.md §7: the name, and `{id}` if the row has an `id` (shared/id.ts). A row whose name is
   * not its first segment states it.
   */
  path: `/api/${string}`;
  /** The kind of record in the call's forms and answers. */
  resource?: ActivityResource;
  /** The kind of record that the `{id}` of the path names. */
  id?: IdOf;
  /**
   * The fields of query and JSON body that contain ids of records (one id or a list), with the kind of each. The
   * value `resource` means that the kind is in the field `resource` of the request. The engine uses no other fields
   * as ids, unless the handler looks up the id itself.
   */
  ids?: Readonly<Record<string, IdOf | 'resource'>>;
  access: Access;
  /** The right that an admin needs for the call (shared/roles.ts). Every row of access `admin` has one. */
  needs?: Right;
  /**
   * For a call about several kinds of records: the additional right that each kind needs. A role with none of these
   * rights is refused.
   */
  needsOf?: Readonly<Record<string, Right>>;
  /** Fields of the answer, at any depth, that are removed for admins without the right `needs`. */
  withheld?: { needs: Right; fields: readonly string[] };
  /**
   * `spec`: a call of docs/product.md §7. `extension`: a call of our own, listed in docs/calls.md. `session`: a call
   * that the BFF answers itself.
   */
  origin: 'spec' | 'extension' | 'session';
  /** Summary in one line, for the tables of docs/calls.md. */
  summary: string;
  /**
   * The words of the activity log for this call, which follow a person's name; false for a call that is not logged,
   * because it changes no record or only prepares a change. The entry is about the record of the `{id}` in the path;
   * without an `{id}`, about the kind `resource` (for a download, about no kind). A `LogLine` can name another field
   * or kind.
   */
  log?: string | LogLine | false;
  /** For an extension: how the site behaves in front of a host that lacks the call; written for operators. */
  without?: string;
  /**
   * For an extension: what answers the call if the site has an API host. All other calls are answered by the host or
   * the BFF.
   */
  answeredBy?: AnsweredBy;
  /**
   * The usual call of content/handlers.ts that answers this one with the records of `resource`. Absent if it has a
   * handler of its own. `removePart` removes a picture of a list.
   */
  does?: 'list' | 'one' | 'add' | 'change' | 'remove' | 'order' | 'removePart';
  /** Query parameters that are forwarded to the host. */
  query?: z.ZodType;
  /** The shape of a JSON body. */
  body?: z.ZodType;
  /** The largest JSON body in bytes, for a row that needs more than `limits.jsonBody`. */
  bodyLimit?: number;
  /** The shape of `data` in a successful answer. */
  data: Data;
  upload?: UploadPolicy;
  /**
   * Only for lists of the admin area: the values by which a record that no visitor may see is recognised. If visitors
   * can read such a list at a host with a host.json, the doctor reports a fault only if the list contains such a
   * record.
   */
  hidden?: Readonly<Record<string, unknown>>;
  /** True if the site probes for the call in advance, so that it never offers what the host cannot do. */
  probed?: true;
  /** True if a 404 may mean that the record named in the query or body is missing, instead of the call. */
  namesOne?: true;
  /**
   * Dotted paths in the answer that contain rich HTML; `*` means every item of a list. Only a row whose answer is not
   * whole records of `resource` states them; to any other row index.ts adds those of the descriptor.
   */
  html?: readonly string[];
  /**
   * Seconds for which the answer to one visitor may be given to others (server/cache/README.md); absent for answers
   * that are never shared.
   */
  freshSeconds?: number;
  /** Dotted paths, as in `html`, to the day or time after which the answer is no longer true. */
  ends?: readonly string[];
  /**
   * The answer is a file without an envelope: the browser gets it unchanged, as a download that is never shown inline
   * (shared/contract/README.md).
   */
  download?: true;
  /**
   * Set for a call that signs in, as login does: the BFF answers the call, moves the token from the host's answer
   * into the sealed cookie, and counts failed attempts (server/content-api/people/README.md).
   */
  signsIn?: true;
  /**
   * Set for a read that changes the record: reading an applicant marks it as read. HEAD must not do that, so HEAD is
   * forwarded as HEAD instead of as GET.
   */
  marks?: true;
  /**
   * A call that the site's pages make on the server, and a browser never makes: its path under /api is 404 for
   * browsers.
   */
  pageOnly?: true;
  /** True if the token is also sent in a second header, which has a misspelled name (docs/product.md §6). */
  misspelledAuth?: true;
}

/**
 * The properties of a row that a browser gets in addition to its name: the build leaves the rest out of scripts
 * (scripts/vite-plugins.ts).
 */
export const browserProperties = [
  'method',
  'path',
  'id',
  'access',
  'needs',
  'needsOf',
  'origin',
  'data',
  'log',
] as const satisfies (keyof ContractRow)[];

/** A row as the client may read it. */
export type BrowserRow = Pick<ContractRow, 'name' | (typeof browserProperties)[number]>;

type GivenRow = Partial<Omit<ContractRow, 'name'>>;

/** Properties that rows share. A row may override them. */
type Common = Partial<
  Pick<ContractRow, 'resource' | 'answeredBy' | 'method' | 'access' | 'needs' | 'origin' | 'freshSeconds'>
>;

type RowOf<Shared, Row> = Row & Omit<Shared, keyof Row>;

/** The properties `Names`, which a row must have if it is of the kind `Kind`. */
type Demand<Row, Kind, Names extends keyof ContractRow> = Row extends Kind
  ? Required<Pick<ContractRow, Names>>
  : unknown;

/**
 * Calls that the activity log records: sign-ins and sign-outs, every change behind a session, and downloads of
 * visitors' files.
 */
type Logged =
  | { signsIn: true }
  | { access: 'admin'; method: 'POST' | 'DELETE' }
  | { access: 'admin'; download: true }
  | { origin: 'session'; method: 'POST' | 'DELETE' };

/** The properties that a row must have in any case, and according to its kind. Unknown properties are not allowed. */
type Demands<Shared, Row, Whole = RowOf<Shared, Row>> = Pick<
  ContractRow,
  Exclude<'method' | 'access' | 'origin' | 'summary' | 'data', keyof Shared>
> &
  Demand<Whole, { access: 'admin' }, Exclude<'needs', keyof Shared>> &
  Demand<Whole, { origin: 'extension' }, 'without' | Exclude<'answeredBy', keyof Shared>> &
  Demand<Whole, Logged, 'log'> &
  Record<Exclude<keyof Row, keyof GivenRow>, never>;

export function pathOf(name: string, { id }: Pick<ContractRow, 'id'>): ContractRow['path'] {
  return `/api/${name}${id === undefined ? '' : '/{id}'}`;
}

/**
 * Creates the rows of a resource by name, each with its exact type, from the shared properties and the rows. A row
 * that lacks a property required of its kind does not compile.
 */
export function defineRows<const Shared extends Common = Record<never, never>>(shared?: Shared) {
  return <const Rows extends Record<string, GivenRow>>(
    rows: Rows & { [Name in keyof Rows]: Demands<Shared, Rows[Name]> },
  ) => {
    const whole = Object.entries<GivenRow>(rows).map(([name, row]) => [
      name,
      { path: pathOf(name, row), ...shared, ...row, name },
    ]);
    return Object.fromEntries(whole) as {
      [Name in keyof Rows]: RowOf<Shared, Rows[Name]> & { name: Name; path: ContractRow['path'] };
    };
  };
}

type Needs = Pick<ContractRow, 'access' | 'needs' | 'needsOf'>;

/**
 * True when the role may make the call: the one check for the screens, the BFF and the engine. For a call about
 * several kinds of records, `kind` names one of them; without `kind`, a right to any of them is enough. If a row
 * names no right, only owners may make the call.
 */
export function mayCall(role: Role | undefined, row: Needs, kind?: string) {
  const { access, needs = 'people', needsOf } = row;
  if (access === 'public') return true;
  if (!mayDo(role, needs)) return false;
  if (!needsOf) return true;
  const ofKind = kind === undefined ? Object.values(needsOf) : [needsOf[kind] ?? 'people'];
  return ofKind.some((right) => mayDo(role, right));
}

/** Returns the answer of a call without the fields that the role may not see. */
export function withoutWithheld(
  data: unknown,
  { withheld }: Pick<ContractRow, 'withheld'>,
  role: Role | undefined,
): unknown {
  if (!withheld || mayDo(role, withheld.needs)) return data;
  return without(data, new Set(withheld.fields));
}

function without(value: unknown, fields: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, fields));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (fields.has(key) ? [] : [[key, without(item, fields)]])),
  );
}

/**
 * Returns the size limit of a row's JSON body in bytes, or the limit for paths outside of the contract if there is no
 * row.
 */
export function jsonBodyBytes(row: Pick<ContractRow, 'bodyLimit'> | undefined) {
  return row ? (row.bodyLimit ?? limits.jsonBody) : limits.unlistedBody;
}

/** Returns the path of a call with its params filled in. No other code builds paths of calls. */
export function callPath(row: Pick<ContractRow, 'path'>, params: Record<string, string | number> = {}) {
  return row.path.replace(/\{(\w+)\}/g, (_mark, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`callPath: ${row.path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
