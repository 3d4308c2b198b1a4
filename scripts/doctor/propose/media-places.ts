import type { FieldPlace } from '../../../server/bff/hosts/host-file/call.ts';
import type { EntityName } from '../../../server/bff/hosts/host-file/entities.ts';
import { isObject } from '../finding.ts';
import type { FoundFields } from './fields.ts';
import type { Json } from './json-places.ts';
import { isPicture } from './looks.ts';
import type { Prober } from './prober.ts';
import { lastOf, pluralOf, singularOf } from './words.ts';

/** Where a host's media stand, as far as answers tell. */
export interface MediaPlaces {
  paths: string[];
  /** By alias. */
  origins: Record<string, string | { url: string; allow_private: true }>;
  evidence: { at: string; value: unknown; because: string }[];
  /** What nobody could find, in words. */
  missing: string[];
}

/** Fields that hold media, of which answers have some values. */
export interface MediaField {
  entity: EntityName;
  field: string;
  /** The path of the list that it is in. */
  list: string;
  samples: readonly string[];
}

const usualFolders = [
  'media',
  'uploads',
  'storage',
  'images',
  'files',
  'static',
  'assets',
  'img',
  'public',
  'content',
];
/** How many places are looked at for a bare name, in all. */
const mostLooks = 24;

export function mediaFieldsOf(
  entity: EntityName,
  list: string,
  found: FoundFields,
  rows: readonly Json[],
  read: (row: Json, place: string) => unknown,
): MediaField[] {
  return [...found]
    .filter(([name]) => ['blog_image', 'image', 'share_image'].includes(name))
    .map(([field, { place }]) => ({
      entity,
      field,
      list,
      samples: rows
        .map((row) => read(row, place))
        .flatMap((value) => [value].flat())
        .filter((each): each is string => isPicture(each)),
    }));
}

