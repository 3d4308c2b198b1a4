import { isPrivateLiteral } from '../../../server/http/public-address.ts';
import { mediaAddresses } from '../media.ts';
import type { Draft } from './draft.ts';
import { at, isPicture } from './json.ts';
import type { FoundFields } from './matching.ts';
import type { Surveyed } from './survey.ts';

const isWhole = (address: string) => /^((https?:)?\/\/|\/|data:)/i.test(address);

/**
 * Proposes origins and paths of pictures from the URLs of the pictures. Bare file names are relative to the folder of
 * --media-origin. Fetches nothing.
 */
export function addMedia({ prober, root, lists }: Surveyed, told: readonly string[], draft: Draft): void {
  const own = new URL(prober.origin);
  const paths: string[] = [];
  const aliases = new Map<string, string>();

  function add({ origin, hostname, pathname, protocol }: URL, because: string, isTold: boolean): void {
    if (origin === own.origin) {
      // The outermost folder of the file that is not part of the API's own path.
      const folders = pathname.split('/').slice(1, -1);
      const path = folders
        .map((_folder, index) => `/${folders.slice(0, index + 1).join('/')}`)
        .find((each) => !`${root}/`.startsWith(`${each}/`) && /^\/[\w\-./]*[\w-]$/.test(each));
      if (!path || paths.includes(path)) return;
      paths.push(path);
      draft.put('media.paths', paths, because);
    } else if (protocol !== 'https:' && !isTold)
      draft.ask(`${origin} has pictures without https: ask for https, or name it with --media-origin`);
    else if (!aliases.has(origin)) {
      const first = /^[a-z][a-z0-9-]{0,29}(?=\.)/.exec(hostname)?.[0] ?? 'cdn';
      const alias = [...aliases.values()].includes(first) ? `${first}${aliases.size + 1}` : first;
      aliases.set(origin, alias);
      // A host in a private network, if its name or its IP address shows that.
      const isInside = isPrivateLiteral(hostname) || /\.(local|internal|lan|test)$|^[^.]+$/i.test(hostname);
      const says = isTold && isInside ? { url: origin, allow_private: true } : origin;
      draft.put(`media.origins.${alias}`, says, because);
    }
  }

  const folders = told.map((each) => new URL(`${each}/`));
  for (const each of folders) add(each, 'named by --media-origin', true);
  const base = folders.find(({ pathname }) => pathname !== '/')?.href.replace(own.origin, '');
  const matched = Object.values(lists).flatMap(({ found, inside }) => (inside ? [found, inside] : [found]));
  for (const one of matched) addBareNames(one, base, draft);
  for (const address of new Set(matched.flatMap(addressesOf)))
    if (isWhole(address) && URL.canParse(address, own.href) && !address.startsWith('data:'))
      add(new URL(address, own), `${address} is in an answer`, false);
}

/** Proposes the folder to which a record's bare file names are relative, or asks for it. */
function addBareNames(found: FoundFields, base: string | undefined, draft: Draft): void {
  for (const [name, { says, because }] of found.fields) {
    const bare = picturesAt(found, name).find((sample) => !isWhole(sample));
    const key = `fields.${found.entity}.${name}`;
    if (bare && base)
      draft.put(key, { ...(typeof says === 'string' ? { at: says } : says), base }, because, false);
    else if (bare)
      draft.ask(`${key}: ${bare} is a bare file name: ask for the folder, and name it with --media-origin`);
  }
}

/** Returns the URLs of pictures in picture fields and in rich text. */
function addressesOf(found: FoundFields): string[] {
  const text = found.fields.get('description')?.place;
  const inText = text === undefined ? [] : mediaAddresses(found.rows.map((row) => at(row, text)));
  return [...[...found.fields.keys()].flatMap((name) => picturesAt(found, name)), ...inText];
}

function picturesAt({ rows, fields }: FoundFields, name: string): string[] {
  const { place = '' } = fields.get(name) ?? {};
  return /image$/.test(name) ? rows.map((row) => at(row, place)).filter(isPicture) : [];
}
