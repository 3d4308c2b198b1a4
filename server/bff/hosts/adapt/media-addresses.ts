import type { HostFile } from '../host-file/schema.ts';

/** Addresses of media on other origins, and how visitors see them. */
export interface MediaAddresses {
  /** The value of a field that holds an address of media, as a path of ours where that is known. */
  read(value: unknown, base?: string): unknown;
  /** A text with addresses of ours in place of foreign ones, and back. */
  readHtml(html: string): string;
  writeHtml(html: string): string;
}

/** The prefix under which visitors see media of other origins: /media/<name>/… */
const ours = '/media';

const attributes = String.raw`\b(?:src|poster|href|data-src)\s*=\s*["']?`;

export function createMediaAddresses({ media }: Pick<HostFile, 'media'>): MediaAddresses {
  const origins = Object.entries(media.origins).map(([name, { url }]) => {
    return {
      path: `${ours}/${name}/`,
      rest: `//${url.host}${url.pathname.replace(/\/*$/, '/')}`,
      scheme: url.protocol,
    };
  });
  // Of two of one host the more exact one counts.
  origins.sort((one, other) => other.rest.length - one.rest.length);
  const byRest = new Map(origins.map((origin) => [origin.rest, origin]));
  const alternatives = (texts: readonly string[]) =>
    texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const foreign =
    origins.length > 0 &&
    new RegExp(`(${attributes})(?:https?:)?(${alternatives([...byRest.keys()])})`, 'gi');
  const own =
    origins.length > 0 &&
    new RegExp(`(${attributes})(${alternatives(origins.map(({ path }) => path))})`, 'gi');

  const readAddress = (address: string) => {
    const rest = address.replace(/^https?:/i, '');
    const origin = origins.find((each) => rest.toLowerCase().startsWith(each.rest.toLowerCase()));
    return origin ? `${origin.path}${rest.slice(origin.rest.length)}` : address;
  };

  return {
    read(value, base) {
      if (typeof value !== 'string' || value === '') return value === '' ? null : value;
      const isWhole = /^(https?:)?\/\//i.test(value) || value.startsWith('data:') || value.startsWith('/');
      if (isWhole || base === undefined) return readAddress(value);
      // A bare name may have spaces and other letters; a slash in it is one.
      return readAddress(`${base}${value.split('/').map(encodeURIComponent).join('/')}`);
    },
    readHtml: (html) =>
      foreign
        ? html.replace(
            foreign,
            (all, attribute: string, rest: string) => `${attribute}${originOf(rest)?.path ?? all}`,
          )
        : html,
    writeHtml: (html) =>
      own
        ? html.replace(own, (_all, attribute: string, path: string) => {
            const origin = origins.find((each) => each.path === path.toLowerCase());
            return `${attribute}${origin ? `${origin.scheme}${origin.rest}` : path}`;
          })
        : html,
  };

  function originOf(rest: string) {
    return byRest.get(rest) ?? origins.find((each) => each.rest.toLowerCase() === rest.toLowerCase());
  }
}
