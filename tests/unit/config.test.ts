import { resolve } from 'node:path';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { type Config, ConfigError, loadConfig } from '../../server/config.ts';

const secret = 'a secret of at least 32 bytes or more';
const mib = 1024 * 1024;

const defaults: Partial<Config> = {
  PORT: 3000,
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  SITE_FILE: 'off',
  SAMPLE_CONTENT: 'on',
  TRUST_PROXY: false,
  UPSTREAM_TIMEOUT_MS: 15_000,
  UPSTREAM_LOGIN_PATH: '/api/login',
  UPSTREAM_LOGOUT_PATH: '/api/logout',
  UPSTREAM_MEDIA_PATHS: ['/storage', '/uploads', '/images'],
  VIEW_BLOG_AUTH_HEADER: 'Authorizaton',
  SESSION_IDLE_HOURS: 8,
  SESSION_MAX_HOURS: 168,
  ADMIN_EMAIL: 'admin@localhost',
  DATA_DIR: resolve('data'),
  UPLOAD_IMAGE_MAX_BYTES: 10 * mib,
  UPLOAD_VIDEO_MAX_BYTES: 200 * mib,
  UPLOAD_DOCUMENT_MAX_BYTES: 5 * mib,
  UPLOAD_TEXT_MAX_BYTES: 25 * mib,
  UPLOAD_MAX_FILES: 20,
  UPLOAD_CONCURRENCY: 8,
  KEEP_ALIVE_MS: 65_000,
  SHUTDOWN_DELAY_MS: 0,
};
/** Other variables that one requires. */
const needs: Record<string, object> = {
  DATABASE_URL: { SESSION_SECRET: secret },
  SMTP_URL: { MAIL_FROM: 'a@studio.example' },
};

