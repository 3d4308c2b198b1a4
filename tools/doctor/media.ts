import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '#shared/limits.ts';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import { isMediaPath, rewriteMediaAddress } from '../../server/bff/upstream/addresses.ts';
import { createForeignMedia } from '../../server/foreign-media/foreign-media.ts';
import { ForeignMediaError } from '../../server/foreign-media/origin-client.ts';
import { absent, type Finding, inGroup, there, untried, wrong } from './finding.ts';
import type { Host } from './host.ts';

/** Names of fields that contain the URL of a medium, or an object or list that contains such URLs. */
const mediaFields = /image|photo|picture|video|logo|avatar/i;

/** Returns all URLs of media in an answer: from fields for media, and from images in rich texts. */
export const mediaAddresses = (answer: unknown) =>
  [...addressesIn(answer, false)].filter((address) => !address.startsWith('data:'));

function* addressesIn(value: unknown, isMedia: boolean): Generator<string> {
  if (typeof value === 'string') {
    if (isMedia && value !== '') yield value;
    for (const [, address = ''] of value.matchAll(/<img\b[^>]*?\ssrc=["']?([^"'\s>]+)/gi)) yield address;
  }
  // In an object that describes a picture, only the fields with a URL are used, and not its id or name.
  else
    for (const [name, item] of Object.entries(value ?? {})) {
      const isInside = Array.isArray(value) || /^(url|src|path|file)$/i.test(name);
      yield* addressesIn(item, mediaFields.test(name) || (isMedia && isInside));
    }
}

/** Video sites. Their URLs lead to web pages and not to files, so the site's player for files cannot play them. */
const videoHost = /^([a-z]+\.)?(youtube(-nocookie)?\.com|youtu\.be|vimeo\.com)$/;

const bareNames = 'file names alone';

/**
 * Returns the common beginning of addresses like this one, if visitors would not see them: the outermost folder that
 * is not part of the path of the API (`/storage`), or their origin if they are on another host. For a file name alone it
 * is `bareNames`.
 */
export function prefixOf(
  address: string,
  { host, origin, pathname: api }: URL,
  mediaPaths: readonly string[],
) {
  const own = rewriteMediaAddress(address, { hosts: [host], mediaPaths });
  const url = URL.parse(address, origin);
  if (isMediaPath(own, mediaPaths) || !url) return '';
  if (!address.includes('/')) return bareNames;
  if (url.host !== host) return url.origin;
  const folders = Array.from(url.pathname.matchAll(/(?<=.)\//g), ({ index }) => url.pathname.slice(0, index));
  return folders.find((folder) => !`${api}/`.startsWith(`${folder}/`)) ?? '';
}

interface MediaSettings {
  /** UPSTREAM_MEDIA_PATHS. */
  paths: readonly string[];
  /** `media.origins` of host.json, by name. */
  origins?: MediaOrigins;
  asksOrigins?: boolean;
}

const say = inGroup('media');

/**
 * Returns findings about the media that visitors would not see, each with the setting that would make them visible.
 */
export async function checkMedia(
  host: Host,
  all: readonly string[],
  { paths: mediaPaths, origins = {}, asksOrigins = false }: MediaSettings,
) {
  const url = new URL(host.origin);
  const aliasOf = (address: string) =>
    Object.keys(origins).find((each) => address.startsWith(`/media/${each}/`));
  const byAlias = Map.groupBy(new Set(all), aliasOf);
  const byPrefix = Map.groupBy(byAlias.get(undefined) ?? [], (each) => prefixOf(each, url, mediaPaths));
  const foreign = [...byAlias].flatMap(([alias, addresses]) => (alias ? [[alias, addresses] as const] : []));
  const findings = [...byPrefix].flatMap(([prefix, addresses]) =>
    prefix ? unseenFinding(host, prefix, addresses, mediaPaths) : [],
  );
  if (asksOrigins && foreign.length > 0) findings.push(...(await checkForeign(origins, foreign)));
  else
    for (const [alias, addresses] of foreign) {
      const text = `${countOf(addresses)}, which the site fetches itself from ${origins[alias]?.url.origin}`;
      findings.push(say(`/media/${alias}/`, untried(text)));
    }
  const seen = byPrefix.get('') ?? [];
  const [example] = seen;
  if (example !== undefined) {
    const path = rewriteMediaAddress(example, { hosts: [url.host], mediaPaths });
    findings.push(say(path.slice(0, 120), await checkOne(host, path, seen.length)));
  }
  return findings.length > 0 ? findings : [say('images', untried('no answer contained any'))];
}

function unseenFinding({ origin }: Host, prefix: string, addresses: string[], mediaPaths: readonly string[]) {
  const count = countOf(addresses);
  const isOwn = prefix.startsWith('/');
  if (isOwn)
    return say(
      `${prefix}/`,
      wrong(
        `would not show: not under UPSTREAM_MEDIA_PATHS. ${count}`,
        `UPSTREAM_MEDIA_PATHS=${[...mediaPaths, prefix].join(',')}`,
      ),
    );
  if (prefix === bareNames)
    return say(
      prefix,
      wrong(
        `would not show: their folder is not known. ${count}`,
        'name the folder for the field in DATA_DIR/host.json, { "at": …, "base": "/folder/" } (docs/hosts.md)',
      ),
    );
  const found = videoHost.test(new URL(prefix).host)
    ? absent(
        `the page of a video, not a file: projects are shown without it. ${count}`,
        'put the file of the video into the project, or a link into its text',
      )
    : wrong(
        `would not show: they have another origin, which is not configured. ${count}`,
        `add it in DATA_DIR/host.json, "media": { "origins": { "cdn": "${prefix}" } }, and the site fetches from there (docs/hosts.md); ` +
          `or make the host send its own addresses (${origin}${mediaPaths[0] ?? ''}/…), which in Laravel is APP_URL or ASSET_URL`,
      );
  return say(prefix, found);
}

const countOf = ({ length, 0: first = '' }: readonly string[]) =>
  `${length} address${length === 1 ? '' : 'es'}, such as ${first.slice(0, 120)}`;

/** Fetches one file from each origin that host.json names, in the way in which the site would. */
async function checkForeign(origins: MediaOrigins, found: readonly (readonly [string, string[]])[]) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'studio-doctor-'));
  const mostBytes = { image: limits.imageBytes, video: limits.videoBytes };
  const media = createForeignMedia({ origins, folder: folder.path, mostBytes });
  const findings: Finding[] = [];
  for (const [alias, addresses] of found) {
    const subject = `/media/${alias}/`;
    const seen = await media.fetch(alias, (addresses[0] ?? '').slice(subject.length)).then(
      ({ type }) => there(`${type}; ${countOf(addresses)}`),
      (error: Error) => {
        const isPrivate = error instanceof ForeignMediaError && error.problem === 'privateAddress';
        return wrong(
          `would not show: ${error.message}`,
          isPrivate
            ? `if it is your own server, allow it in host.json: "${alias}": { "url": "${origins[alias]?.url.href}", "allow_private": true }`
            : `check "media": { "origins": { "${alias}": … } } in host.json, and open that address without signing in`,
        );
      },
    );
    findings.push(say(subject, seen));
  }
  media.close();
  return findings;
}

async function checkOne(host: Host, path: string, count: number) {
  try {
    const head = await host.ask('HEAD', path);
    // Some hosts know only GET.
    const { status, type } =
      head.status < 400 ? head : await host.ask('GET', path, { headers: { range: 'bytes=0-99' } });
    return [200, 206].includes(status) && /^(image|video)\//.test(type)
      ? there(`${type}; addresses like it: ${count}`)
      : wrong(
          `answers ${status}${type && ` ${type}`}, not a picture`,
          'make the host serve its media without a token and with the right type (in Laravel: php artisan storage:link)',
        );
  } catch (error) {
    return untried(String(error));
  }
}
