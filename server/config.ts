import { resolve } from 'node:path';
import { z } from 'zod';
import { limits } from '#shared/limits.ts';

/**
 * The only reader of the environment (DESIGN §3). `loadConfig` reads every variable, and tells all bad ones at once:
 * an engineer at night should not find them one restart at a time.
 */
const port = z.coerce.number().int().min(0).max(65_535);
const bytes = (fallback: number) =>
  z.coerce.number().int().min(1024).max(Number.MAX_SAFE_INTEGER).default(fallback);
const hours = (fallback: number) =>
  z.coerce
    .number()
    .positive()
    .max(24 * 365)
    .default(fallback);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' });
const origin = httpUrl
  .refine((text) => !URL.canParse(text) || new URL(text).pathname === '/', 'must have no path')
  .refine((text) => !URL.canParse(text) || !new URL(text).search, 'must have no query')
  .refine((text) => !URL.canParse(text) || !new URL(text).username, 'must have no user name')
  .transform((text) => new URL(text));
const localPath = z
  .string()
  .regex(/^\/[\w\-./]*[\w-]$/, 'must be a path such as /api/login')
  .refine((path) => !path.split('/').includes('..') && !path.includes('//'), 'must be a plain path');
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'must be a header name');
const mail = z
  .string()
  .trim()
  .regex(/^\S+@\S+$/, 'must be an e-mail address')
  .max(limits.email);

const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  UPSTREAM_URL: origin.optional(),
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(50).max(600_000).default(15_000),
  UPSTREAM_LOGIN_PATH: localPath.default('/api/login'),
  UPSTREAM_LOGOUT_PATH: localPath.default('/api/logout'),
  UPSTREAM_MEDIA_PATHS: z
    .string()
    .default('/storage,/uploads,/images')
    .transform(commaList)
    .pipe(
      z.array(
        localPath.refine(
          (path) => !/^\/(api|admin|assets)(\/|$)/i.test(path),
          'must not cover /api, /admin or /assets',
        ),
      ),
    ),
  VIEW_BLOG_AUTH_HEADER: headerName
    .refine(
      (name) => !/^(host|cookie|connection|content-.*|transfer-encoding)$/i.test(name),
      'must be a free name',
    )
    .default('Authorizaton'),
  SESSION_SECRET: z
    .string()
    .transform(commaList)
    .pipe(
      z
        .array(
          z
            .string()
            .refine((secret) => Buffer.byteLength(secret) >= 32, 'each secret must have at least 32 bytes'),
        )
        .min(1, 'must hold a secret of at least 32 bytes'),
    )
    .optional(),
  SESSION_IDLE_HOURS: hours(8),
  SESSION_MAX_HOURS: hours(168),
  ADMIN_EMAIL: mail.default('admin@localhost'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(limits.password).optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((path) => resolve(path)),
  SAMPLE_CONTENT: z.enum(['on', 'off']).default('on'),
  UPLOAD_IMAGE_MAX_BYTES: bytes(limits.imageBytes),
  UPLOAD_VIDEO_MAX_BYTES: bytes(limits.videoBytes),
  UPLOAD_DOCUMENT_MAX_BYTES: bytes(limits.documentBytes),
  UPLOAD_TEXT_MAX_BYTES: bytes(limits.richTextBytes),
  UPLOAD_MAX_FILES: z.coerce.number().int().min(1).max(1000).default(limits.filesPerRequest),
  UPLOAD_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(limits.uploadsAtOnce),
  TRUST_PROXY: z.string().default('off').transform(trustProxy),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: mail.optional(),
  MAIL_TO: mail.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  METRICS_PORT: port.optional(),
});

/** Every setting of a running server, under the names of DESIGN §3. */
export type Config = z.infer<typeof variables>;

/** Thrown when variables are bad; `problems` has one line per problem, each beginning with the variable's name. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The environment has ${problems.length} problem${problems.length === 1 ? '' : 's'}:\n${problems.join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Reads and checks all variables. An empty variable counts as unset. Throws `ConfigError` naming every bad one. */
export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  const set = Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) => {
      const value = environment[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const parsed = variables.safeParse(set);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `  ${issue.path[0] as string}: ${issue.message}`),
    );
  }
  if (parsed.data.SESSION_IDLE_HOURS > parsed.data.SESSION_MAX_HOURS) {
    throw new ConfigError(['  SESSION_IDLE_HOURS: must not be longer than SESSION_MAX_HOURS']);
  }
  return parsed.data;
}

function commaList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** `off`, `on`, a number of hops, or addresses as Express takes them ("loopback, 10.0.0.0/8"). */
function trustProxy(text: string): boolean | number | string {
  if (text === 'off' || text === 'false') return false;
  if (text === 'on' || text === 'true') return true;
  return /^\d+$/.test(text) ? Number(text) : text;
}
