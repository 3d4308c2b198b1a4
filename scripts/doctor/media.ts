import { isMediaPath, rewriteMediaAddress } from '../../server/bff/upstream/addresses.ts';
import type { Finding } from './finding.ts';
import type { Host } from './host.ts';

/** Names of fields that hold an address of media, or objects and lists with one. */
const mediaFields = /image|photo|picture|video|logo|avatar/i;

/** All addresses of media in an answer: of its media fields, and of images in its rich text. */
export function mediaAddresses(answer: unknown): string[] {
  const found: string[] = [];
  const visit = (value: unknown, isMedia: boolean) => {
    if (typeof value === 'string') {
      if (isMedia && value !== '') found.push(value);
      for (const [, address] of value.matchAll(/<img\b[^>]*?\ssrc=["']?([^"'\s>]+)/gi)) {
        if (address) found.push(address);
      }
    } else if (Array.isArray(value)) {
      for (const item of value) visit(item, isMedia);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) {
        // In an object that is itself a picture only its addresses count, not its id or its name.
        visit(item, mediaFields.test(name) || (isMedia && /^(url|src|path|file)$/i.test(name)));
      }
    }
  };
  visit(answer, false);
  return found.filter((address) => !address.startsWith('data:'));
}

/** Where an address leads: to us, to another place on the host, or to another host. */
interface Place {
  /** The first segment of its path (`/storage`), after the origin where that is another one. */
  prefix: string;
  foreign: boolean;
}

function placeOf(address: string, host: string, mediaPaths: readonly string[]): Place | undefined {
  const own = rewriteMediaAddress(address, { hosts: [host], mediaPaths });
  if (isMediaPath(own, mediaPaths)) return undefined;
  if (!URL.canParse(address, `http://${host}/`)) return undefined;
  const url = new URL(address, `http://${host}/`);
  const segment = `/${url.pathname.split('/').find(Boolean) ?? ''}`;
  return url.host === host ? { prefix: segment, foreign: false } : { prefix: url.origin, foreign: true };
}

/** What of the media in these addresses a visitor would not see, and what mends it. */
export async function checkMedia(
  host: Host,
  addresses: readonly string[],
  { paths: mediaPaths, aliases = [] }: { paths: readonly string[]; aliases?: readonly string[] },
): Promise<Finding[]> {
  const name = new URL(host.origin).host;
  const unseen = new Map<string, { place: Place; addresses: string[] }>();
  const seen: string[] = [];
  const isForeign = (address: string) => aliases.some((alias) => address.startsWith(`/media/${alias}/`));
  for (const address of new Set(addresses)) {
    if (isForeign(address)) continue;
    const place = placeOf(address, name, mediaPaths);
    if (!place) seen.push(address);
    else {
      const group = unseen.get(place.prefix) ?? { place, addresses: [] };
      group.addresses.push(address);
      unseen.set(place.prefix, group);
    }
  }
  const findings = [...unseen.values()].map(({ place, addresses: group }): Finding => {
    const count = `${group.length} address${group.length === 1 ? '' : 'es'}, such as ${group[0]?.slice(0, 120)}`;
    return {
      group: 'media',
      result: 'wrong',
      subject: place.foreign ? place.prefix : `${place.prefix}/`,
      text: `would not show: ${place.foreign ? 'another host' : 'not under UPSTREAM_MEDIA_PATHS'}. ${count}`,
      mend: place.foreign
        ? `make the host send addresses of its own (${host.origin}${mediaPaths[0] ?? ''}/…): pages load from our origin only. ` +
          'In Laravel that is APP_URL or ASSET_URL'
        : `UPSTREAM_MEDIA_PATHS=${[...mediaPaths, place.prefix].join(',')}`,
    };
  });
  const [example] = seen;
  const foreign = [...new Set(addresses)].filter(isForeign);
  if (foreign.length > 0)
    findings.push({
      group: 'media',
      result: 'untried',
      subject: `/media/${foreign[0]?.split('/')[2]}/`,
      text: `${foreign.length} address${foreign.length === 1 ? '' : 'es'} of media.origins, which the site fetches itself`,
    });
  if (example === undefined) {
    if (findings.length > 0) return findings;
    return [{ group: 'media', result: 'untried', subject: 'images', text: 'no answer had any' }];
  }
  return [
    ...findings,
    await checkOne(host, rewriteMediaAddress(example, { hosts: [name], mediaPaths }), seen.length),
  ];
}

async function checkOne(host: Host, path: string, count: number): Promise<Finding> {
  const common = { group: 'media', subject: path.slice(0, 120) } as const;
  try {
    const { status, type } = await host.ask('HEAD', path);
    if (status === 200 && /^(image|video)\//.test(type)) {
      return {
        ...common,
        result: 'there',
        text: `${type}; ${count} address${count === 1 ? '' : 'es'} like it`,
      };
    }
    return {
      ...common,
      result: 'wrong',
      text: `answers ${status}${type && ` ${type}`}, not a picture`,
      mend: 'make the host serve its media without a token and with the right type (in Laravel: php artisan storage:link)',
    };
  } catch (error) {
    return { ...common, result: 'untried', text: error instanceof Error ? error.message : String(error) };
  }
}
