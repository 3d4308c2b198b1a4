import { isPrivateLiteral } from '../../../server/http/public-address.ts';
import { mediaAddresses } from '../media.ts';
import type { Draft } from './draft.ts';
import type { FoundFields } from './fields.ts';
import { at, isPicture, type Json } from './json.ts';
import type { Surveyed } from './survey.ts';

const isWhole = (address: string) => /^((https?:)?\/\/|\/|data:)/i.test(address);

/** Proposed origins and paths of pictures. */
interface Found {
  own: URL;
  root: string;
  paths: string[];
  /** Aliases of other origins, by origin. */
  origins: Map<string, string>;
  draft: Draft;
}

/**
 * Proposes origins and paths of pictures from the URLs of the pictures. Bare file names are relative to the folder of
 * --media-origin. Fetches nothing.
 */
export function addMedia({ prober, root, lists }: Surveyed, told: readonly string[], draft: Draft): void {
  const found: Found = { own: new URL(prober.origin), root, paths: [], origins: new Map(), draft };
  const folders = told.map((each) => `${each}/`);
  for (const each of folders) addAddress(found, new URL(each), 'named by --media-origin', true);
  const folder = folders.find((each) => new URL(each).pathname !== '/');
  const base = folder?.replace(found.own.origin, '');
  const matched = Object.values(lists).flatMap(({ found, inside }) => (inside ? [found, inside] : [found]));
  for (const one of matched) addBareNames(one, base, draft);
  const addresses = matched.flatMap(addressesOf);
  for (const address of new Set(addresses))
    if (isWhole(address) && URL.canParse(address, found.own.href) && !address.startsWith('data:'))
      addAddress(found, new URL(address, found.own), `${address} is in an answer`, false);
}

function addAddress(found: Found, url: URL, because: string, isTold: boolean): void {
  if (url.origin === found.own.origin) addPath(found, url, because);
  else if (!found.origins.has(url.origin)) addOrigin(found, url, because, isTold);
}

/**
 * Proposes a path of media from the URL of a file: the outermost folder of the file that is not part of the API's own
 * path.
 */
function addPath({ root, paths, draft }: Found, { pathname }: URL, because: string): void {
  const pieces = pathname.split('/').slice(1, -1);
  const folders = pieces.map((_piece, index) => `/${pieces.slice(0, index + 1).join('/')}`);
  const path = folders.find((each) => !`${root}/`.startsWith(`${each}/`) && /^\/[\w\-./]*[\w-]$/.test(each));
  if (!path || paths.includes(path)) return;
  paths.push(path);
  draft.put('media.paths', paths, because);
}

function addOrigin(
  { origins, draft }: Found,
  { origin, hostname, protocol }: URL,
  because: string,
  isTold: boolean,
): void {
  if (protocol !== 'https:' && !isTold) {
    draft.ask(`${origin} has pictures without https: ask for https, or name it with --media-origin`);
    return;
  }
  const first = /^[a-z][a-z0-9-]{0,29}(?=\.)/.exec(hostname)?.[0] ?? 'cdn';
  const alias = [...origins.values()].includes(first) ? `${first}${origins.size + 1}` : first;
  origins.set(origin, alias);
  // True for a host in a private network, if its name or its IP address shows that.
  const isInside = isPrivateLiteral(hostname) || /\.(local|internal|lan|test)$|^[^.]+$/i.test(hostname);
  const says = isTold && isInside ? { url: origin, allow_private: true } : origin;
  draft.put(`media.origins.${alias}`, says, because);
}

/** Proposes the folder to which a record's bare file names are relative, or asks for it. */
function addBareNames({ entity, rows, fields }: FoundFields, base: string | undefined, draft: Draft): void {
  for (const [name, { place, says, because }] of fields) {
    const bare = picturesAt(name, place, rows).find((sample) => !isWhole(sample));
    if (!bare) continue;
    const key = `fields.${entity}.${name}`;
    if (base) draft.put(key, { ...(typeof says === 'string' ? { at: says } : says), base }, because, false);
    else
      draft.ask(`${key}: ${bare} is a bare file name: ask for the folder, and name it with --media-origin`);
  }
}

/** Returns the URLs of pictures in picture fields and in rich text. */
function addressesOf({ rows, fields }: FoundFields): string[] {
  return [...fields].flatMap(([name, { place }]) => [
    ...picturesAt(name, place, rows),
    ...(name === 'description' ? mediaAddresses(rows.map((row) => at(row, place))) : []),
  ]);
}

function picturesAt(name: string, place: string, rows: readonly Json[]): string[] {
  return /image$/.test(name) ? rows.map((row) => at(row, place)).filter(isPicture) : [];
}
