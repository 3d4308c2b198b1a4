import type { z } from 'zod';
import type { FileKind } from '../limits.ts';
import type { Right } from '../roles.ts';
import type { ActivityResource } from '../schemas/activity.ts';

type Method = 'GET' | 'POST' | 'DELETE';
type Access = 'public' | 'admin';

/**
 * A file field of a form. `index` and `key` fields of docs/product.md §7 are matched by pattern: images[0],
 * tech_image[2][file].
 */
export interface FileField {
  /** The name as people and errors say it, without brackets. */
  name: string;
  /** The exact field names that are taken. */
  pattern: RegExp;
  kind: FileKind;
  /** How many files of this field one request may carry. */
  maxCount: number;
}

/**
 * A text field of a form: a line, a letter (`long`), or rich text, which carries inline images and has the large limit of
 * UPLOAD_TEXT_MAX_BYTES.
 */
export interface TextField {
  name: string;
  size: 'short' | 'long' | 'rich';
}

/** Sizes of JSON bodies; `jsonBodyBytes` says what they come to. */
type BodyLimit = 'small' | 'plain' | 'rich';

/** The groups of calls that the embedded engine can answer in front of an API host that lacks it (docs/hosts.md, ENGINE_FILLS). */
export const fillGroups = ['jobs', 'applicants', 'team', 'messages'] as const;

export type FillGroup = (typeof fillGroups)[number];

/**
 * Who answers a call in front of a host. A group: the engine, once it fills that group. `forms`: the engine, once it fills a group with
 * forms of visitors. `named`: whoever answers the calls of the resource that the body or query names, or whose version the path names.
 * `host`: always the host, as for what is about its own things as well (search, pictures), and for how people sign in.
 */
type FilledBy = FillGroup | 'forms' | 'named' | 'host';

/** The kind of thing that an id names, or `own` for rows that have numbers of the product's own and no other name. */
export type IdOf = ActivityResource | 'own';

/** A line of the activity log where words alone do not say it. */
export interface LogLine {
  words: string;
  /** The field of the form or of the JSON body with the id of the thing, where the path has none; a list has a line for each. */
  id?: string;
  /** The subject of the line, where that is another thing; `resource` is what the field of this name says. */
  of?: ActivityResource | 'resource';
}

/** What a multipart call may carry. Anything else in the form is refused by the gate (docs/architecture.md §5, Uploads). */
export interface UploadPolicy {
  files: readonly FileField[];
  texts: readonly TextField[];
}

/** One call: everything that server, client, stub and tests know of it. Nobody restates a path. */
export interface ContractRow<Data extends z.ZodType = z.ZodType> {
  /** The key of the row: the first segment after /api/, or begins with it where two rows share that segment. */
  name: string;
  method: Method;
  /** The path with `{param}` marks, as docs/product.md §7 writes it. Params are ids (shared/id.ts). */
  path: `/api/${string}`;
  /** The kind of thing that is in its forms and in its answer. */
  resource?: ActivityResource;
  /** The kind of thing that the `{id}` of the path names: `resource` by default. */
  id?: IdOf;
  /**
   * The fields of query and JSON body that name rows, one or a list, and what each is one of; `resource` is what the field of this name
   * says. Without it an id is none that a query of the engine takes. Not here: what an answer says again, which the handler finds itself.
   */
  ids?: Readonly<Record<string, IdOf | 'resource'>>;
  access: Access;
  /** Which right an admin needs for it (shared/roles.ts). Every row of access `admin` has one. */
  needs?: Right;
  /** Of a call about things of several kinds: the right that each kind needs besides. Who has none of them is refused. */
  needsOf?: Readonly<Record<string, Right>>;
  /** Fields of the answer, wherever they stand in it, that are left out for admins without a right. */
  withheld?: { needs: Right; fields: readonly string[] };
  /** spec = named by the owner (docs/product.md §7); extension = ours, listed in the README; session = answered by the BFF. */
  origin: 'spec' | 'extension' | 'session';
  /** One line for the README's tables. */
  summary: string;
  /**
   * The words of the activity log, behind a person's name; false for what changes nothing yet. A line is about what the `{id}` names, else
   * about the `resource`, or about nothing in particular where the answer is a file.
   */
  log?: string | LogLine | false;
  /** Of an extension: how the site behaves in front of a host that lacks the call, for whoever puts it there. */
  without?: string;
  /** Of an extension: who answers it in front of a host that lacks it. Every other call is the host's, or the BFF's. */
  fill?: FilledBy;
  /** Query parameters that are forwarded. */
  query?: z.ZodType;
  /** The shape of a JSON body. */
  body?: z.ZodType;
  /** How large a JSON body may be (json-body.ts): `rich` carries rich text with inline images. `plain` by default. */
  bodyLimit?: BodyLimit;
  /** The shape of `data` in a successful answer. */
  data: Data;
  upload?: UploadPolicy;
  /** Fields and values in this list of the admin area that no visitor may see; the doctor looks for it where the list is open to all. */
  hidden?: Readonly<Record<string, unknown>>;
  /** Whether a host has the call is asked for before anybody needs it: what depends on it is not offered where it is not. */
  probed?: true;
  /** A 404 may be about what its query or body names, and not say that the host lacks the call. */
  namesOne?: true;
  /** Dotted paths in the answer that hold rich HTML; `*` stands for every item of a list. */
  html?: readonly string[];
  /**
   * For how many seconds a visitor's answer may be given to others too (docs/architecture.md §5, Read cache); absent where each
   * asks for their own.
   */
  freshSeconds?: number;
  /** Dotted paths, as those of `html`, to the day or the moment at which the answer stops to be true. */
  ends?: readonly string[];
  /**
   * The answer is a file, and no envelope: it goes to the browser as it is, to be saved and never shown (docs/architecture.md
   * §4).
   */
  download?: true;
  /**
   * Signs in, as login does: the BFF answers it, takes the token out of the host's answer into the sealed cookie, and counts who
   * fails (docs/architecture.md §5.20).
   */
  signsIn?: true;
  /** Reading leaves a mark (an applicant was read), so HEAD goes on as HEAD: asking what a GET would say leaves none. */
  marks?: true;
  /** A call that pages of the site make on the server, and no browser: under /api its address is 404. */
  pageOnly?: true;
  /** docs/product.md §6: this call also carries the token in the misspelled header. */
  misspelledAuth?: true;
}

