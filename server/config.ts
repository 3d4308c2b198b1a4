import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type HybridGroup, hybridGroups } from '#shared/contract/row.ts';
import { limits } from '#shared/limits.ts';
import { isOneEditAway } from '#shared/near-miss.ts';
import { isKnownRoute } from '#shared/routes.ts';
import { mailboxOf } from '#shared/text-formats.ts';
import { StartError } from './errors.ts';

/** Where media and CVs are stored if they are not in DATA_DIR: a bucket of an S3-compatible store. */
export interface MediaUrl {
  bucket: string;
  /** Prefix of every object key in the bucket: empty, or ending with a slash. */
  prefix: string;
  /** URL of the store, without a path. */
  endpoint: string;
  /** True if the name of the bucket is part of the URL's path, as most stores other than Amazon's require. */
  isPathStyle: boolean;
  region: string;
}

const defaultRegion = 'us-east-1';

/**
 * Parses `s3://bucket/prefix?endpoint=https://…&region=…`. Errors name the invalid part and never repeat a value,
 * because it may contain an access key.
 */
const mediaUrl = z.string().transform((text, context): MediaUrl => {
  const url = /^s3:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) {
    context.addIssue('must be an address such as s3://bucket/prefix?endpoint=https://store.example');
    return z.NEVER;
  }
  // The path is not taken from `url`, because the URL parser resolves `.` and `..`.
  const path = /^s3:\/\/[^/?#]*([^?#]*)/.exec(text)?.[1] ?? '';
  const folders = path.split('/').filter(Boolean);
  const region = url.searchParams.get('region') ?? defaultRegion;
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  const problems = [
    ...found([
      [
        /^[^/]*\/\/[^/?#]*@/.test(text),
        'must not have a user name or password: keys are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
      ],
      [
        url.port !== '' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname),
        'must name a bucket: 3 to 63 small letters, digits, dots and hyphens',
      ],
      [text.includes('#'), 'must not have a fragment'],
      [
        !folders.every((folder) => /^(?!\.+$)[A-Za-z0-9._-]{1,100}$/.test(folder)),
        'the prefix must be letters, digits, dots, hyphens and underscores between slashes',
      ],
      [!/^[a-z0-9-]{1,40}$/.test(region), 'region must be a name such as eu-central-1'],
    ]),
    ...parameterProblems(url.searchParams),
    ...(endpoint === undefined ? [] : endpointProblems(endpoint)),
  ];
  for (const problem of problems) context.addIssue(problem);
  if (problems.length > 0) return z.NEVER;
  return {
    bucket: url.hostname,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    endpoint: endpoint ? new URL(endpoint).origin : `https://s3.${region}.amazonaws.com`,
    isPathStyle: endpoint !== undefined,
    region,
  };
});

/** Returns the problems that are there. */
function found(problems: readonly (readonly [isThere: boolean, problem: string])[]) {
  return problems.filter(([isThere]) => isThere).map(([, problem]) => problem);
}

/** Returns one problem for each parameter that is unknown or given twice. */
function parameterProblems(parameters: URLSearchParams) {
  return [...new Set(parameters.keys())].flatMap((name) => {
    if (name === 'endpoint' || name === 'region')
      return parameters.getAll(name).length > 1 ? [`repeats ${name}`] : [];
    return /^[\w.-]{1,40}$/.test(name)
      ? [`has the unknown parameter ${name}; only endpoint and region are allowed`]
      : ['has a parameter other than endpoint and region'];
  });
}

function endpointProblems(endpoint: string) {
  const url = /^https?:\/\//i.test(endpoint) && URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url) return ['endpoint must be an https:// address'];
  return found([
    [url.username !== '' || url.password !== '', 'endpoint must not have a user name or password'],
    [url.pathname !== '/' || /[?#]/.test(endpoint), 'endpoint must not have a path, a query or a fragment'],
    [
      url.protocol !== 'https:' && !isLoopback(url.hostname),
      'endpoint must be https: http is allowed only on the same machine (localhost, 127.0.0.1)',
    ],
  ]);
}

/** An access key, secret key or session token of the store. */
const accessKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,4096}$/, 'must be the key exactly as the provider issued it');

/** True for the name or address of this machine, as `URL.hostname` spells it. */
export function isLoopback(hostname: string) {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  );
}

