import { routePattern, routes } from '#shared/routes.ts';

/** The part of a report that is recorded. It contains no personal data, no query and no path. */
export interface Violation {
  /** A directive of this site's content security policy, or `other`. */
  directive: string;
  /** The blocked resource: an origin, a scheme with its colon, or a word such as `inline`, `eval`, `data`. */
  blocked: string;
  /** The route of the page in the notation of `shared/routes.ts`, or `other`. */
  route: string;
}

/** Maximum number of reports read per request: browsers send a handful at most. */
const reportsPerRequest = 20;

/**
 * Words that browsers send instead of a URL: those of CSP Level 3 §5.4, and some others. The list is fixed, because
 * any other text could come from an attacker.
 */
const words = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'data',
  'blob',
  'trusted-types-policy',
  'trusted-types-sink',
]);

const knownRoutes = Object.values(routes).map((route) => ({ route, pattern: routePattern(route) }));

/**
 * Returns the violations in a browser's report. A report has one of two formats: `{"csp-report": {…}}` (CSP Level 2)
 * or a list of `{"type": "csp-violation", "body": {…}}` (Reporting API). List items of other types are ignored.
 * Returns undefined if the content has neither format. `directives` are the directives of the policy.
 */
export function violationsIn(parsed: unknown, directives: ReadonlySet<string>): Violation[] | undefined {
  const old = objectIn(parsed, 'csp-report');
  if (old) {
    const directive = textIn(old, 'effective-directive') || textIn(old, 'violated-directive');
    return [violation(directive, textIn(old, 'blocked-uri'), textIn(old, 'document-uri'), directives)];
  }
  if (!Array.isArray(parsed)) return undefined;
  return parsed.slice(0, reportsPerRequest).flatMap((report) => {
    const body = textIn(report, 'type') === 'csp-violation' ? objectIn(report, 'body') : undefined;
    if (!body) return [];
    const page = textIn(body, 'documentURL') || textIn(report, 'url');
    return [violation(textIn(body, 'effectiveDirective'), textIn(body, 'blockedURL'), page, directives)];
  });
}

function violation(
  directive: string,
  blocked: string,
  page: string,
  directives: ReadonlySet<string>,
): Violation {
  // In `violated-directive` the sources of the directive follow after its name, so only the first word is used.
  // Chromium reports script-src-elem where the policy has script-src, so the ending of a name that is not in the
  // policy is removed.
  const [name = ''] = directive.trim().toLowerCase().split(/\s/, 1);
  const plain = directives.has(name) ? name : name.replace(/-(?:elem|attr)$/, '');
  return {
    directive: directives.has(plain) ? plain : 'other',
    blocked: blockedOrigin(blocked),
    route: routeOf(page),
  };
}

/**
 * Returns the origin of a blocked URL. For the URL of a browser extension or of a file, returns only the scheme: the
 * rest contains the extension's id, or may contain a person's name.
 */
function blockedOrigin(blocked: string): string {
  const text = blocked.trim();
  if (words.has(text)) return text;
  if (!URL.canParse(text)) return 'other';
  const { protocol, origin, hostname } = new URL(text);
  if (['http:', 'https:', 'ws:', 'wss:'].includes(protocol)) return hostname.length <= 253 ? origin : 'other';
  return /^[a-z][a-z0-9+.-]{0,30}:$/.test(protocol) ? protocol.slice(0, -1) : 'other';
}

function routeOf(page: string): string {
  if (!URL.canParse(page)) return 'other';
  const { protocol, pathname } = new URL(page);
  if (protocol !== 'http:' && protocol !== 'https:') return 'other';
  const plain = pathname === '/' ? pathname : pathname.replace(/\/$/, '');
  return knownRoutes.find(({ pattern }) => pattern.test(plain))?.route ?? 'other';
}

function objectIn(value: unknown, name: string): object | undefined {
  const found = memberOf(value, name);
  return typeof found === 'object' && found !== null ? found : undefined;
}

function textIn(value: unknown, name: string): string {
  const found = memberOf(value, name);
  return typeof found === 'string' ? found : '';
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
