import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Config, ConfigError, loadConfig } from '../../server/config.ts';

const secret = 'a secret of at least 32 bytes or more';
const mib = 1024 * 1024;

/**
 * Values are as `loadConfig` returns them; URLs are compared as text. `bad` contains [value, what the problem must
 * state].
 */
interface Case {
  fallback: unknown;
  good: [text: string, value: unknown][];
  /** Other variables that this one requires. */
  needs?: Record<string, string>;
  bad: [text: string, says: string][];
}

const port: Case['bad'] = [
  ['x', 'must be a whole number from 0 to 65535'],
  ['-1', 'must be a whole number from 0 to 65535'],
  ['65536', 'must be a whole number from 0 to 65535'],
  ['1.5', 'must be a whole number from 0 to 65535'],
  ['0x10', 'must be a whole number from 0 to 65535'],
  ['1e3', 'must be a whole number from 0 to 65535'],
];
const address: Case['bad'] = [
  ['studio.example', 'must be an http:// or https:// address'],
  ['ftp://studio.example', 'must be an http:// or https:// address'],
  ['javascript:alert(1)', 'must be an http:// or https:// address'],
  ['https://studio.example/api', 'must not have a path'],
  ['https://studio.example/?a=1', 'must not have a query'],
  ['https://studio.example/#a', 'must not have a query'],
  ['https://user:pass@studio.example', 'must not have a user name'],
  ['https://:pass@studio.example', 'must not have a user name'],
];
const path: Case['bad'] = [
  ['api/login', 'must be a path'],
  ['/', 'must be a path'],
  ['/api/login/', 'must be a path'],
  ['/api/../login', 'must be a plain path'],
  ['/./login', 'must be a plain path'],
  ['//evil.example/login', 'must be a plain path'],
  ['/api/login?next=1', 'must be a path'],
  ['/api/%2e/login', 'must be a path'],
];
const size: Case['bad'] = [
  ['10MB', 'must be a whole number from 1024'],
  ['1023', 'must be a whole number from 1024'],
  ['99999999999999999999', 'must be a whole number from 1024'],
];
const count: Case['bad'] = [
  ['0', 'must be a whole number from 1 to 1000'],
  ['1001', 'must be a whole number from 1 to 1000'],
];
const life: Case['bad'] = [
  ['0', 'must be a number of hours'],
  ['-1', 'must be a number of hours'],
  ['soon', 'must be a number of hours'],
  ['8761', 'must be a number of hours'],
  ['Infinity', 'must be a number of hours'],
];
const mail: Case['bad'] = [
  ['admin', 'must be an email address'],
  ['a b@studio.example', 'must be an email address'],
  ['Studio <a@studio.example', 'must be an email address'],
  ['a@studio.example,b@studio.example', 'must be an email address'],
  [`${'a'.repeat(241)}@studio.example`, 'must have at most 254 characters'],
];
const trust = 'must be on, off, a number of hops, or addresses';

const key = 'must be the key exactly as the provider issued it';