/** Parses ENGINE_FILLS: `auto`, or a list of groups. Groups that belong together are only accepted together. */
const groupsOf = z.string().transform((text, context): 'auto' | HybridGroup[] => {
  const names = new Set(text.split(',').map((name) => name.trim()));
  names.delete('');
  if (names.size === 1 && names.has('auto')) return 'auto';
  const groups = hybridGroups.filter((group) => names.has(group));
  const problem = groupProblem(groups, names.size);
  if (problem) context.addIssue({ code: 'custom', message: problem });
  return groups;
});

function groupProblem(groups: readonly HybridGroup[], named: number) {
  if (groups.length === 0 || groups.length < named)
    return `must be auto, or a list of ${hybridGroups.join(', ')}`;
  if (groups.includes('jobs') !== groups.includes('applicants'))
    return 'must name jobs and applicants together: an application belongs to a job, and the same side must store both';
  return undefined;
}

/**
 * This file is the only code that reads the environment (docs/configuration.md). `loadConfig` reads every variable,
 * and reports all bad variables together, so that an operator need not find them one restart at a time. No message
 * repeats a value, since a value may be a secret.
 */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number);
const port = wholeNumber(0, 65_535);
const bytes = (fallback: number) => wholeNumber(1024, 2 ** 40).default(fallback);
const hours = (fallback: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,5}(\.\d{1,6})?$/.test(text) && Number(text) > 0 && Number(text) <= 24 * 365,
      'must be a number of hours above 0, at most 8760',
    )
    .transform(Number)
    .default(fallback);
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' });
const origin = httpUrl
  .refine((text) => !URL.canParse(text) || new URL(text).pathname === '/', 'must not have a path')
  .refine((text) => !/[?#]/.test(text), 'must not have a query or fragment')
  .refine((text) => !/^[^/]*\/\/[^/]*@/.test(text), 'must not have a user name or password')
  .transform((text) => new URL(text));
const localPath = z
  .string()
  .regex(/^\/[\w\-./]*[\w-]$/, 'must be a path such as /api/login')
  .refine((path) => !/(^|\/)\.{0,2}(\/|$)/.test(path.slice(1)), 'must be a plain path');
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'must be a header name');
const proxyAddress = z.union([
  z.enum(['loopback', 'linklocal', 'uniquelocal']),
  z.ipv4(),
  z.ipv6(),
  z.cidrv4(),
  z.cidrv6(),
]);
const mail = z
  .string()
  .refine(
    (text) => /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(mailboxOf(text).address),
    'must be an email address',
  )
  .max(limits.email, `must have at most ${limits.email} characters`);
const variables = {
  PORT: port.default(3000),
  HOST: z
    .string()
    .refine(
      (host) => isIP(host) || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(host),
      'must be an IP address or a host name',
    )
    .default('127.0.0.1'),
  KEEP_ALIVE_MS: wholeNumber(1_000, 3_600_000).default(65_000),
  PUBLIC_URL: origin.optional(),
  UPSTREAM_URL: origin.optional(),
  UPSTREAM_TIMEOUT_MS: wholeNumber(50, 600_000).default(15_000),
  UPSTREAM_LOGIN_PATH: localPath.default('/api/login'),
  UPSTREAM_LOGOUT_PATH: localPath.default('/api/logout'),
  UPSTREAM_MEDIA_PATHS: z
    .string()
    .default('/storage,/uploads,/images')
    .transform(commaList)
    .pipe(z.array(localPath.refine((path) => !isOurs(path), 'must not cover an address of the site itself'))),
  VIEW_BLOG_AUTH_HEADER: headerName
    .refine(
      (name) =>
        !/^(host|cookie|connection|content-.*|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*)$/i.test(
          name,
        ),
      'must not be a header that HTTP itself needs',
    )
    .default('Authorizaton'),
  ENGINE_FILLS: groupsOf.optional(),
  /**
   * The rest of the value is checked by connecting, because libpq defines what it may contain. No message repeats the
   * value, because it contains a password.
   */
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .refine((text) => !URL.canParse(text) || new URL(text).pathname.length > 1, 'must name a database')
    .refine(
      hasKnownTls,
      'must set TLS by sslmode, sslrootcert, sslcert, sslkey or sslnegotiation: parameters with other names have no effect',
    )
    .optional(),
  SESSION_SECRET: z
    .string()
    .transform(commaList)
    .refine(
      (secrets) => secrets.length > 0 && secrets.every((secret) => Buffer.byteLength(secret) >= 32),
      'each secret must have at least 32 bytes',
    )
    .optional(),
  SESSION_IDLE_HOURS: hours(8),
  SESSION_MAX_HOURS: hours(168),
  ADMIN_EMAIL: mail.default('admin@localhost'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(limits.password, `must have at most ${limits.password} characters`)
    .optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  MEDIA_URL: mediaUrl.optional(),
  AWS_ACCESS_KEY_ID: accessKey.optional(),
  AWS_SECRET_ACCESS_KEY: accessKey.optional(),
  AWS_SESSION_TOKEN: accessKey.optional(),
  /** If unset, the value depends on PUBLIC_URL; see `loadConfig`. */
  SAMPLE_CONTENT: oneOf(['on', 'off']).optional(),
  SITE_FILE: oneOf(['on', 'off']).default('off'),
  UPLOAD_IMAGE_MAX_BYTES: bytes(limits.imageBytes),
  UPLOAD_VIDEO_MAX_BYTES: bytes(limits.videoBytes),
  UPLOAD_DOCUMENT_MAX_BYTES: bytes(limits.documentBytes),
  UPLOAD_TEXT_MAX_BYTES: bytes(limits.richTextBytes),
  UPLOAD_MAX_FILES: wholeNumber(1, 1000).default(limits.filesPerRequest),
  UPLOAD_CONCURRENCY: wholeNumber(1, 1000).default(limits.uploadsAtOnce),
  TRUST_PROXY: z
    .string()
    .default('off')
    .transform(trustProxy)
    .refine(
      (trusted) => trusted !== undefined,
      'must be on, off, a number of hops, or addresses such as loopback, 10.0.0.0/8',
    ),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: mail.optional(),
  MAIL_TO: mail.optional(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  METRICS_PORT: port.optional(),
  /** At most 10 minutes, because service managers wait no longer for a process to stop. */
  SHUTDOWN_DELAY_MS: wholeNumber(0, 600_000).default(0),
};
const names = Object.keys(variables) as (keyof typeof variables)[];

/** All settings of a running server, by the names of their variables. */
export type Config = z.infer<z.ZodObject<typeof variables>> & { SAMPLE_CONTENT: 'on' | 'off' };

/**
 * Thrown when variables are invalid. `problems` has one line per problem, which begins with the name of the variable.
 */
export class ConfigError extends StartError {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The environment has ${problems.length} problem${problems.length === 1 ? '' : 's'}:\n${problems.join('\n')}`,
    );
    this.problems = problems;
  }
}

/**
 * Reads and checks all variables. An empty variable counts as unset. Throws `ConfigError` with the name of every
 * invalid variable.
 */
export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  const set = Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name];
      if (!value?.trim()) return [];
      // The password is not trimmed: spaces at its ends are part of it, because sign-in compares it unchanged.
      return [[name, name === 'ADMIN_PASSWORD' ? value : value.trim()]];
    }),
  );
  const parsed = names.map((name) => [name, variables[name].safeParse(set[name])] as const);
  // A variable that is invalid, or unset and without a default, is undefined here.
  const config = Object.fromEntries(parsed.map(([name, { data }]) => [name, data])) as Config;
  const problems = [
    ...parsed.flatMap(
      ([name, { error }]) => error?.issues.map(({ message }) => `  ${name}: ${message}`) ?? [],
    ),
    ...conflicts(set, config),
    ...mistakenNames(environment),
  ];
  if (problems.length > 0) throw new ConfigError([...new Set(problems)]);
  // Sample content is off by default on a public site, where visitors would take invented people and projects for
  // real ones.
  const isPublic = config.PUBLIC_URL?.protocol === 'https:';
  return { ...config, SAMPLE_CONTENT: config.SAMPLE_CONTENT ?? (isPublic ? 'off' : 'on') };
}

/** Number of the first descriptor that systemd passes to a process (sd_listen_fds(3)). */
const firstInherited = 3;

/**
 * Returns the descriptor of the listening socket that systemd has opened for this process; undefined if there is
 * none, or if the socket is meant for another process. Unsets the variables of systemd (`LISTEN_…`), because child
 * processes do not inherit the socket. Throws `ConfigError` if there are several sockets.
 */
export function inheritedSocket(
  environment: Record<string, string | undefined> = process.env,
  pid = process.pid,
): number | undefined {
  const { LISTEN_FDS: count, LISTEN_PID: meant } = environment;
  for (const name of ['LISTEN_FDS', 'LISTEN_PID', 'LISTEN_FDNAMES']) delete environment[name];
  if (!count || meant !== String(pid)) return undefined;
  if (count !== '1')
    throw new ConfigError(['  LISTEN_FDS: the server accepts one listening socket and got several']);
  return firstInherited;
}

/**
 * Returns a problem for each variable whose name looks like a misspelt setting. Without this check, such a variable
 * would be ignored silently, and the operator would not notice that the default is in effect.
 */
function mistakenNames(environment: Record<string, string | undefined>) {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value?.trim()) return [];
    if (Object.hasOwn(variables, name)) return [];
    const meant = names.find((known) => known.length >= 8 && isOneEditAway(name, known));
    if (meant) return [`  ${name}: did you mean ${meant}?`];
    return /^(UPSTREAM_|UPLOAD_|SESSION_IDLE|SESSION_MAX)/.test(name) ? [`  ${name}: unknown variable`] : [];
  });
}

/**
 * Returns the problems of variables that do not fit together. Each pair is checked even if a third variable is
 * invalid.
 */
function conflicts(set: Partial<Record<string, string>>, valid: Partial<Config>) {
  const { SESSION_IDLE_HOURS: idle, SESSION_MAX_HOURS: max, PORT, METRICS_PORT } = valid;
  return found([
    [
      Boolean(set.DATABASE_URL && !set.SESSION_SECRET),
      '  SESSION_SECRET: must be set when DATABASE_URL is set, the same for every process (one is made by "openssl rand -base64 48"; a ' +
        'site that moves from SQLite uses the content of DATA_DIR/session-secret)',
    ],
    [Boolean(valid.SMTP_URL && !set.MAIL_FROM), '  MAIL_FROM: must be set when SMTP_URL is set'],
    ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].map(
      (name) =>
        [Boolean(valid.MEDIA_URL && !set[name]), `  ${name}: must be set when MEDIA_URL is set`] as const,
    ),
    // Checked only if SESSION_IDLE_HOURS was set. A default that is longer than SESSION_MAX_HOURS is no mistake: the
    // session then ends after SESSION_MAX_HOURS.
    [
      Boolean(set.SESSION_IDLE_HOURS && idle && max && idle > max),
      '  SESSION_IDLE_HOURS: must not be longer than SESSION_MAX_HOURS',
    ],
    [Boolean(METRICS_PORT) && METRICS_PORT === PORT, '  METRICS_PORT: must not be the same as PORT'],
  ]);
}

/**
 * True unless the URL contains a parameter that looks like a TLS setting but is unknown to the PostgreSQL client. The
 * client ignores unknown parameters: with `sslmod=verify-full` the password would be sent over the network
 * unencrypted.
 */
function hasKnownTls(url: string) {
  if (!URL.canParse(url)) return true;
  return [...new URL(url).searchParams.keys()].every(
    (name) =>
      /^(ssl|sslmode|sslrootcert|sslcert|sslkey|sslnegotiation)$/.test(name) ||
      !(/^(ssl|tls)/i.test(name) || isOneEditAway(name, 'sslmode')),
  );
}

function commaList(text: string) {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function isOurs(path: string) {
  return /^\/(api|admin|assets|share|healthz|readyz)(\/|$)/i.test(path) || isKnownRoute(path);
}

/**
 * Parses TRUST_PROXY: `off`, `on`, a number of hops, or IP addresses in the notation of Express ("loopback,
 * 10.0.0.0/8"). Undefined for any other value, for which Express would throw an error that does not name the variable.
 */
function trustProxy(text: string) {
  if (text === 'off' || text === 'false') return false;
  if (text === 'on' || text === 'true') return true;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const addresses = text.split(',').map((part) => part.trim());
  const isUsable = addresses.every((each) => proxyAddress.safeParse(each).success && !each.endsWith('/0'));
  return isUsable ? text : undefined;
}
