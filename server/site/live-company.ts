import type { LiveSite } from '#shared/schemas/site.ts';
import type { ReadyAnswer } from '../http/ready-answer.ts';
import type { LoadedCompany } from './load-site.ts';

/** How many pictures of earlier companies and of previews are served, since open pages still show them. */
const earlierFiles = 24;

/** The company of a running site, which an owner can change while the site runs. */
export type LiveCompany = ReturnType<typeof createLiveCompany>;

/** Creates the live company. `builtFiles` are the files of the built client. */
export function createLiveCompany(first: LoadedCompany, builtFiles: ReadonlyMap<string, ReadyAnswer>) {
  let current = first;
  const files = new Map([...builtFiles, ...first.files]);
  const listeners: (() => unknown)[] = [];
  /** Paths of pictures that the current company does not have, the oldest first. */
  const lent = new Set<string>();

  function lendFile(path: string, file: ReadyAnswer): void {
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
    site: (() => current.site) as LiveSite,
    /** Returns the company as it is now, with its own texts. */
    now: () => current,
    /** The files of the site (the built client and the company's own), by path. The map is changed by `swap`. */
    files,
    /** Calls `listener` after each swap; a swap ends when all listeners have. */
    onSwap(listener: () => unknown): void {
      listeners.push(listener);
    },
    /** Replaces the company. */
    async swap(next: LoadedCompany): Promise<void> {
      const before = current;
      current = next;
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
    /** Serves the pictures of a company that is only previewed. */
    lend(given: LoadedCompany['files']): void {
      for (const [path, file] of given) if (hasHash(path) && !current.files.has(path)) lendFile(path, file);
    },
  };
}

/** True for the path of a picture that contains a hash of its bytes (`/brand/…`), so that it never changes. */
function hasHash(path: string): boolean {
  return path.startsWith('/brand/');
}
