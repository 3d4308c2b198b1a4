import { isPrivateLiteral } from '../../../server/http/public-address.ts';
import { at, isPicture } from './json.ts';
import { kinds } from './known-hosts.ts';
import type { Listed, Surveyed } from './survey.ts';

/** How many addresses are tried for bare file names, in all. */
const mostLooks = 6;

const isWhole = (address: string) => /^((https?:)?\/\/|\/|data:)/i.test(address);

/** Pictures of the fields of a list, by `entity.field`. */
function picturesOf({ rows, fields, inside, kind }: Listed): [string, string[]][] {
  const read = (name: string, all: readonly unknown[], found: Listed['fields']) =>
    all.flatMap((row) => at(row, found.get(name)?.place ?? '-')).filter(isPicture);
  const own = ['blog_image', 'image', 'share_image'].map((name): [string, string[]] => [
    `${kinds[kind].entity}.${name}`,
    read(name, rows, fields),
  ]);
  if (inside) own.push([`${inside.entity}.image`, read('image', inside.rows, inside.fields)]);
  else if (kind === 'projects') own.push(['project_image.image', read('images', rows, fields)]);
  return own.filter(([, samples]) => samples.length > 0);
}

function picturesInTexts(value: unknown): string[] {
  const tag =
    /<(?:img|video|source)\b[^>]*?\s(?:src|poster)=["']?([^"'\s>]+)|!\[[^\]]{0,500}\]\(([^()\s]+)/gi;
  if (typeof value === 'string') return [...value.matchAll(tag)].map((found) => found[1] ?? found[2] ?? '');
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(picturesInTexts) : [];
}

/** Sorts the addresses of pictures by where they lead, and looks for bare file names beside those that are known. */
export async function findMedia({ prober, root, lists }: Surveyed, named: readonly string[]) {
  const paths: string[] = [];
  const origins = new Map<string, string>();
  const evidence: { at: string; value: unknown; because: string }[] = [];
  const bases = new Map<string, string>();
  const missing = new Set<string>();

  const addPath = (path: string, because: string) => {
    const pieces = path.split('/').slice(1, -1);
    const prefixes = pieces.map((_piece, index) => `/${pieces.slice(0, index + 1).join('/')}`);
    // What is no part of the API's own path.
    const isOwn = (each: string) => !`${root}/`.startsWith(`${each}/`) && /^\/[\w\-./]*[\w-]$/.test(each);
    const prefix = prefixes.find(isOwn);
    if (!prefix || paths.includes(prefix)) return;
    paths.push(prefix);
    evidence.push({ at: 'media.paths', value: [...paths], because });
  };
  const addOrigin = (origin: string, because: string) => {
    if (origins.has(origin)) return;
    const { hostname } = new URL(origin);
    const first = hostname.split('.')[0]?.toLowerCase() ?? '';
    const name = /^[a-z][a-z0-9-]{0,29}$/.test(first) && first !== 'localhost' ? first : 'cdn';
    const alias = [...origins.values()].includes(name) ? `${name}${origins.size + 1}` : name;
    origins.set(origin, alias);
    // An address of one's own network, by how it is written.
    const isInside = isPrivateLiteral(hostname) || /\.(local|internal|lan|test)$|^[^.]+$/i.test(hostname);
    const value = namedOrigins.includes(origin) && isInside ? { url: origin, allow_private: true } : origin;
    evidence.push({ at: `media.origins.${alias}`, value, because });
  };

  const own = new URL(prober.origin).origin;
  const namedOrigins = named.map((each) => new URL(each).origin);
  for (const origin of namedOrigins) if (origin !== own) addOrigin(origin, 'named by --media-origin');
  const fields = new Map(Object.values(lists).flatMap(picturesOf));
  const folders = new Set<string>();
  const inTexts = Object.values(lists).flatMap(({ rows }) => picturesInTexts(rows));
  for (const address of new Set([...[...fields.values()].flat(), ...inTexts])) {
    if (!isWhole(address) || !URL.canParse(address, prober.origin)) continue;
    const { origin, host, pathname, protocol } = new URL(address, prober.origin);
    const because = `${address} stands in an answer`;
    if (host === new URL(prober.origin).host) {
      addPath(pathname, because);
      folders.add(pathname.replace(/[^/]*$/, ''));
    } else if (protocol === 'https:' || namedOrigins.includes(origin)) addOrigin(origin, because);
    else if (protocol === 'http:')
      missing.add(
        `${origin} has pictures, but without https: ask for https there, or name it with --media-origin ${origin}`,
      );
  }
  let looks = 0;
  for (const [key, samples] of fields) {
    const bare = samples.find((sample) => !isWhole(sample));
    if (!bare) continue;
    const name = bare.split('/').map(encodeURIComponent).join('/');
    const told = named.map((each) => `${each.replace(own, '')}/`);
    for (const base of new Set([...bases.values(), ...told, ...folders, '/storage/', '/uploads/'])) {
      if (looks >= mostLooks || bases.has(key)) break;
      looks += 1;
      const seen = await prober.look(base + name);
      if (seen.status !== 200 || !/^(image|video)\//.test(seen.type)) continue;
      bases.set(key, base);
      if (base.startsWith('/')) addPath(`${base}x`, `${seen.call} answered ${seen.type}`);
    }
    if (!bases.has(key) && !prober.spent.why)
      missing.add(
        `fields.${key}: ${bare} is a bare file name, and was not found beside other pictures: ask below which address these files are, and tell it with --media-origin`,
      );
  }
  return { bases, evidence, missing };
}
