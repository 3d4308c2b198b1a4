import { isAllowedFrame } from '#shared/html-policy.ts';

/**
 * Returns the URL of the player for a video of YouTube or Vimeo, from any form of the video's URL; undefined for
 * other URLs.
 */
export function playerOf(address: string): string | undefined {
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const host = url.hostname.replace(/^(www|m|music)\./, '');
  const player = host === 'vimeo.com' || host === 'player.vimeo.com' ? vimeo(url) : youTube(host, url);
  return player && isAllowedFrame(player) ? player : undefined;
}

function youTube(host: string, url: URL): string | undefined {
  const [, first = '', second = ''] = url.pathname.split('/');
  const list = url.searchParams.get('list');
  let video: string | null = null;
  if (host === 'youtu.be') video = first;
  else if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    if (first === 'watch') video = url.searchParams.get('v');
    else if (/^(embed|shorts|live|v)$/.test(first)) video = second;
    else if (first === 'playlist' && list) video = 'videoseries';
  }
  if (!video) return undefined;
  const start = secondsOf(url.searchParams.get('start') ?? url.searchParams.get('t'));
  const query = new URLSearchParams({
    ...(video === 'videoseries' && list && { list }),
    ...(start > 0 && { start: String(start) }),
  });
  // A video on YouTube's host without cookies stays on that host.
  const origin = host === 'youtube-nocookie.com' ? 'www.youtube-nocookie.com' : 'www.youtube.com';
  return `https://${origin}/embed/${video}${query.size > 0 ? `?${query}` : ''}`;
}

function vimeo(url: URL): string | undefined {
  // The hash that gives access to an unlisted video is in the path after the number, or in the query of the player's
  // URL.
  const [, video, inPath] = /^\/(?:video\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/.exec(url.pathname) ?? [];
  const hash = inPath ?? url.searchParams.get('h');
  if (!video) return undefined;
  return `https://player.vimeo.com/video/${video}${hash ? `?h=${encodeURIComponent(hash)}` : ''}`;
}

/** Parses a time such as "90", "90s", "1m30s" or "1h2m3s" to seconds. Returns 0 for anything else. */
function secondsOf(text: string | null): number {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text ?? '') ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