function problemsOf(environment: object) {
  try {
    loadConfig(environment as Record<string, string>);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

it('what is unset, empty or blank has its default, and no other variable exists', () => {
  expect(loadConfig({})).toEqual(defaults);
  for (const blank of ['', '  \t'])
    expect(loadConfig(Object.fromEntries(Object.keys(defaults).map((name) => [name, blank])))).toEqual(
      defaults,
    );
});

it.each<[keyof Config, string, unknown]>([
  ['HOST', 'site.internal', 'site.internal'],
  ['PUBLIC_URL', 'https://studio.example', 'https://studio.example/'],
  ['UPSTREAM_URL', 'http://[::1]:8000/', 'http://[::1]:8000/'],
  ['ENGINE_FILLS', 'auto', 'auto'],
  ['ENGINE_FILLS', ' messages, applicants,jobs', 'jobs,applicants,messages'],
  ['UPSTREAM_LOGIN_PATH', '/v1/auth/sign-in.php', '/v1/auth/sign-in.php'],
  ['UPSTREAM_MEDIA_PATHS', ' /media , /files/public ', '/media,/files/public'],
  [
    'DATABASE_URL',
    'postgres://db.example/studio?sslmode=verify-full',
    'postgres://db.example/studio?sslmode=verify-full',
  ],
  ['SESSION_SECRET', `${secret}, ${secret}2`, `${secret},${secret}2`],
  ['SESSION_SECRET', 'é'.repeat(16), 'é'.repeat(16)],
  ['SESSION_IDLE_HOURS', '0.5', 0.5],
  ['ADMIN_EMAIL', ' a@studio.example ', 'a@studio.example'],
  ['ADMIN_PASSWORD', ' with blanks at its ends ', ' with blanks at its ends '],
  ['DATA_DIR', 'x/y', resolve('x/y')],
  ['UPLOAD_VIDEO_MAX_BYTES', '2147483648', 2 ** 31],
  ['TRUST_PROXY', 'on', true],
  ['TRUST_PROXY', '2', 2],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.7', 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.7'],
  ['SMTP_URL', 'smtps://user:pass@mail.example:465', 'smtps://user:pass@mail.example:465'],
  ['MAIL_FROM', '"Naqsh, Studio" <jobs@studio.example>', '"Naqsh, Studio" <jobs@studio.example>'],
  ['AWS_SECRET_ACCESS_KEY', 'ab/+=', 'ab/+='],
])('%s takes %j', (name, text, value) => {
  const config = loadConfig({ ...needs[name], [name]: text });
  expect(typeof value === 'string' ? String(config[name]) : config[name]).toEqual(value);
  if (name === 'TRUST_PROXY') expect(() => express().set('trust proxy', config.TRUST_PROXY)).not.toThrow();
});

const tls = ['sslmod', 'SSLMODE', 'tls'].map((name) => `postgres://db.example/studio?${name}=verify-full`);
const bad: [name: keyof Config, says: string, ...texts: string[]][] = [
  ['PORT', 'must be a whole number from 0 to 65535', 'x', '-1', '65536', '1.5', '0x10', '1e3'],
  ['METRICS_PORT', 'must be a whole number from 0 to 65535', '65536'],
  ['HOST', 'must be an IP address or a host name', 'not a host', 'http://x'],
  [
    'PUBLIC_URL',
    'must be an http:// or https:// address',
    'studio.example',
    'ftp://studio.example',
    'javascript:alert(1)',
  ],
  ['PUBLIC_URL', 'must not have a path', 'https://studio.example/api'],
  ['UPSTREAM_URL', 'must not have a query', 'https://studio.example/?a=1', 'https://studio.example/#a'],
  [
    'UPSTREAM_URL',
    'must not have a user name',
    'https://user:pass@studio.example',
    'https://:pass@studio.example',
  ],
  ['ENGINE_FILLS', 'must be auto, or a list of jobs, applicants, team, messages', 'blogs', 'auto,team'],
  ['ENGINE_FILLS', 'must name jobs and applicants together', 'jobs', 'applicants,team'],
  ['UPSTREAM_TIMEOUT_MS', 'must be a whole number from 50 to 600000', '49', '15s'],
  [
    'UPSTREAM_LOGIN_PATH',
    'must be a path',
    'api/login',
    '/',
    '/api/login/',
    '/api/login?next=1',
    '/api/%2e/login',
  ],
  ['UPSTREAM_LOGOUT_PATH', 'must be a plain path', '/api/../login', '/./login', '//evil.example/login'],
  ['UPSTREAM_MEDIA_PATHS', 'must be a plain path', '/media,//evil.example/login'],
  [
    'UPSTREAM_MEDIA_PATHS',
    'must not cover',
    '/api',
    '/API/files',
    '/api,/api/x',
    '/admin/files',
    '/assets',
    '/share',
    '/healthz',
    '/portfolio',
  ],
  ['VIEW_BLOG_AUTH_HEADER', 'must be a header name', 'two words', 'a:b', 'a\r\nb'],
  [
    'VIEW_BLOG_AUTH_HEADER',
    'must not be a header that HTTP itself needs',
    'Cookie',
    'content-length',
    'Transfer-Encoding',
    'upgrade',
  ],
  ['DATABASE_URL', 'must be a postgres:// address', 'mysql://db/studio', 'db.example/studio'],
  ['DATABASE_URL', 'must name a database', 'postgres://db.example/'],
  ['DATABASE_URL', 'must set TLS by sslmode, sslrootcert, sslcert, sslkey or sslnegotiation', ...tls],
  ['SESSION_SECRET', 'at least 32 bytes', 'short', `${secret},short`, ','],
  ['SESSION_IDLE_HOURS', 'must be a number of hours', '0', '-1', 'soon', '8761', 'Infinity'],
  [
    'ADMIN_EMAIL',
    'must be an email address',
    'admin',
    'a b@studio.example',
    'a@studio.example,b@studio.example',
  ],
  ['MAIL_FROM', 'must be an email address', 'Studio <a@studio.example', 'Studio <jobs>'],
  ['MAIL_TO', 'must have at most 254 characters', `${'a'.repeat(241)}@studio.example`],
  ['ADMIN_PASSWORD', 'at least 8 characters', '1234567'],
  ['ADMIN_PASSWORD', 'at most 1024 characters', 'x'.repeat(1025)],
  ['SITE_FILE', 'must be one of on, off', 'yes'],
  ['SAMPLE_CONTENT', 'must be one of on, off', 'yes'],
  ['UPLOAD_IMAGE_MAX_BYTES', 'must be a whole number from 1024', '10MB', '1023', '99999999999999999999'],
  ['UPLOAD_MAX_FILES', 'must be a whole number from 1 to 1000', '0', '1001'],
  [
    'TRUST_PROXY',
    'must be on, off, a number of hops, or addresses',
    'yes',
    '-1',
    '10.0.0.0/33',
    '10.0.0.0/0',
    'fd00::/129',
    '10.0.0.256',
    'loopback,',
    '10.0.0.0/8/8',
  ],
  ['SMTP_URL', 'must be an smtp:// or smtps:// address', 'mail.example', 'http://mail.example'],
  ['LOG_LEVEL', 'must be one of trace, debug, info', 'loud'],
  ['KEEP_ALIVE_MS', 'must be a whole number from 1000 to 3600000', '999'],
  ['SHUTDOWN_DELAY_MS', 'must be a whole number from 0 to 600000', '15s', '600001'],
  ['MEDIA_URL', 'must be an address such as s3:', 'https://store.example/bucket'],
  ['AWS_ACCESS_KEY_ID', 'must be the key exactly as the provider issued it', 'a b', 'a\nb', 'é'],
];

it.each(bad)('%s %s', (name, says, ...texts) => {
  for (const text of texts) {
    const problems = problemsOf({ ...needs[name], [name]: text });
    expect(problems.join('\n'), text).toContain(says);
    for (const problem of problems) expect(problem).toMatch(new RegExp(`^ {2}${name}: (must|each)`));
  }
});

it('all that is wrong is reported at once', () => {
  const names = new Set(bad.map(([name]) => name));
  const problems = problemsOf(Object.fromEntries(bad.map(([name, , text]) => [name, text]))).join('\n');
  for (const name of names) expect(problems).toContain(`  ${name}: `);
});

const SMTP_URL = 'smtp://mail.example';
const DATABASE_URL = 'postgres://studio:db-password@db.example/studio';
it.each([
  [{ SESSION_IDLE_HOURS: '9', SESSION_MAX_HOURS: '8' }, ['SESSION_IDLE_HOURS: ']],
  [{ SESSION_IDLE_HOURS: '8', SESSION_MAX_HOURS: '8' }, []],
  [{ SESSION_MAX_HOURS: '1' }, []],
  [{ PORT: '4000', METRICS_PORT: '4000' }, ['METRICS_PORT: must not be the same as PORT']],
  [{ METRICS_PORT: '3000' }, ['METRICS_PORT: ']],
  [{ PORT: '0', METRICS_PORT: '0' }, []],
  [{ SMTP_URL }, ['MAIL_FROM: must be set when SMTP_URL is set']],
  [{ MAIL_TO: 'a@studio.example' }, []],
  [{ DATABASE_URL }, ['SESSION_SECRET: must be set when DATABASE_URL is set']],
])('together, %j: %j', (environment, says) => {
  const problems = problemsOf(environment);
  expect(problems).toEqual(says.map((text) => expect.stringContaining(`  ${text}`)));
  expect(problems.join()).not.toContain('db-password');
});

describe('names that are none of ours', () => {
  it.each([
    ['UPSTREM_URL', 'did you mean UPSTREAM_URL?'],
    ['SESSION_SECRETS', 'did you mean SESSION_SECRET?'],
    ['TRUST-PROXY', 'did you mean TRUST_PROXY?'],
    ['DATADIR', 'did you mean DATA_DIR?'],
    ['UPSTREAM_TIMEOUT', 'unknown variable'],
    ['SESSION_IDLE_MINUTES', 'unknown variable'],
  ])('%s stops the start, and the value is not repeated', (name, says) => {
    expect(problemsOf({ [name]: secret })).toEqual([`  ${name}: ${says}`]);
    expect(problemsOf({ [name]: ' ' })).toEqual([]);
  });

  it.each(['PORTS', 'HOME', 'NODE_ENV', 'SESSION_MANAGER', 'npm_config_port'])(
    '%s belongs to somebody else',
    (name) => expect(problemsOf({ [name]: 'x' })).toEqual([]),
  );
});

it.each([
  ['http://localhost:3000', 'on'],
  ['https://studio.example', 'off'],
])('sample content that nobody has decided on is, at %s, %s', (PUBLIC_URL, expected) => {
  expect(loadConfig({ PUBLIC_URL }).SAMPLE_CONTENT).toBe(expected);
  expect(loadConfig({ PUBLIC_URL, SAMPLE_CONTENT: 'on' }).SAMPLE_CONTENT).toBe('on');
});
