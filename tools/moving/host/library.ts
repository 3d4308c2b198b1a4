import { limits } from '#shared/limits.ts';
import type { MediaReference } from '../../archive/records.ts';
import { type HostCalls, HostRefusal } from './calls.ts';
import { pagesOf } from './pages.ts';
import { type Thing, text, whole } from './record-fields.ts';

type Said = Pick<MediaReference, 'name' | 'alt' | 'focus_x' | 'focus_y'>;

/**
 * The alternative texts and focal points of a host's pictures. Only a host with a library (docs/product.md §23) has
 * them.
 */
export interface Library {
  /**
   * Returns the alternative text and focal point of the picture at this URL; empty if the host has none or has no
   * library.
   */
  saidOf(address: string): Promise<Said>;
}

/** Focal point by default: the middle of the picture, in percent. */
const middle = 50;

export function createLibrary(calls: HostCalls): Library {
  const known = new Map<string, Thing>();
  let isRefused = false;
  let isRead = false;

  /** Reads the newest pictures, which are listed first, until this one is found or all are known. */
  async function find(address: string): Promise<Thing | undefined> {
    if (!known.has(address)) await readUntil(address).catch(noneIfRefused);
    isRead ||= !known.has(address);
    return known.get(address);
  }

  async function readUntil(address: string): Promise<void> {
    if (isRefused || !calls.has('getPictures')) return;
    for await (const pictures of pagesOf(calls, 'getPictures', {
      query: { per_page: limits.pageSizeMost },
    })) {
      const before = known.size;
      for (const picture of pictures)
        if (typeof picture.image === 'string') known.set(picture.image, picture);
      if (known.size === before || known.has(address)) return;
    }
  }

  function noneIfRefused(error: unknown): undefined {
    if (!(error instanceof HostRefusal)) throw error;
    isRefused = true;
  }

  return {
    // If an unknown picture was searched for, the whole library has been read. It is not read again, so these values
    // may be older than those at the host.
    saidOf: async (address) => saidIn(isRead ? known.get(address) : await find(address)),
  };
}

function saidIn(picture: Thing | undefined): Said {
  if (!picture) return {};
  const [name, alt] = [text(picture.name), text(picture.alt)];
  const [x, y] = [whole(picture.focus_x) ?? middle, whole(picture.focus_y) ?? middle];
  return {
    ...(name && { name }),
    ...(alt && { alt }),
    ...((x !== middle || y !== middle) && { focus_x: x, focus_y: y }),
  };
}
