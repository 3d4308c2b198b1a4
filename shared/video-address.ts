import { isAllowedFrame } from './html-policy.ts';
import { plainText } from './plain-text.ts';
import { parseUrl } from './text-formats.ts';

/**
 * Returns the embed URL of a YouTube or Vimeo video; undefined for any other text, because pages may frame these two
 * hosts only (server/http/README.md, "Response headers"). Accepts the URL of the video's page, a short link, an embed
 * URL, or the whole `<iframe>` code of these sites. Uses the cookie-less host for YouTube.
 */
export function videoEmbedAddress(typed: string) {
  const url = parse(plainText(typed));
  if (!url) return undefined;
  const embed = youtube(url) ?? vimeo(url);
  return embed && isAllowedFrame(embed) ? embed : undefined;
}

function parse(text: string) {
  const address =
    /<iframe\b[^>]*?\ssrc\s*=\s*["']([^"']+)["']/i.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? text;
  const whole = /^[\w-]+(\.[\w-]+)+\//.test(address)
    ? `https://${address}`
    : address.replace(/^\/\//, 'https://');
  const url = parseUrl(whole);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

const player = 'https://www.youtube-nocookie.com/embed/';

function youtube({ hostname, pathname, searchParams: query }: URL) {
  const host = hostname.replace(/^(www|m|music)\./, '');
  const isWhole = host === 'youtube.com' || host === 'youtube-nocookie.com';
  if (isWhole && /^\/(playlist|embed\/videoseries)$/.test(pathname))
    return query.has('list') ? `${player}videoseries?list=${query.get('list')}` : undefined;
  let id: string | null | undefined;
  if (host === 'youtu.be') id = pathname.split('/')[1];
  else if (isWhole)
    // The players of old pages have their parameters in the path: `/v/ID&hl=en`.
    id = pathname === '/watch' ? query.get('v') : /^\/(?:embed|shorts|live|v)\/([^/&]+)/.exec(pathname)?.[1];
  if (!id || !/^[\w-]{6,64}$/.test(id)) return undefined;
  const start = seconds(query.get('t') ?? query.get('start'));
  return `${player}${id}${start ? `?start=${start}` : ''}`;
}

function vimeo(url: URL) {
  const host = url.hostname.replace(/^www\./, '');
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return undefined;
  const found =
    /^\/(?:video\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/|showcase\/\d+\/video\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/.exec(
      url.pathname,
    );
  if (!found) return undefined;
  // An unlisted video on Vimeo needs the hash in its URL to play.
  const key = found[2] ?? url.searchParams.get('h');
  return `https://player.vimeo.com/video/${found[1]}${key ? `?h=${encodeURIComponent(key)}` : ''}`;
}

/** Returns the seconds of a time as YouTube writes it in a URL: "90", "90s" and "1m30s" are 90. */
function seconds(time: string | null) {
  const parts = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time ?? '');
  return parts ? Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0) : 0;
}