const cases: Record<keyof Config, Case> = {
  // With its keys it has a separate test (media-url.test.ts).
  MEDIA_URL: {
    fallback: undefined,
    good: [],
    bad: [['https://store.example/bucket', 'must be an address such as s3:']],
  },
  AWS_ACCESS_KEY_ID: { fallback: undefined, good: [['AKIA1', 'AKIA1']], bad: [['a b', key]] },
  AWS_SECRET_ACCESS_KEY: { fallback: undefined, good: [['ab/+=', 'ab/+=']], bad: [['a\nb', key]] },
  AWS_SESSION_TOKEN: { fallback: undefined, good: [['t', 't']], bad: [['é', key]] },
  PORT: {
    fallback: 3000,
    good: [
      ['0', 0],
      ['65535', 65_535],
    ],
    bad: port,
  },
  HOST: {
    fallback: '127.0.0.1',
    good: [
      ['0.0.0.0', '0.0.0.0'],
      ['::1', '::1'],
      ['site.internal', 'site.internal'],
    ],
    bad: [
      ['not a host', 'must be an IP address or a host name'],
      ['http://x', 'must be an IP address or a host name'],
    ],
  },
  PUBLIC_URL: {
    fallback: undefined,
    good: [['https://studio.example', 'https://studio.example/']],
    bad: address,
  },
  UPSTREAM_URL: { fallback: undefined, good: [['http://[::1]:8000/', 'http://[::1]:8000/']], bad: address },
  ENGINE_FILLS: {
    fallback: undefined,
    good: [
      ['auto', 'auto'],
      ['team', ['team']],
      [' messages, applicants,jobs', ['jobs', 'applicants', 'messages']],
    ],
    bad: [
      ['blogs', 'must be auto, or a list of jobs, applicants, team, messages'],
      ['auto,team', 'must be auto, or a list of'],
      ['jobs', 'must name jobs and applicants together'],
      ['applicants,team', 'must name jobs and applicants together'],
    ],
  },
  UPSTREAM_TIMEOUT_MS: {
    fallback: 15_000,
    good: [
      ['50', 50],
      ['600000', 600_000],
    ],
    bad: [
      ['49', 'must be a whole number from 50 to 600000'],
      ['15s', 'must be a whole number from 50 to 600000'],
    ],
  },
  UPSTREAM_LOGIN_PATH: {
    fallback: '/api/login',
    good: [['/v1/auth/sign-in', '/v1/auth/sign-in']],
    bad: path,
  },
  UPSTREAM_LOGOUT_PATH: { fallback: '/api/logout', good: [['/v1/out.php', '/v1/out.php']], bad: path },
  UPSTREAM_MEDIA_PATHS: {
    fallback: ['/storage', '/uploads', '/images'],
    good: [[' /media , /files/public ', ['/media', '/files/public']]],
    bad: [
      ...path.map(([text, says]) => [`/media,${text}`, says] as [string, string]),
      ['/api', 'must not cover'],
      ['/API/files', 'must not cover'],
      ['/admin/files', 'must not cover'],
      ['/assets', 'must not cover'],
      ['/share', 'must not cover'],
      ['/healthz', 'must not cover'],
      ['/portfolio', 'must not cover'],
    ],
  },
  VIEW_BLOG_AUTH_HEADER: {
    fallback: 'Authorizaton',
    good: [['X-Blog-Auth', 'X-Blog-Auth']],
    bad: [
      ['two words', 'must be a header name'],
      ['a:b', 'must be a header name'],
      ['a\r\nb', 'must be a header name'],
      ['Cookie', 'must not be a header that HTTP itself needs'],
      ['content-length', 'must not be a header that HTTP itself needs'],
      ['Transfer-Encoding', 'must not be a header that HTTP itself needs'],
      ['upgrade', 'must not be a header that HTTP itself needs'],
    ],
  },
  DATABASE_URL: {
    fallback: undefined,
    needs: { SESSION_SECRET: secret },
    good: [
      [
        'postgres://db.example/studio?sslmode=verify-full',
        'postgres://db.example/studio?sslmode=verify-full',
      ],
    ],
    bad: [
      ['mysql://db/studio', 'must be a postgres:// address'],
      ['db.example/studio', 'must be a postgres:// address'],
      ['postgres://db.example', 'must name a database'],
      ['postgres://db.example/', 'must name a database'],
      ...['sslmod', 'SSLMODE', 'ssl_mode', 'slmode', 'tls'].map((name): [string, string] => [
        `postgres://db.example/studio?${name}=verify-full`,
        'must set TLS by sslmode, sslrootcert, sslcert, sslkey or sslnegotiation',
      ]),
    ],
  },
  SESSION_SECRET: {
    fallback: undefined,
    good: [
      [secret, [secret]],
      [`${secret}, ${secret}2`, [secret, `${secret}2`]],
      ['é'.repeat(16), ['é'.repeat(16)]],
    ],
    bad: [
      ['short', 'at least 32 bytes'],
      [`${secret},short`, 'at least 32 bytes'],
      [',', 'at least 32 bytes'],
    ],
  },
  SESSION_IDLE_HOURS: {
    fallback: 8,
    good: [
      ['0.5', 0.5],
      ['168', 168],
    ],
    bad: life,
  },
  SESSION_MAX_HOURS: {
    fallback: 168,
    good: [
      ['8', 8],
      ['8760', 8760],
    ],
    bad: life,
  },
  ADMIN_EMAIL: { fallback: 'admin@localhost', good: [[' a@studio.example ', 'a@studio.example']], bad: mail },
  ADMIN_PASSWORD: {
    fallback: undefined,
    good: [
      ['12345678', '12345678'],
      [' with blanks at its ends ', ' with blanks at its ends '],
    ],
    bad: [
      ['1234567', 'at least 8 characters'],
      ['x'.repeat(1025), 'at most 1024 characters'],
    ],
  },
  DATA_DIR: {
    fallback: resolve('data'),
    good: [
      ['/srv/studio', '/srv/studio'],
      ['x/y', resolve('x/y')],
    ],
    bad: [],
  },
  SITE_FILE: { fallback: 'off', good: [['on', 'on']], bad: [['yes', 'must be one of on, off']] },
  SAMPLE_CONTENT: { fallback: 'on', good: [['off', 'off']], bad: [['yes', 'must be one of on, off']] },
  UPLOAD_IMAGE_MAX_BYTES: { fallback: 10 * mib, good: [['1024', 1024]], bad: size },
  UPLOAD_VIDEO_MAX_BYTES: { fallback: 200 * mib, good: [['2147483648', 2 ** 31]], bad: size },
  UPLOAD_DOCUMENT_MAX_BYTES: { fallback: 5 * mib, good: [['2048', 2048]], bad: size },
  UPLOAD_TEXT_MAX_BYTES: { fallback: 25 * mib, good: [['2048', 2048]], bad: size },
  UPLOAD_MAX_FILES: { fallback: 20, good: [['1', 1]], bad: count },
  UPLOAD_CONCURRENCY: { fallback: 8, good: [['1000', 1000]], bad: count },
  TRUST_PROXY: {
    fallback: false,
    good: [
      ['on', true],
      ['off', false],
      ['2', 2],
      ['loopback', 'loopback'],
      ['loopback, 10.0.0.0/8, fd00::/8, 192.0.2.7', 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.7'],
    ],
    bad: [
      ['yes', trust],
      ['-1', trust],
      ['everyone', trust],
      ['10.0.0.0/33', trust],
      ['10.0.0.0/0', trust],
      ['fd00::/129', trust],
      ['10.0.0.256', trust],
      ['loopback,', trust],
      ['10.0.0.0/8/8', trust],
    ],
  },
  SMTP_URL: {
    fallback: undefined,
    good: [['smtps://user:pass@mail.example:465', 'smtps://user:pass@mail.example:465']],
    bad: [
      ['mail.example', 'must be an smtp:// or smtps:// address'],
      ['http://mail.example', 'must be an smtp://'],
    ],
    needs: { MAIL_FROM: 'a@studio.example' },
  },
  MAIL_FROM: {
    fallback: undefined,
    good: ['a@studio.example', 'Studio <jobs@studio.example>', '"Naqsh, Studio" <jobs@studio.example>'].map(
      (text) => [text, text],
    ),
    bad: [...mail, ['Studio <jobs>', 'must be an email address']],
  },
  MAIL_TO: { fallback: undefined, good: [['a@studio.example', 'a@studio.example']], bad: mail },
  LOG_LEVEL: {
    fallback: 'info',
    good: [['silent', 'silent']],
    bad: [['loud', 'must be one of trace, debug, info']],
  },
  METRICS_PORT: {
    fallback: undefined,
    good: [
      ['0', 0],
      ['9100', 9100],
    ],
    bad: port,
  },
  KEEP_ALIVE_MS: {
    fallback: 65_000,
    good: [['620000', 620_000]],
    bad: [['999', 'must be a whole number from 1000 to 3600000']],
  },
  SHUTDOWN_DELAY_MS: {
    fallback: 0,
    good: [['15000', 15_000]],
    bad: [
      ['15s', 'must be a whole number from 0 to 600000'],
      ['600001', 'must be a whole number from 0 to 600000'],
    ],
  },
};

const names = Object.keys(cases) as (keyof Config)[];

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

const plain = (value: unknown) => (value instanceof URL ? value.href : value);

describe('each variable', () => {
  it('is covered here, and only those of docs/configuration.md exist', () => {
    expect(Object.keys(loadConfig({})).sort()).toEqual(
      names.filter((name) => cases[name].fallback !== undefined).sort(),
    );
  });

  for (const name of names) {
    const { fallback, good, bad, needs } = cases[name];

    it(`${name} has its default when unset, empty or blank`, () => {
      for (const environment of [{}, { [name]: '' }, { [name]: '  \t' }, { [name]: undefined }]) {
        expect(plain(loadConfig(environment)[name])).toEqual(fallback);
      }
    });

    it.each(good)(`${name} takes %j`, (text, value) => {
      expect(plain(loadConfig({ ...needs, [name]: text })[name])).toEqual(value);
    });

    it.each(bad)(`${name} refuses %j and says why: %s`, (text, says) => {
      const problems = problemsOf({ ...needs, [name]: text });
      expect(problems.join('\n')).toContain(says);
      for (const problem of problems)
        expect(problem).toMatch(new RegExp(`^ {2}${name}: must|^ {2}${name}: each`));
      expect(problems.join('\n')).not.toMatch(/NaN|Invalid|expected/);
    });
  }
});

describe('several variables', () => {
  const withBad = names.filter((name) => cases[name].bad.length > 0);
  const allBad = Object.fromEntries(withBad.map((name) => [name, cases[name].bad[0]?.[0] ?? '']));

  it('are all reported at once', () => {
    const problems = problemsOf(allBad).join('\n');
    for (const name of withBad) expect(problems).toContain(`  ${name}: `);
  });

  it('cannot put metrics on the port of the site', () => {
    expect(problemsOf({ PORT: '4000', METRICS_PORT: '4000' })).toEqual([
      '  METRICS_PORT: must not be the same as PORT',
    ]);
    expect(problemsOf({ METRICS_PORT: '3000' })).toHaveLength(1);
    expect(problemsOf({ PORT: '0', METRICS_PORT: '0' })).toEqual([]);
  });

  it('cannot send mails from nobody', () => {
    const SMTP_URL = 'smtp://mail.example';
    expect(problemsOf({ SMTP_URL })).toEqual(['  MAIL_FROM: must be set when SMTP_URL is set']);
    expect(problemsOf({ SMTP_URL, MAIL_FROM: 'nobody' })).toEqual(['  MAIL_FROM: must be an email address']);
    expect(problemsOf({ SMTP_URL, MAIL_FROM: 'a@studio.example' })).toEqual([]);
    expect(problemsOf({ MAIL_TO: 'a@studio.example' })).toEqual([]);
  });
});

describe('names that are none of ours', () => {
  it.each([
    ['UPSTREM_URL', 'https://api.example', '  UPSTREM_URL: did you mean UPSTREAM_URL?'],
    ['UPSTREAM_URLS', 'https://api.example', '  UPSTREAM_URLS: did you mean UPSTREAM_URL?'],
    ['PULBIC_URL', 'https://studio.example', '  PULBIC_URL: did you mean PUBLIC_URL?'],
    ['SESSION_SECRETS', secret, '  SESSION_SECRETS: did you mean SESSION_SECRET?'],
    ['TRUST-PROXY', '1', '  TRUST-PROXY: did you mean TRUST_PROXY?'],
    ['DATADIR', '/srv', '  DATADIR: did you mean DATA_DIR?'],
    ['DATABASE_URI', 'postgres://db', '  DATABASE_URI: did you mean DATABASE_URL?'],
    ['UPSTREAM_TIMEOUT', '5000', '  UPSTREAM_TIMEOUT: unknown variable'],
    ['UPLOAD_MAX_SIZE', '5000', '  UPLOAD_MAX_SIZE: unknown variable'],
    ['SESSION_IDLE_MINUTES', '30', '  SESSION_IDLE_MINUTES: unknown variable'],
    ['SESSION_MAXIMUM', '30', '  SESSION_MAXIMUM: unknown variable'],
  ])('%s stops the start, and the value is not repeated', (name, value, says) => {
    expect(problemsOf({ [name]: value })).toEqual([says]);
  });

  it.each([
    'PORTS',
    'HOSTS',
    'HOME',
    'NODE_ENV',
    'LOG',
    'SESSION_ID',
    'SESSION_MANAGER',
    'ADMIN',
    'npm_config_port',
  ])('%s belongs to somebody else', (name) => expect(problemsOf({ [name]: 'x' })).toEqual([]));
});

describe('a database that several processes share', () => {
  const DATABASE_URL = 'postgres://studio:db-password@db.example/studio';

  it('stops the start without one, and its password is not repeated', () => {
    const problems = problemsOf({ DATABASE_URL });
    expect(problems).toEqual([
      expect.stringMatching(/^ {2}SESSION_SECRET: must be set when DATABASE_URL is set/),
    ]);
    expect(problems.join()).not.toContain('db-password');
  });
});

describe('sample content that nobody has decided on', () => {
  it.each([
    [undefined, 'on'],
    ['http://localhost:3000', 'on'],
    ['https://studio.example', 'off'],
  ])('on %s is %s', (PUBLIC_URL, expected) => {
    expect(loadConfig({ PUBLIC_URL }).SAMPLE_CONTENT).toBe(expected);
    expect(loadConfig({ PUBLIC_URL, SAMPLE_CONTENT: 'on' }).SAMPLE_CONTENT).toBe('on');
    expect(loadConfig({ PUBLIC_URL, SAMPLE_CONTENT: 'off' }).SAMPLE_CONTENT).toBe('off');
  });
});