/** The properties of a row that a browser gets besides its name: the build leaves the rest out of scripts (scripts/rows-for-browsers.ts). */
export const browserProperties = [
  'method',
  'path',
  'access',
  'needs',
  'needsOf',
  'origin',
  'data',
  'log',
] as const satisfies (keyof ContractRow)[];

/** A row as the client may read it. */
export type BrowserRow = Pick<ContractRow, 'name' | (typeof browserProperties)[number]>;

type GivenRow = Omit<ContractRow, 'name'>;

/** Properties that the rows of one resource share; a row that says otherwise goes by its own word. */
type Common = Partial<Pick<ContractRow, 'resource' | 'fill'>>;

type RowOf<Shared, Row> = Row & Omit<Shared, keyof Row>;

/** The properties that are required of a kind of row. */
type Demand<Row, Kind, Names extends keyof ContractRow> = Row extends Kind
  ? Required<Pick<ContractRow, Names>>
  : unknown;

/** Calls that the log has: sign-ins and sign-outs, whatever changes something behind a session, and files with what people have sent. */
type Logged =
  | { signsIn: true }
  | { access: 'admin'; method: 'POST' | 'DELETE' }
  | { access: 'admin'; download: true }
  | { origin: 'session'; method: 'POST' | 'DELETE' };

/** The properties that each row must have by its kind, and nothing that is no property of a row. */
type Demands<Shared, Row> = Demand<Row, { access: 'admin' }, 'needs'> &
  Demand<Row, { origin: 'extension' }, 'without'> &
  (Shared extends { fill: FilledBy } ? unknown : Demand<Row, { origin: 'extension' }, 'fill'>) &
  (RowOf<Shared, Row> extends { resource: ActivityResource }
    ? unknown
    : Demand<Row, { path: `${string}{id}${string}` }, 'id'>) &
  Demand<Row, Logged, 'log'> &
  Record<Exclude<keyof Row, keyof GivenRow>, never>;

/**
 * The rows of a resource by their names, each with its exact type, after what they have in common. A row that lacks what its kind must
 * say does not compile.
 */
export function defineRows<const Shared extends Common = Record<never, never>>(shared?: Shared) {
  return <const Rows extends Record<string, GivenRow>>(
    rows: Rows & { [Name in keyof Rows]: Demands<Shared, Rows[Name]> },
  ) => {
    const whole = Object.entries<GivenRow>(rows).map(([name, row]) => [name, { ...shared, ...row, name }]);
    return Object.fromEntries(whole) as {
      [Name in keyof Rows]: RowOf<Shared, Rows[Name]> & { name: Name };
    };
  };
}
