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

/** Returns the main image of a category, which may be named `image` or `images` (docs/product.md §3). */
export function mainImage({ image, images }: Pick<Category, 'image' | 'images'>): string | undefined {
  const [first] = [image, images].flat().filter(Boolean);
  return first ?? undefined;
}

/**
 * Converts stored images for the file field. Stored images have no names, so each is named by its number: "Logo 2".
 */
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

/** Returns the URL if it is under our origin or an inline image; undefined for any other URL. */
export function safeAddress(address: string | null | undefined): string | undefined {
  return address && isAllowedImage(address) ? address : undefined;
}

interface StoredImage {
  id: Id;
  image: string;
}

interface StoredImagesOptions {
  call: 'deleteTechImage' | 'deleteProjectImage';
  /** Resource name of these images in the call restoreDeleted. */
  resource: 'tech_image' | 'project_image';
  /** Current images, in order. */
  images: readonly StoredImage[];
  /** Removes the image from the screen. */
  onRemoved: (id: Id) => void;
  /** Refetches the images after a restore. */
  onRestored: () => void;
  /**
   * Adds a file to the stored images through the call that saves the form. Used to restore an image if the host has
   * no trash.
   */
  addAgain: (file: File) => Promise<Envelope>;
}

/** A removed image that can be restored. `file` is its content, which is needed only if the host has no trash. */
interface Removed {
  id: Id;
  file: File | undefined;
  forgetUndo: () => void;
}

/**
 * Removes stored images and restores them.
 * - An image is removed immediately, before the form is saved. "Undo" restores it for 8 s; closing the form without a save
 *   restores all removed images.
 * - If the host has a trash, images are restored from there. Otherwise an image is read before it is removed, and restored
 *   by uploading it again. An image that cannot be read is erased for good, and only by a button whose label says so.
 * - The last image cannot be removed.
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
      // Nothing is removed yet. The button's label now says that the image is erased for good, and the admin has to
      // press the button again.
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
    // From the trash, images are restored in the reverse order of their removal, so that each returns to its
    // position. Files are uploaded in the order of their removal.
    for (const entry of canRestore ? [...removed.current].reverse() : removed.current) {
      entry.forgetUndo();
      await bringBack(entry);
    }
  });
  useEffect(() => () => void closeWithoutSave(), []);

  return {
    remove,
    removing,
    /** Ids of images whose removal cannot be undone. */
    forGood: images.filter(goesForGood).map(({ id }) => id),
    /**
     * Called when the form is saved: closing the form no longer restores the removed images. "Undo" still restores an
     * image while its toast is shown.
     */
    settle: () => {
      saved.current = true;
    },
  };
}

export type StoredImages = ReturnType<typeof useStoredImages>;
