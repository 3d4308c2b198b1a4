import { isPrivateLiteral } from '../../../server/http/public-address.ts';
import { mediaAddresses } from '../media.ts';
import type { Draft } from './draft.ts';
import { at, isPicture } from './json.ts';
import type { Surveyed } from './survey.ts';

const isWhole = (address: string) => /^((https?:)?\/\/|\/|data:)/i.test(address);

/** Writes down where pictures lie, by their addresses. Bare file names count from the folder that was told; nothing is asked for. */
export function addMedia(
  { prober, root, lists }: Surveyed,
  told: readonly string[],
  { put, ask }: Draft,
): void {
  const own = new URL(prober.origin);
  const paths: string[] = [];
  const origins = new Map<string, string>();

  const addAddress = (url: URL, because: string, isTold: boolean) => {
    const { origin, hostname, pathname } = url;
    if (origin === own.origin) {
      // Of the folders around a file the first that is no part of the API's own path.
      const pieces = pathname.split('/').slice(1, -1);
      const folders = pieces.map((_piece, index) => `/${pieces.slice(0, index + 1).join('/')}`);
      const path = folders.find(
        (each) => !`${root}/`.startsWith(`${each}/`) && /^\/[\w\-./]*[\w-]$/.test(each),
      );
      if (path && !paths.includes(path)) put('media.paths', paths, because, paths.push(path) > 0);
    } else if (url.protocol !== 'https:' && !isTold) {
      if (!origins.has(origin))
        ask(`${origin} has pictures without https: ask for https there, or name it with --media-origin`);
    } else if (!origins.has(origin)) {
      const first = /^[a-z][a-z0-9-]{0,29}(?=\.)/.exec(hostname)?.[0] ?? 'cdn';
      const alias = [...origins.values()].includes(first) ? `${first}${origins.size + 1}` : first;
      origins.set(origin, alias);
      // An address of one's own network, by how it is written.
      const isInside = isPrivateLiteral(hostname) || /\.(local|internal|lan|test)$|^[^.]+$/i.test(hostname);
      put(
        `media.origins.${alias}`,
        isTold && isInside ? { url: origin, allow_private: true } : origin,
        because,
      );
    }
  };

  const folders = told.map((each) => `${each}/`);
  for (const each of folders) addAddress(new URL(each), 'named by --media-origin', true);
  const [folder] = folders.filter((each) => new URL(each).pathname !== '/');
  const matched = Object.values(lists).flatMap(({ found, inside }) => (inside ? [found, inside] : [found]));
  const addresses: string[] = [];
  for (const { entity, rows, fields } of matched)
    for (const [name, { place, says, because }] of fields) {
      const values = rows.map((row) => at(row, place));
      const samples = /image$/.test(name) ? values.filter(isPicture) : [];
      addresses.push(...samples, ...(name === 'description' ? mediaAddresses(values) : []));
      const bare = samples.find((sample) => !isWhole(sample));
      const key = `fields.${entity}.${name}`;
      const base = folder?.replace(own.origin, '');
      if (bare && base)
        put(key, { ...(typeof says === 'string' ? { at: says } : says), base }, because, false);
      else if (bare)
        ask(`${key}: ${bare} is a bare file name: ask below which address it is, and say --media-origin`);
    }
  for (const address of new Set(addresses))
    if (isWhole(address) && URL.canParse(address, own.href) && !address.startsWith('data:'))
      addAddress(new URL(address, own), `${address} stands in an answer`, false);
}
