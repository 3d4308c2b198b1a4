import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '#shared/limits.ts';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import { isMediaPath, rewriteMediaAddress } from '../../server/bff/upstream/addresses.ts';
import { createForeignMedia } from '../../server/foreign-media/foreign-media.ts';
import { ForeignMediaError } from '../../server/foreign-media/problem.ts';
import type { Finding } from './finding.ts';
import type { Host } from './host.ts';

/** Names of fields that contain the URL of a medium, or an object or list that contains such URLs. */
const mediaFields = /image|photo|picture|video|logo|avatar/i;

/** Returns all URLs of media in an answer: from fields for media, and from images in rich texts. */
export function mediaAddresses(answer: unknown): string[] {
  return [...addressesIn(answer, false)].filter((address) => !address.startsWith('data:'));
}

function* addressesIn(value: unknown, isMedia: boolean): Generator<string> {
  if (typeof value === 'string') {
    if (isMedia && value !== '') yield value;
    yield* imagesOf(value);
  } else if (Array.isArray(value)) {
    for (const item of value) yield* addressesIn(item, isMedia);
  } else if (typeof value === 'object' && value !== null) {
    // In an object that describes a picture, only the fields with a URL are used, and not its id or name.
    for (const [name, item] of Object.entries(value))
      yield* addressesIn(item, mediaFields.test(name) || (isMedia && /^(url|src|path|file)$/i.test(name)));
  }
}

