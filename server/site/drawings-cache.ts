import { createHash } from 'node:crypto';
import { MIB } from '#shared/limits.ts';
import { createDiskCache } from '../disk-cache/disk-cache.ts';

interface Size {
  width: number;
  height: number;
}

/** The inputs of a drawing: if one of them changes, it is made again. */
type Ingredients = readonly (string | Buffer)[];

/**
 * Icons and sizes from earlier starts. Drawing loads a library that few processes otherwise need, and costs 20 MiB
 * and a tenth of a second. A drawing that cannot be made is not stored, and rejects as `make` does.
 */
export interface DrawingsCache {
  size(of: Ingredients, make: () => Promise<Size>): Promise<Size>;
  icons(
    of: Ingredients,
    make: () => Promise<ReadonlyMap<string, Buffer>>,
  ): Promise<ReadonlyMap<string, Buffer>>;
}

/** Stores nothing and makes everything each time. */
export const noDrawingsCache: DrawingsCache = { size: (_, make) => make(), icons: (_, make) => make() };

/** Enough for the drawings of a few companies. */
const maxBytes = 16 * MIB;

/**
 * Stores drawings in `folder`. If the folder cannot be written or read, nothing is stored and no call fails because
 * of it.
 */
export function openDrawingsCache(folder: string): DrawingsCache {
  const cache = createDiskCache<null>({ folder, maxBytes });

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
  // Each input is preceded by its length, so that its end cannot pass for the beginning of the next.
  for (const each of of) sum.update(`${Buffer.byteLength(each)}:`).update(each);
  return sum.digest('base64url');
}
