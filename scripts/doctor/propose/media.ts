import { isPrivateLiteral } from '../../../server/http/public-address.ts';
import type { Draft } from './draft.ts';
import { at, isPicture } from './json.ts';
import type { Surveyed } from './survey.ts';

/** How many addresses are tried for bare file names, in all. */
const mostLooks = 6;

const isWhole = (address: string) => /^((https?:)?\/\/|\/|data:)/i.test(address);

function picturesInTexts(value: unknown): string[] {
  const tag =
    /<(?:img|video|source)\b[^>]*?\s(?:src|poster)=["']?([^"'\s>]+)|!\[[^\]]{0,500}\]\(([^()\s]+)/gi;
  if (typeof value === 'string') return [...value.matchAll(tag)].map((found) => found[1] ?? found[2] ?? '');
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(picturesInTexts) : [];
}

/** Writes down where pictures lie, by their addresses; bare file names are looked for where others are, and where it was told. */
export async function addMedia(
  { prober, root, lists }: Surveyed,
  named: readonly string[],
  { put, ask }: Draft,
): Promise<void> {
  const own = new URL(prober.origin);
  const paths: string[] = [];
  const aliases = new Map<string, string>();
  const folders = new Set<string>();

  const addPath = (pathname: string, because: string) => {
    const pieces = pathname.split('/').slice(1, -1);
    const prefixes = pieces.map((_piece, index) => `/${pieces.slice(0, index + 1).join('/')}`);
    // What is no part of the API's own path.
    const isOwn = (each: string) => !`${root}/`.startsWith(`${each}/`) && /^\/[\w\-./]*[\w-]$/.test(each);
    const prefix = prefixes.find(isOwn);
    if (!prefix || paths.includes(prefix)) return;
    paths.push(prefix);
    put('media.paths', paths, because);
  };
  const addOrigin = ({ origin, hostname }: URL, because: string, isNamed: boolean) => {
    if (aliases.has(origin)) return;
    const first = hostname.split('.')[0]?.toLowerCase() ?? '';
    const name = /^[a-z][a-z0-9-]{0,29}$/.test(first) && first !== 'localhost' ? first : 'cdn';
    const alias = [...aliases.values()].includes(name) ? `${name}${aliases.size + 1}` : name;
    aliases.set(origin, alias);
    // An address of one's own network, by how it is written.
    const isInside = isPrivateLiteral(hostname) || /\.(local|internal|lan|test)$|^[^.]+$/i.test(hostname);
    put(
      `media.origins.${alias}`,
      isNamed && isInside ? { url: origin, allow_private: true } : origin,
      because,
    );
  };

  for (const each of named.map((address) => new URL(address)))
    if (each.origin !== own.origin) addOrigin(each, 'named by --media-origin', true);
  const matched = Object.values(lists).flatMap(({ found, inside }) => (inside ? [found, inside] : [found]));
  const fields = matched.flatMap(({ entity, rows, fields: all }) =>
    ['blog_image', 'image', 'share_image'].flatMap((name) => {
      const field = all.get(name);
      const samples = field ? rows.map((row) => at(row, field.place)).filter(isPicture) : [];
      return field && samples.length > 0 ? [{ key: `fields.${entity}.${name}`, ...field, samples }] : [];
    }),
  );
  const inTexts = matched.flatMap(({ rows }) => picturesInTexts(rows));
  for (const address of new Set([...fields.flatMap(({ samples }) => samples), ...inTexts])) {
    if (!isWhole(address) || !URL.canParse(address, own)) continue;
    const url = new URL(address, own);
    const because = `${address} stands in an answer`;
    if (url.host === own.host) {
      addPath(url.pathname, because);
      folders.add(url.pathname.replace(/[^/]*$/, ''));
    } else if (url.protocol === 'https:') addOrigin(url, because, false);
    else if (url.protocol === 'http:' && !aliases.has(url.origin))
      ask(
        `${url.origin} has pictures, but without https: ask for https there, or name it with --media-origin ${url.origin}`,
      );
  }
  const bases: string[] = [];
  const told = named.map((each) => `${each.replace(own.origin, '')}/`);
  let looks = 0;
  for (const { key, says, samples, because } of fields) {
    const bare = samples.find((sample) => !isWhole(sample));
    if (!bare) continue;
    const name = bare.split('/').map(encodeURIComponent).join('/');
    let found: string | undefined;
    for (const base of new Set([...bases, ...told, ...folders])) {
      if (looks >= mostLooks || found) break;
      looks += 1;
      const seen = await prober.look(base + name);
      if (seen.status !== 200 || !/^(image|video)\//.test(seen.type)) continue;
      found = base;
      if (base.startsWith('/')) addPath(`${base}x`, `${seen.call} answered ${seen.type}`);
    }
    if (found) {
      bases.unshift(found);
      put(key, { ...(typeof says === 'string' ? { at: says } : says), base: found }, because);
    } else if (!prober.spent.why)
      ask(
        `${key}: ${bare} is a bare file name, and was not found beside other pictures: ask below which address these files are, and tell it with --media-origin`,
      );
  }
}
