import type { OwnTexts } from '#shared/schemas/site/own-texts.ts';
import type { Site } from '#shared/schemas/site.ts';
import type { StaticFile } from '../http/static-files.ts';
import type { LoadedCompany } from './load-site.ts';

/** How many pictures of earlier companies and of previews are served, since open pages still show them. */
const earlierFiles = 24;

/** The company of a running site, which an owner can change while the site runs. */
export interface LiveCompany {
  /**
   * The company as it is now. The object stays the same and its properties change, so code may hold the object, but
   * not its properties.
   */
  readonly site: Site;
  /** True while the site shows the invented company. */
  readonly isSample: boolean;
  /** The company's own legal texts and pages as they are now. */
  readonly texts: OwnTexts;
  /** The files of the site (the built client and the company's own), by path. The map is changed by `swap`. */
  readonly files: ReadonlyMap<string, StaticFile>;
  /** How often the company was swapped. What was rendered at another number is out of date. */
  readonly number: number;
  /** Calls `listener` after each swap; a swap ends when all listeners have. */
  onSwap(listener: () => unknown): void;
  /** Replaces the company. */
  swap(next: LoadedCompany): Promise<void>;
  /** Serves the pictures of a company that is only previewed. */
  lend(files: LoadedCompany['files']): void;
}

/** Creates the live company. `builtFiles` are the files of the built client. */
export function createLiveCompany(
  first: LoadedCompany,
  builtFiles: ReadonlyMap<string, StaticFile>,
): LiveCompany {
  let current = first;
  let number = 0;
  const files = new Map([...builtFiles, ...first.files]);
  const listeners: (() => unknown)[] = [];
  /** Paths of pictures that the current company does not have, the oldest first. */
  const lent = new Set<string>();

  function lendFile(path: string, file: StaticFile): void {
    files.set(path, file);
    lent.delete(path);
    lent.add(path);
    for (const oldest of lent) {
      if (lent.size <= earlierFiles) break;
      lent.delete(oldest);
      files.delete(oldest);
    }
  }

  return {
    site: viewOf(() => current.site),
    get isSample() {
      return current.isSample;
    },
    get texts() {
      return current.texts;
    },
    files,
    get number() {
      return number;
    },
    onSwap(listener) {
      listeners.push(listener);
    },
    async swap(next) {
      const before = current;
      current = next;
      number += 1;
      for (const [path, file] of before.files) {
        if (next.files.has(path)) continue;
        // Icons have the same paths in every company, so only the present ones are served.
        if (hasHash(path)) lendFile(path, file);
        else files.delete(path);
      }
      for (const [path, file] of next.files) {
        lent.delete(path);
        files.set(path, file);
      }
      await Promise.all(listeners.map((listener) => listener()));
    },
    lend(given) {
      for (const [path, file] of given) if (hasHash(path) && !current.files.has(path)) lendFile(path, file);
    },
  };
}

/** True for the path of a picture that contains a hash of its bytes (`/brand/…`), so that it never changes. */
function hasHash(path: string): boolean {
  return path.startsWith('/brand/');
}

/** Returns an object whose properties are always those of the current company. */
function viewOf(current: () => Site): Site {
  return new Proxy({} as Site, {
    get: (_, key) => Reflect.get(current(), key),
    has: (_, key) => Reflect.has(current(), key),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, key) => ({
      ...Reflect.getOwnPropertyDescriptor(current(), key),
      configurable: true,
    }),
  });
}
