/**
 * The grade that Mozilla's HTTP Observatory gives an answer, by its published rules
 * (developer.mozilla.org/en-US/observatory/docs/tests_and_scoring, version 5): every site starts with 100, each
 * finding adds or subtracts points, and bonus points count only if at most ten points were subtracted. Not judged are
 * the redirect from http and the certificate, which belong to the proxy, and the browsers' preload list.
 */
export interface Grade {
  grade: string;
  score: number;
  /** Points by name of the finding, without findings of zero points. */
  findings: Record<string, number>;
}

/** An answer as a scanner sees it. Header names are in lower case. */
export interface Scanned {
  headers: Record<string, string | undefined>;
  cookies: readonly string[];
  body: string;
}

const grades: [least: number, grade: string][] = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
];
/** Bonus points count from this score on. */
const leastForCredit = 90;
const sixMonths = 15_768_000;

export function gradeOf(scanned: Scanned): Grade {
  const found = [
    policy(scanned),
    ...cookies(scanned),
    sharing(scanned),
    transport(scanned),
    framing(scanned),
    typeSniffing(scanned),
    referrer(scanned),
    ...isolation(scanned),
    scripts(scanned),
  ].filter(([, points]) => points !== 0);
  const sum = (points: number[]) => points.reduce((total, each) => total + each, 0);
  const points = found.map(([, each]) => each);
  const lost = Math.max(0, 100 + sum(points.filter((each) => each < 0)));
  const score = lost >= leastForCredit ? lost + sum(points.filter((each) => each > 0)) : lost;
  const grade = grades.find(([least]) => score >= least)?.[1] ?? 'F';
  return { grade, score, findings: Object.fromEntries(found) };
}

type Finding = [name: string, points: number];

const broad = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'];

function directivesOf({ headers }: Scanned): Map<string, string[]> {
  const directives = new Map<string, string[]>();
  for (const text of (headers['content-security-policy'] ?? '').split(';')) {
    const [name, ...sources] = text.trim().toLowerCase().split(/\s+/);
    if (name) directives.set(name, sources);
  }
  return directives;
}

function policy(scanned: Scanned): Finding {
  const directives = directivesOf(scanned);
  if (directives.size === 0) return ['no policy', -25];
  const sourcesOf = (name: string) => directives.get(name) ?? directives.get('default-src') ?? ['*'];
  const [script, style, object] = ['script-src', 'style-src', 'object-src'].map(sourcesOf) as [
    string[],
    string[],
    string[],
  ];
  const inline = (sources: string[]) =>
    sources.some((each) => [...broad, "'unsafe-inline'", 'data:'].includes(each));
  const insecure = (sources: string[]) => sources.some((each) => /^(http|ftp):/.test(each));
  const passive = ['img-src', 'media-src'];
  const active = [...directives]
    .filter(([name]) => !passive.includes(name))
    .flatMap(([, sources]) => sources);
  if (inline(script) || object.some((each) => broad.includes(each))) return ['policy: unsafe scripts', -20];
  if (insecure(active)) return ['policy: scripts over http', -20];
  if ([...script, ...style].includes("'unsafe-eval'")) return ['policy: unsafe-eval', -10];
  if (insecure(passive.flatMap(sourcesOf))) return ['policy: pictures over http', -10];
  if (inline(style)) return ['policy: unsafe styles', 0];
  return directives.get('default-src')?.join() === "'none'"
    ? ["policy: nothing unsafe, default-src 'none'", 10]
    : ['policy: nothing unsafe', 5];
}

/** The worst cookie counts; bonus points are given only if every cookie is fine. */
function cookies(scanned: Scanned): Finding[] {
  const judged = scanned.cookies.map((cookie): Finding => {
    const [pair = '', ...rest] = cookie.split(';').map((part) => part.trim().toLowerCase());
    const has = (attribute: string) => rest.includes(attribute);
    const isSession = /login|sess/.test(pair.split('=', 1)[0] ?? '');
    const isSameSite = has('samesite=strict') || has('samesite=lax');
    if (isSession && !has('secure')) return ['session cookie without Secure', -40];
    if (isSession && !has('httponly')) return ['session cookie without HttpOnly', -30];
    if (!has('secure')) return ['cookie without Secure', -20];
    if (/csrf/.test(pair) && !isSameSite) return ['CSRF cookie without SameSite', -20];
    return isSameSite ? ['cookies: Secure, HttpOnly, SameSite', 5] : ['cookies: Secure, HttpOnly', 0];
  });
  return judged.sort(([, one], [, other]) => one - other).slice(0, 1);
}

/** `headers` belong to an answer to `Origin: https://observatory.example`. */
function sharing({ headers }: Scanned): Finding {
  const isReflected = !['*', undefined].includes(headers['access-control-allow-origin']);
  return isReflected && headers['access-control-allow-credentials'] === 'true'
    ? ['CORS: everybody, with credentials', -50]
    : ['CORS', 0];
}

function transport({ headers }: Scanned): Finding {
  const header = headers['strict-transport-security'];
  const age = Number(/(?:^|;)\s*max-age=(\d+)/i.exec(header ?? '')?.[1] ?? Number.NaN);
  if (header === undefined || header.includes(',') || Number.isNaN(age)) return ['no HSTS', -20];
  return age < sixMonths ? ['HSTS for less than six months', -10] : ['HSTS', 0];
}

function framing(scanned: Scanned): Finding {
  if (directivesOf(scanned).has('frame-ancestors')) return ['frames refused by the policy', 5];
  const header = scanned.headers['x-frame-options']?.toLowerCase() ?? '';
  return ['deny', 'sameorigin'].includes(header) ? ['frames refused', 5] : ['frames', -20];
}

function typeSniffing({ headers }: Scanned): Finding {
  return headers['x-content-type-options']?.toLowerCase() === 'nosniff' ? ['nosniff', 0] : ['no nosniff', -5];
}

function referrer({ headers }: Scanned): Finding {
  const header = headers['referrer-policy']?.toLowerCase();
  if (header === undefined) return ['no referrer policy', 0];
  const isPrivate = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
  return isPrivate.includes(header.split(',').at(-1)?.trim() ?? '')
    ? ['private referrer', 5]
    : ['unsafe referrer', -5];
}

function isolation({ headers }: Scanned): Finding[] {
  const judge = (name: string, good: string[], neutral: (string | undefined)[]): Finding => {
    const header = headers[name];
    if (header !== undefined && good.includes(header)) return [name, 10];
    return [name, neutral.includes(header) ? 0 : -5];
  };
  return [
    judge(
      'cross-origin-opener-policy',
      ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'],
      [undefined, 'unsafe-none'],
    ),
    judge('cross-origin-resource-policy', ['same-origin', 'same-site'], [undefined, 'cross-origin']),
    judge('cross-origin-embedder-policy', ['require-corp', 'credentialless'], [undefined, 'unsafe-none']),
  ];
}

/** Scripts of other sites need a hash; our scripts are loaded by path. */
function scripts({ headers, body }: Scanned): Finding {
  if (!headers['content-type']?.startsWith('text/html')) return ['no page', 0];
  const foreign = [...body.matchAll(/<script\b[^>]*\ssrc="((?:https?:)?\/\/[^"]*)"[^>]*>/gi)];
  const bare = foreign.filter(([tag]) => !/\sintegrity="/i.test(tag));
  if (bare.length === 0) return ['scripts', 0];
  const isSecure = bare.every(([, address = '']) => address.startsWith('https:'));
  return isSecure ? ['scripts of others without a hash', -5] : ['scripts of others over http', -50];
}