function imagesOf(html: string): string[] {
  return [...html.matchAll(/<img\b[^>]*?\ssrc=["']?([^"'\s>]+)/gi)].flatMap(([, address]) => address || []);
}

/** Video sites. Their URLs lead to web pages and not to files, so the site's player for files cannot play them. */
const videoHost = /^([a-z]+\.)?(youtube(-nocookie)?\.com|youtu\.be|vimeo\.com)$/;

/** Where media whose URLs begin alike are: on the examined host, or on another one. */
interface Place {
  /**
   * The common beginning of the URLs: the first segment of their path (`/storage`), or their origin if they are on
   * another host. For URLs that are only file names it is `bareNames`.
   */
  prefix: string;
  foreign: boolean;
}

const bareNames = 'file names alone';

function placeOf(address: string, host: string, mediaPaths: readonly string[]): Place | undefined {
  const own = rewriteMediaAddress(address, { hosts: [host], mediaPaths });
  if (isMediaPath(own, mediaPaths)) return undefined;
  if (!URL.canParse(address, `http://${host}/`)) return undefined;
  if (!address.includes('/')) return { prefix: bareNames, foreign: false };
  const url = new URL(address, `http://${host}/`);
  const segment = `/${url.pathname.split('/').find(Boolean) ?? ''}`;
  return url.host === host ? { prefix: segment, foreign: false } : { prefix: url.origin, foreign: true };
}

interface MediaSettings {
  /** UPSTREAM_MEDIA_PATHS. */
  paths: readonly string[];
  /** `media.origins` of host.json, by name. */
  origins?: MediaOrigins;
  asksOrigins?: boolean;
}

/**
 * Returns findings about the media that visitors would not see, each with the setting that would make them visible.
 */
export async function checkMedia(
  host: Host,
  all: readonly string[],
  { paths: mediaPaths, origins = {}, asksOrigins = false }: MediaSettings,
): Promise<Finding[]> {
  const name = new URL(host.origin).host;
  const unseen = new Map<string, { place: Place; addresses: string[] }>();
  const seen: string[] = [];
  const foreign = new Map<string, string[]>();
  for (const address of new Set(all)) {
    const alias = Object.keys(origins).find((each) => address.startsWith(`/media/${each}/`));
    const place = alias === undefined ? placeOf(address, name, mediaPaths) : undefined;
    if (alias !== undefined) foreign.set(alias, [...(foreign.get(alias) ?? []), address]);
    else if (!place) seen.push(address);
    else {
      const group = unseen.get(place.prefix) ?? { place, addresses: [] };
      group.addresses.push(address);
      unseen.set(place.prefix, group);
    }
  }
  const findings = Array.from(unseen.values(), ({ place, addresses }) =>
    unseenFinding(host, place, addresses, mediaPaths),
  );
  if (asksOrigins && foreign.size > 0) findings.push(...(await checkForeign(origins, foreign)));
  else
    for (const [alias, addresses] of foreign)
      findings.push({
        group: 'media',
        result: 'untried',
        subject: `/media/${alias}/`,
        text: `${countOf(addresses)}, which the site fetches itself from ${origins[alias]?.url.origin}`,
      });
  const [example] = seen;
  if (example !== undefined)
    findings.push(
      await checkOne(host, rewriteMediaAddress(example, { hosts: [name], mediaPaths }), seen.length),
    );
  if (findings.length > 0) return findings;
  return [{ group: 'media', result: 'untried', subject: 'images', text: 'no answer contained any' }];
}

function unseenFinding(
  { origin }: Host,
  { prefix, foreign }: Place,
  addresses: readonly string[],
  mediaPaths: readonly string[],
): Finding {
  const isPage = foreign && videoHost.test(new URL(prefix).host);
  const [text, mend] = isPage
    ? [
        'the page of a video, not a file: projects are shown without it',
        'put the file of the video into the project, or a link into its text',
      ]
    : prefix === bareNames
      ? [
          'would not show: their folder is not known',
          'name the folder for the field in DATA_DIR/host.json, { "at": …, "base": "/folder/" } (docs/hosts.md)',
        ]
      : foreign
        ? [
            'would not show: they have another origin, which is not configured',
            `add it in DATA_DIR/host.json, "media": { "origins": { "cdn": "${prefix}" } }, and the site fetches from there (docs/hosts.md); ` +
              `or make the host send its own addresses (${origin}${mediaPaths[0] ?? ''}/…), which in Laravel is APP_URL or ASSET_URL`,
          ]
        : [
            'would not show: not under UPSTREAM_MEDIA_PATHS',
            `UPSTREAM_MEDIA_PATHS=${[...mediaPaths, prefix].join(',')}`,
          ];
  const subject = prefix.startsWith('/') ? `${prefix}/` : prefix;
  return {
    group: 'media',
    subject,
    result: isPage ? 'absent' : 'wrong',
    text: `${text}. ${countOf(addresses)}`,
    mend,
  };
}

function countOf(addresses: readonly string[]): string {
  return `${addresses.length} address${addresses.length === 1 ? '' : 'es'}, such as ${addresses[0]?.slice(0, 120)}`;
}

/** Fetches one file from each origin that host.json names, in the way in which the site would. */
async function checkForeign(
  origins: MediaOrigins,
  found: ReadonlyMap<string, readonly string[]>,
): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-doctor-'));
  const mostBytes = { image: limits.imageBytes, video: limits.videoBytes };
  const media = createForeignMedia({ origins, folder, mostBytes });
  try {
    return await Promise.all(
      Array.from(found, async ([alias, addresses]): Promise<Finding> => {
        const common = { group: 'media', subject: `/media/${alias}/` } as const;
        const below = addresses[0]?.slice(common.subject.length) ?? '';
        try {
          const { type } = await media.fetch(alias, below);
          return { ...common, result: 'there', text: `${type}; ${countOf(addresses)}` };
        } catch (error) {
          if (!(error instanceof Error)) throw error;
          const isPrivate = error instanceof ForeignMediaError && error.problem === 'privateAddress';
          return {
            ...common,
            result: 'wrong',
            text: `would not show: ${error.message}`,
            mend: isPrivate
              ? `if it is your own server, allow it in host.json: "${alias}": { "url": "${origins[alias]?.url.href}", "allow_private": true }`
              : `check "media": { "origins": { "${alias}": … } } in host.json, and open that address without signing in`,
          };
        }
      }),
    );
  } finally {
    media.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkOne(host: Host, path: string, count: number): Promise<Finding> {
  const common = { group: 'media', subject: path.slice(0, 120) } as const;
  try {
    const { status, type } = await host.ask('HEAD', path);
    if (status === 200 && /^(image|video)\//.test(type))
      return { ...common, result: 'there', text: `${type}; addresses like it: ${count}` };
    return {
      ...common,
      result: 'wrong',
      text: `answers ${status}${type && ` ${type}`}, not a picture`,
      mend: 'make the host serve its media without a token and with the right type (in Laravel: php artisan storage:link)',
    };
  } catch (error) {
    return { ...common, result: 'untried', text: (error as Error).message };
  }
}
