import type { HostFile } from '../host-file/schema.ts';

export type MediaAddresses = ReturnType<typeof createMediaAddresses>;

/** The prefix under which visitors see media of other origins: /media/<name>/… */
const ours = '/media';

const linked = /(\b(?:src|poster|href|data-src)\s*=\s*["']?)([^"'\s<>]+)/gi;

/** Maps the URLs of media on other origins to the paths under which visitors see them. */
export function createMediaAddresses({ media }: Pick<HostFile, 'media'>) {
  const origins = Object.entries(media.origins).map(([name, { url }]) => {
    return {
      path: `${ours}/${name}/`,
      rest: `//${url.host}${url.pathname.replace(/\/*$/, '/')}`,
      scheme: url.protocol,
    };
  });
  // Longest first: if two configured origins have the same hostname, the origin with the longer path is matched
  // first.
  origins.sort((one, other) => other.rest.length - one.rest.length);
  /** Changes the addresses in the attributes of a text. */
  const inHtml = (html: string, change: (address: string) => string) =>
    html.replace(linked, (_all, attribute: string, address: string) => attribute + change(address));

  const readAddress = (address: string) => {
    const rest = address.replace(/^https?:/i, '');
    const origin = origins.find((each) => rest.toLowerCase().startsWith(each.rest.toLowerCase()));
    return origin ? `${origin.path}${rest.slice(origin.rest.length)}` : address;
  };
  const writeAddress = (address: string) => {
    const origin = origins.find(({ path }) => address.startsWith(path));
    return origin ? `${origin.scheme}${origin.rest}${address.slice(origin.path.length)}` : address;
  };

  return {
    /**
     * Returns the path on this site for the value of a media field, or the value unchanged if no path is known. `base`
     * is the prefix for a value that is only a file name.
     */
    read(value: unknown, base?: string): unknown {
      if (typeof value !== 'string' || value === '') return value === '' ? null : value;
      const isWhole = /^(https?:)?\/\//i.test(value) || value.startsWith('data:') || value.startsWith('/');
      if (isWhole || base === undefined) return readAddress(value);
      // A file name without a path may contain spaces and non-ASCII letters, which are encoded here. A slash
      // separates folders.
      return readAddress(`${base}${value.split('/').map(encodeURIComponent).join('/')}`);
    },
    /** Replaces the URLs of media on other origins in a text by paths of this site. `writeHtml` does the reverse. */
    readHtml: (html: string) => inHtml(html, readAddress),
    writeHtml: (html: string) => inHtml(html, writeAddress),
  };
}
