import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { Id } from '#shared/id.ts';
import type { Category } from '#shared/schemas/category.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { callApi } from '../../api/call.ts';
import { outcomeOf } from '../../api/outcome.ts';
import type { StoredFile } from '../../ui/fields/FilesField.tsx';
import { notify } from '../../ui/toast.ts';
import { readPicture } from '../shared/pictures/read-picture.ts';
import { restoreDeleted, useCanRestore } from '../shared/use-delete-with-undo.ts';

/** docs/product.md §3: the main image of a category may appear as `image` or as `images`. */
export function mainImage({ image, images }: Pick<Category, 'image' | 'images'>): string | undefined {
  const [first] = [image, images].flat().filter(Boolean);
  return first ?? undefined;
}

/** Stored images as their field shows them. They have no names, so each has its number: "Logo 2". */
export function asStoredFiles(
  images: readonly { id: Id; image: string }[] | undefined,
  noun: string,
): StoredFile[] {
  return (images ?? []).map(({ id, image }, index) => ({
    id,
    url: safeAddress(image) ?? '',
    name: `${noun} ${index + 1}`,
  }));
}

/** An address under our origin, or an inline image; any other is as if there were none. */
export function safeAddress(address: string | null | undefined): string | undefined {
  return address && isAllowedImage(address) ? address : undefined;
}

interface StoredImage {
  id: Id;
  image: string;
}

interface StoredImagesOptions {
  call: 'deleteTechImage' | 'deleteProjectImage';
  /** What restoreDeleted calls such an image. */
  resource: 'tech_image' | 'project_image';
  /** Those that there are now, in their order. */
  images: readonly StoredImage[];
  /** Takes it out of what is shown. */
  onRemoved: (id: Id) => void;
  /** Asks anew for what is shown: one is back. */
  onRestored: () => void;
  /** Adds a file to what is stored, by the call that saves the form: the way back where the host has no trash. */
  addAgain: (file: File) => Promise<Envelope>;
}

/** A removed image that can come back. `file` is what it was, where the host has no trash to bring it back from. */
interface Removed {
  id: Id;
  file: File | undefined;
  forgetUndo: () => void;
}

/**
 * Removes stored images, each at once, and brings them back: one by Undo, for 8 s, and all of them when the form is closed
 * without a save. Where the host has a trash they come from there. Where it has none, an image is read before it is
 * removed, and added again; one that cannot be read goes for good, and only by a button that says so. The last one
 * stays; a failure is told in its own words.
 */
export function useStoredImages(options: StoredImagesOptions) {
  const { call, resource, images, onRemoved, onRestored, addAgain } = options;
  const canRestore = useCanRestore(resource);
  const [removing, setRemoving] = useState<Id>();
  const [unreadable, setUnreadable] = useState<readonly Id[]>([]);
  const removed = useRef<readonly Removed[]>([]);
  const saved = useRef(false);

  const goesForGood = ({ id, image }: StoredImage) =>
    !canRestore && (unreadable.includes(id) || !safeAddress(image));

  async function remove(id: Id): Promise<void> {
    const image = images.find((each) => each.id === id);
    if (removing !== undefined || !image) return;
    if (images.length <= 1) {
      notify.info(deskMessages['image.lastOne']);
      return;
    }
    setRemoving(id);
    const forGood = goesForGood(image);
    const file = canRestore || forGood ? undefined : await readPicture(image.image);
    if (!canRestore && !forGood && !file) {
      // Nothing is removed yet. From now on the button says what it does.
      setUnreadable([...unreadable, id]);
      setRemoving(undefined);
      notify.info(deskMessages['image.unreadable']);
      return;
    }
    const result = await outcomeOf(callApi(call, { params: { id } }));
    setRemoving(undefined);
    if (!result.done) {
      notify.error(result.reason);
      return;
    }
    onRemoved(id);
    if (forGood) {
      notify.success(deskMessages['image.deleted']);
      return;
    }
    const entry: Removed = { id, file, forgetUndo: () => {} };
    removed.current = [...removed.current, entry];
    entry.forgetUndo = notify.undo(deskMessages['image.deleted'], () => void bringBack(entry));
  }

  async function bringBack(entry: Removed): Promise<void> {
    if (!removed.current.includes(entry)) return;
    removed.current = removed.current.filter((each) => each !== entry);
    const { id, file } = entry;
    const result = await (file ? outcomeOf(addAgain(file)) : restoreDeleted(resource, id));
    if (result.done) {
      notify.success(deskMessages['trash.restored']);
      onRestored();
    } else notify.error(result.reason);
  }

  const closeWithoutSave = useEffectEvent(async () => {
    if (saved.current) return;
    // From the trash the last one comes first, to where it stood; files are added again in the order in which they went.
    for (const entry of canRestore ? [...removed.current].reverse() : removed.current) {
      entry.forgetUndo();
      await bringBack(entry);
    }
  });
  useEffect(() => () => void closeWithoutSave(), []);

  return {
    remove,
    removing,
    /** Those whose removal cannot be undone. */
    forGood: images.filter(goesForGood).map(({ id }) => id),
    /** The form is saved: what was removed stays removed, but for an Undo that is still offered. */
    settle: () => {
      saved.current = true;
    },
  };
}

export type StoredImages = ReturnType<typeof useStoredImages>;
