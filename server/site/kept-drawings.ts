import { createHash, hash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Size {
  width: number;
  height: number;
}

/** What something is made of: whenever one of these differs, it is made anew. */
type Ingredients = readonly (string | Buffer)[];

/**
 * What a start has drawn and measured, for the next one: drawing takes a library that otherwise few processes load, with 20 MiB and
 * a tenth of a second. What cannot be made is not kept, and rejects as `make` does.
 */
export interface KeptDrawings {
  size(of: Ingredients, make: () => Promise<Size>): Promise<Size>;
  icons(
    of: Ingredients,
    make: () => Promise<ReadonlyMap<string, Buffer>>,
  ): Promise<ReadonlyMap<string, Buffer>>;
}

/** Makes everything each time. */
export const keepNothing: KeptDrawings = { size: (_, make) => make(), icons: (_, make) => make() };

const fileForm = /^drawing-[\w-]{43}(\.[0-9a-f]{8})?$/;

/**
 * Keeps them as files in `folder`, which is made when it is needed. A folder that cannot be written or read keeps nothing and fails
 * nobody; a file that is not whole is made anew. `forgetUnused` removes what this start has not asked for.
 */
export function keepDrawings(folder: string): KeptDrawings & { forgetUnused(): Promise<void> } {
  const used = new Set<string>();

  async function keep<Value>(
    of: Ingredients,
    make: () => Promise<Value>,
    form: { write(value: Value): unknown; read(data: never): Value },
  ): Promise<Value> {
    const name = nameOf(of);
    used.add(name);
    const found = await readFile(join(folder, name), 'utf8').catch(() => '');
    const text = found.slice(sumLength);
    if (text && sumOf(text) === found.slice(0, sumLength)) return form.read(JSON.parse(text) as never);
    const value = await make();
    await write(folder, name, JSON.stringify(form.write(value)));
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
    async forgetUnused() {
      for (const name of await readdir(folder).catch(() => [])) {
        if (fileForm.test(name) && !used.has(name))
          await rm(join(folder, name), { force: true }).catch(() => {});
      }
    },
  };
}

function nameOf(of: Ingredients): string {
  const sum = createHash('sha256');
  // With its length before each, so that none can pass for the beginning of the next.
  for (const each of of) sum.update(`${Buffer.byteLength(each)}:`).update(each);
  return `drawing-${sum.digest('base64url')}`;
}

/** A power cut may leave half of a file: its sum stands at its head. */
const sumLength = 43;
const sumOf = (text: string) => hash('sha256', text, 'base64url');

/** Whole or not at all: written beside its place, then moved there. */
async function write(folder: string, name: string, text: string): Promise<void> {
  const draft = join(folder, `${name}.${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(draft, sumOf(text) + text, { mode: 0o600, flag: 'wx' });
    await rename(draft, join(folder, name));
  } catch {
    await rm(draft, { force: true }).catch(() => {});
  }
}
