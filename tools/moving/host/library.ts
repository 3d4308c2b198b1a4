import { limits } from '#shared/limits.ts';
import type { MediaReference } from '../../archive/records.ts';
import { type HostCalls, HostRefusal } from './calls.ts';
import { pagesOf } from './pages.ts';
import { idOf, type Thing, text, whole } from './record-fields.ts';

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
  /**
   * Sets the alternative text and the focal point of the picture at this URL to those of the archive, if they are
   * empty at the host. Returns a description of what still differs; undefined if nothing does.
   */
  fill(address: string, reference: MediaReference): Promise<string | undefined>;
  /**
   * Returns a description of how the alternative text or focal point at the host differs from the archive; undefined
   * if neither does.
   */
  tell(address: string, reference: MediaReference): Promise<string | undefined>;
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

  /** Returns the values of the archive that are empty at the host. */
  function newDetails(reference: MediaReference, there: Said): Said {
    const { alt, focus_x: x, focus_y: y } = reference;
    const isOpen = there.focus_x === undefined;
    return {
      ...(alt && !there.alt && { alt }),
      ...(isOpen && x !== undefined && y !== undefined && { focus_x: x, focus_y: y }),
    };
  }

  async function tell(address: string, reference: MediaReference): Promise<string | undefined> {
    if (!reference.alt && reference.focus_x === undefined) return undefined;
    const there = saidIn(await find(address));
    const lost = [
      ...(reference.alt && there.alt !== reference.alt ? ['alternative text'] : []),
      ...(isElsewhere(reference, there) ? ['focal point'] : []),
    ];
    return lost.length > 0 ? `does not have the archive's ${lost.join(' and ')} there` : undefined;
  }

  return {
    tell,
    // If an unknown picture was searched for, the whole library has been read. It is not read again, so these values
    // may be older than those at the host.
    saidOf: async (address) => saidIn(isRead ? known.get(address) : await find(address)),
    async fill(address, reference) {
      if (!reference.alt && reference.focus_x === undefined) return undefined;
      const picture = await find(address);
      const id = picture && idOf(picture);
      const values = Object.entries(newDetails(reference, saidIn(picture)));
      if (id !== undefined && values.length > 0 && calls.has('updatePicture')) {
        const answer = await calls.send('updatePicture', { id, values });
        if (!('refused' in answer)) known.set(address, { ...picture, ...Object.fromEntries(values) });
      }
      return tell(address, reference);
    },
  };
}

function isElsewhere({ focus_x: x = middle, focus_y: y = middle }: Said, there: Said): boolean {
  return x !== (there.focus_x ?? middle) || y !== (there.focus_y ?? middle);
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
