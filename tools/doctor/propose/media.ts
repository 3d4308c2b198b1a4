import { isPrivateLiteral } from '../../../server/http/public-address.ts';
import type { Draft } from './draft.ts';
import { at, isPicture } from './json.ts';
import type { Surveyed } from './survey.ts';

/** How many addresses are tried for bare file names, in all. */
const mostLooks = 6;

const isWhole = (address: string) => /^((https?:)?\/\/|\/|data:)/i.test(address);
/** Pictures and videos in a text, be it HTML or Markdown, in JSON. */
const inText =
  /<(?:img|video|source)\b[^>]*?\s(?:src|poster)=[\\"']*([^\\"'\s>]+)|!\[[^\]]{0,500}\]\(([^()\s]+)/gi;

/** Writes down where pictures lie, by their addresses; bare file names are looked for where others are, and where it was told. */
export async function addMedia(
  { prober, root, lists }: Surveyed,
  named: readonly string[],
  { put, ask }: Draft,
): Promise<void> {
  const own = new URL(prober.origin);
  const paths: string[] = [];
  const origins = new Map<string, string>();

  /** Of the folders around a file the first that is no part of the API's own path. */
  const addPath = (pathname: string, because: string) => {
    const pieces = pathname.split('/').slice(1, -1);
    const folders = pieces.map((_piece, index) => `/${pieces.slice(0, index + 1).join('/')}`);
    const path = folders.find(
      (each) => !`${root}/`.startsWith(`${each}/`) && /^\/[\w\-./]*[\w-]$/.test(each),
    );
    if (path && !paths.includes(path)) put('media.paths', paths, because, paths.push(path) > 0);
  };
  const addOrigin = ({ origin, hostname }: URL, because: string, isNamed: boolean) => {
    if (origins.has(origin)) return;
    const first = /^[a-z][a-z0-9-]{0,29}(?=\.)/.exec(hostname)?.[0] ?? 'cdn';
    const alias = [...origins.values()].includes(first) ? `${first}${origins.size + 1}` : first;
    origins.set(origin, alias);
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
    [...all].flatMap(([name, { place, says, because }]) => {
      const samples = /image$/.test(name) ? rows.map((row) => at(row, place)).filter(isPicture) : [];
      return samples.length > 0 ? [{ key: `fields.${entity}.${name}`, says, because, samples }] : [];
    }),
  );
  const texts = [...JSON.stringify(matched.map(({ rows }) => rows)).matchAll(inText)];
  const addresses = [
    ...fields.flatMap(({ samples }) => samples),
    ...texts.map((each) => each[1] ?? each[2] ?? ''),
  ];
  const told = named.map((each) => `${each.replace(own.origin, '')}/`);
  const folders = told.filter((each) => each.startsWith('/'));
  for (const address of new Set(addresses)) {
    if (!isWhole(address) || !URL.canParse(address, own.href)) continue;
    const url = new URL(address, own);
    const because = `${address} stands in an answer`;
    if (url.host === own.host) {
      addPath(url.pathname, because);
      folders.push(url.pathname.replace(/[^/]*$/, ''));
    } else if (url.protocol === 'https:') addOrigin(url, because, false);
    else if (url.protocol === 'http:' && !origins.has(url.origin))
      ask(`${url.origin} has pictures without https: ask for https there, or name it with --media-origin`);
  }
  let looks = 0;
  for (const { key, says, samples, because } of fields) {
    const bare = samples.find((sample) => !isWhole(sample));
    if (!bare) continue;
    const name = bare.split('/').map(encodeURIComponent).join('/');
    let found: string | undefined;
    for (const base of new Set(folders)) {
      if (found || looks === mostLooks) break;
      looks += 1;
      const { status, type } = await prober.ask(base + name, {}, 'HEAD');
      if (status === 200 && /^(image|video)\//.test(type)) found = base;
    }
    if (found) folders.unshift(found);
    if (found) addPath(`${found}x`, `${bare} was found in ${found}`);
    // Another origin is asked for nothing.
    const base = found ?? told.find((each) => URL.canParse(each) && new URL(each).pathname !== '/');
    if (base)
      put(key, { ...(typeof says === 'string' ? { at: says } : says), base }, because, base === found);
    else if (!prober.spent.why)
      ask(`${key}: ${bare} is a bare file name: ask below which address it is, and say --media-origin`);
  }
}
