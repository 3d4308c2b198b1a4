import { createHash } from 'node:crypto';
import { MIB } from '#shared/limits.ts';
import { DiskCache } from '../disk-cache/disk-cache.ts';

interface Size {
  width: number;
  height: number;
}

/** Everything on which a drawing depends. If one of these changes, the drawing is made again. */
type Ingredients = readonly (string | Buffer)[];

/**
 * Icons and image sizes that were computed at earlier starts. Computing them needs a library that few processes use
 * otherwise, and costs 20 MiB and a tenth of a second. If `make` fails, its error is passed on and nothing is stored.
 */
export interface DrawingsCache {
  size(of: Ingredients, make: () => Promise<Size>): Promise<Size>;
  icons(
    of: Ingredients,
    make: () => Promise<ReadonlyMap<string, Buffer>>,
  ): Promise<ReadonlyMap<string, Buffer>>;
}

/** A cache that stores nothing, so that everything is computed each time. */
export const noDrawingsCache: DrawingsCache = { size: (_, make) => make(), icons: (_, make) => make() };

/** Maximum size in bytes; enough for the drawings of a few companies. */
const maxBytes = 16 * MIB;

/**
 * Opens a cache in `folder`. If the folder cannot be written or read, nothing is stored, but no method fails because
 * of that.
 */
export function openDrawingsCache(folder: string): DrawingsCache {
  const cache = new DiskCache<null>({ folder, maxBytes });

  async function keep<Value>(
    of: Ingredients,
    make: () => Promise<Value>,
    form: { write(value: Value): unknown; read(data: never): Value },
  ): Promise<Value> {
    const key = keyOf(of);
    const found = await cache.read(key);
    if (found) return form.read(JSON.parse(found.body.toString()) as never);
    const value = await make();
    const body = Buffer.from(JSON.stringify(form.write(value)));
    await cache.put(key, [body], () => null).catch(() => {});
    return value;
  }

  return {
    size: (of, make) =>
      keep(['size', ...of], make, {
        write: ({ width, height }) => ({ width, height }),
        read: (size: Size) => size,
      }),
    icons: (of, make) =>
      keep(['icons', ...of], make, {
        write: (icons) => [...icons].map(([path, bytes]) => [path, bytes.toString('base64')]),
        read: (icons: [string, string][]) =>
          new Map(icons.map(([path, bytes]) => [path, Buffer.from(bytes, 'base64')])),
      }),
  };
}

function keyOf(of: Ingredients): string {
  const sum = createHash('sha256');
  // The length of each input is hashed before it, so that the end of one input cannot be taken for the beginning of
  // the next.
  for (const each of of) sum.update(`${Buffer.byteLength(each)}:`).update(each);
  return sum.digest('base64url');
}