/** Addresses of pictures inside of texts. */
export function picturesInText(value: unknown): string[] {
  if (typeof value === 'string')
    return [
      ...value.matchAll(/<(?:img|video|source)\b[^>]*?\s(?:src|poster)=["']?([^"'\s>]+)/gi),
      ...value.matchAll(/!\[[^\]]{0,500}\]\(([^()\s]+)/g),
    ].map((found) => found[1] ?? '');
  if (Array.isArray(value)) return value.flatMap(picturesInText);
  return isObject(value) ? Object.values(value).flatMap(picturesInText) : [];
}

/** Sorts addresses by where they lead, and looks for where bare names do. Bases of fields are put into `bases`. */
export async function findMediaPlaces(
  prober: Prober,
  options: {
    root: string;
    fields: readonly MediaField[];
    inTexts: readonly string[];
    named: readonly string[];
  },
): Promise<MediaPlaces & { bases: Map<string, string> }> {
  const host = new URL(prober.origin);
  const places: MediaPlaces = { paths: [], origins: {}, evidence: [], missing: [] };
  const bases = new Map<string, string>();
  const addPath = (path: string, because: string) => {
    const prefix = prefixOf(path, options.root);
    if (!prefix || places.paths.includes(prefix)) return;
    places.paths.push(prefix);
    places.evidence.push({ at: 'media.paths', value: prefix, because });
  };
  for (const origin of options.named)
    addOrigin(places, new URL(origin).origin, 'named by --media-origin', true);

  const folders = new Set<string>();
  const whole = [...options.fields.flatMap(({ samples }) => samples), ...options.inTexts];
  for (const address of new Set(whole)) {
    if (!/^(https?:)?\/\//i.test(address)) {
      if (!address.startsWith('/')) continue;
      addPath(address, `${address} stands in an answer`);
      folders.add(address.slice(0, address.lastIndexOf('/') + 1));
      continue;
    }
    if (!URL.canParse(address, prober.origin)) continue;
    const url = new URL(address, prober.origin);
    if (url.host === host.host) addPath(url.pathname, `${address} stands in an answer`);
    else if (url.protocol === 'https:' || options.named.includes(url.origin))
      addOrigin(places, url.origin, `${address} stands in an answer`, false);
    else
      places.missing.push(
        `${url.origin} has pictures, but without https: ask for https there, or name it with --media-origin ${url.origin}`,
      );
  }
  places.missing = [...new Set(places.missing)];

  let looks = 0;
  /** What lay between the origin and the name the last time. */
  let pattern: string | undefined;
  for (const field of options.fields) {
    const bare = field.samples.find((sample) => !/^((https?:)?\/\/|\/|data:)/i.test(sample));
    if (bare === undefined) continue;
    const key = `${field.entity}.${field.field}`;
    let isFound = false;
    for (const { base, likes } of basesFor(field, bare, { ...options, folders }, places, pattern)) {
      if (looks >= mostLooks) break;
      looks += 1;
      const seen = await prober.look(
        `${base.startsWith('/') ? prober.origin : ''}${base}${bare.split('/').map(encodeURIComponent).join('/')}`,
      );
      if (seen.status !== 200 || !/^(image|video)\//.test(seen.type)) continue;
      bases.set(key, base);
      pattern = likes;
      isFound = true;
      if (base.startsWith('/')) addPath(`${base}x`, `${seen.call} answered ${seen.type}`);
      places.evidence.push({
        at: `fields.${key}.base`,
        value: base,
        because: `${seen.call} answered ${seen.type}`,
      });
      break;
    }
    if (!isFound)
      places.missing.push(
        `fields.${key}: ${bare} is a bare file name, and it was found under no usual path: ask below which address these files are, and write it as "base"`,
      );
  }
  return { ...places, bases };
}

/** Likely addresses before a bare name, those like the last that was right first. `{of}` is the kind of thing in the path. */
function* basesFor(
  { list, field }: MediaField,
  bare: string,
  { root, named, folders }: { root: string; named: readonly string[]; folders: ReadonlySet<string> },
  { paths }: MediaPlaces,
  pattern: string | undefined,
): Generator<{ base: string; likes: string }> {
  const name = lastOf(list);
  const kinds = bare.includes('/') ? [''] : [`${name}/`, `${singularOf(name)}/`, '', `${pluralOf(field)}/`];
  const tops = root
    .split('/')
    .filter((piece) => piece && !/^(api|v\d+|index\.php|rest|public)$/i.test(piece));
  const before = tops.length > 0 ? [`/${tops[0]}`, ''] : [''];
  const bodies = [
    ...(pattern !== undefined ? [pattern] : []),
    // Pictures of texts have whole addresses, and others often stand beside them.
    ...[...folders].slice(0, 3),
    ...paths.map((path) => `${path}/{of}`),
    ...usualFolders.slice(0, 4).flatMap((folder) => before.slice(0, 1).map((top) => `${top}/${folder}/{of}`)),
    ...named.map((origin) => `${origin}/{of}`),
    ...usualFolders.slice(4).map((folder) => `${before[0]}/${folder}/{of}`),
    ...(before.length > 1 ? usualFolders.slice(0, 4).map((folder) => `/${folder}/{of}`) : []),
  ];
  const seen = new Set<string>();
  // The kind of thing comes first, over all places: it is in most paths.
  for (const kind of kinds) {
    for (const body of bodies) {
      const base = body.replace('{of}', kind);
      if (seen.has(base)) continue;
      seen.add(base);
      yield { base, likes: body };
    }
  }
}

function addOrigin(
  { origins, evidence }: MediaPlaces,
  origin: string,
  because: string,
  isNamed: boolean,
): void {
  const known = Object.values(origins).map((each) => (typeof each === 'string' ? each : each.url));
  if (known.includes(origin)) return;
  const first = new URL(origin).hostname.split('.')[0]?.toLowerCase() ?? '';
  const plainName = /^[a-z][a-z0-9-]{0,31}$/.test(first) && first !== 'localhost' ? first : 'cdn';
  let alias = plainName;
  for (let number = 2; Object.hasOwn(origins, alias); number += 1) alias = `${plainName}${number}`;
  origins[alias] = isNamed && isInside(origin) ? { url: origin, allow_private: true } : origin;
  evidence.push({ at: `media.origins.${alias}`, value: origin, because });
}

/** Addresses of one's own network, by how they are written. */
function isInside(origin: string): boolean {
  const { hostname } = new URL(origin);
  return (
    /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)|\.(local|internal|lan|test)$/i.test(
      hostname,
    ) || !hostname.includes('.')
  );
}

/** The path before the files that is no part of the API's own. */
function prefixOf(path: string, root: string): string | undefined {
  const pieces = path.split('/').filter(Boolean).slice(0, -1);
  for (let count = 1; count <= pieces.length; count += 1) {
    const prefix = `/${pieces.slice(0, count).join('/')}`;
    if (!`${root}/`.startsWith(`${prefix}/`)) return /^\/[\w\-./]*[\w-]$/.test(prefix) ? prefix : undefined;
  }
  return undefined;
}

/** A field with the base that was found for it. */
export function withBase(says: FieldPlace, base: string | undefined): FieldPlace {
  if (base === undefined) return says;
  return typeof says === 'string' ? { at: says, base } : { ...says, base };
}
