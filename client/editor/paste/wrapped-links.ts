import { parseUrl } from '#shared/text-formats.ts';

/**
 * Sites whose links only lead on, and the parameter with the address they lead to: checks of mail programs, search
 * results, messengers. Some of the links carry the mail address of their reader.
 */
const wrappers: readonly (readonly [site: RegExp, parameter: string])[] = [
  [/(^|\.)safelinks\.protection\.(outlook\.com|office365\.us|partner\.outlook\.cn)\//, 'url'],
  [/^statics\.teams\.cdn\.office\.net\/.*safelinks/, 'url'],
  [/^www\.google\.[a-z.]{2,6}\/url$/, 'q'],
  [/^www\.google\.[a-z.]{2,6}\/url$/, 'url'],
  [/^lm?\.(facebook|instagram|messenger|workplace|threads)\.(com|net)\//, 'u'],
  [/^urldefense\.proofpoint\.com\/v1\/url$/, 'u'],
  [/^linkprotect\.cudasvc\.com\/url$/, 'a'],
  [/^clicktime\.symantec\.com\//, 'u'],
  [/^www\.linkedin\.com\/(redir|safety)\//, 'url'],
  [/^www\.youtube\.com\/redirect$/, 'q'],
  [/^slack-redir\.net\/link$/, 'url'],
  [/^out\.reddit\.com\//, 'url'],
  [/^duckduckgo\.com\/l\/$/, 'uddg'],
];

/** Paths of links that count who follows them, and the names that their senders' programs give the target. */
const tracker = /(^|[/._-])(track(ing|er)?|click(ed|s|track(ing)?)?|redir(ect)?|lnk|ls|ct|cl)([/._-]|$)/i;
const targets = ['url', 'u', 'to', 'target', 'dest', 'destination', 'redirect', 'redirect_url', 'link', 'r'];

/**
 * Returns the address to which a wrapped link leads, without the wrapper; any other address unchanged. Addresses whose
 * target only the wrapping site knows stay as they are.
 */
export function unwrappedLink(address: string) {
  let found = address;
  // A mail that was passed on may be wrapped more than once.
  for (let round = 0; round < 5; round += 1) {
    const inner = targetOf(found);
    if (!inner || !/^(https?|mailto):/i.test(inner)) return found;
    found = inner;
  }
  return found;
}

/** Unwraps the links that are written as text. */
export function withUnwrappedLinks(text: string) {
  return text.replace(/https?:\/\/[^\s<>"]+/gi, unwrappedLink);
}

function targetOf(address: string) {
  const url = parseUrl(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const place = url.hostname + url.pathname;
  if (place === 'urldefense.proofpoint.com/v2/url') return proofpoint2(url.searchParams.get('u') ?? '');
  // Some links have the target as a part of their path. In Proofpoint's a * would stand for what follows it in base64.
  const carried =
    /^https:\/\/urldefense\.(?:com|us|proofpoint\.com)\/v3\/__(https?:[^*]+?)__;/.exec(address) ??
    /^https:\/\/[^/]+\.awstrack\.me\/L\d\/(https?:.+?)\//.exec(address) ??
    /^https:\/\/secure-web\.cisco\.com\/.+\/(https?.+)/.exec(address);
  if (carried) return plain(decoded(carried[1] ?? ''));
  const known = wrappers.find(([site, name]) => site.test(place) && url.searchParams.has(name));
  const target = known ? url.searchParams.get(known[1]) : tracker.test(url.pathname) && trackedTo(url);
  return target ? plain(target) : undefined;
}

/** Returns the target of a counting link: an absolute address of another site. */
function trackedTo(url: URL) {
  const found = targets.map((name) => parseUrl(url.searchParams.get(name) ?? '')).find(Boolean);
  return found && /^https?:$/.test(found.protocol) && found.hostname !== url.hostname
    ? found.href
    : undefined;
}

/** Returns the address as a browser writes it, without Facebook's mark of the person who pressed it. */
function plain(address: string) {
  const url = parseUrl(address);
  if (url?.searchParams.has('fbclid')) url.searchParams.delete('fbclid');
  return url?.href;
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Version 2 of Proofpoint's links has - for the % of an encoded character and _ for /. */
function proofpoint2(written: string) {
  return plain(decoded(written.replaceAll('-', '%').replaceAll('_', '/')));
}
