import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { callApi } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { outcomeOf } from '../../api/outcome.ts';
import { notify } from '../../ui/toast.ts';
import { restoreDeleted, useCanRestore } from '../shared/use-delete-with-undo.ts';

interface StoredImagesOptions {
  call: 'deleteTechImage' | 'deleteProjectImage';
  /** Resource name of these images in the call restoreDeleted. */
  resource: 'tech_image' | 'project_image';
  /** Key of the query with the record that the form edits, and the field with its images. */
  queryKey: QueryKey;
  field: 'images' | 'tech_img';
}

/** A removed image that can be restored. */
interface Removed {
  id: Id;
  forgetUndo: () => void;
}

/**
 * Removes stored images and restores them.
 * - An image is removed immediately, before the form is saved. "Undo" restores it for 8 s; closing the form without a save
 *   restores all removed images. A host without a trash erases it for good, and the label of the button says so.
 * - The last image cannot be removed.
 */
export function useStoredImages({ call, resource, queryKey, field }: StoredImagesOptions) {
  const queries = useQueryClient();
  const canRestore = useCanRestore(resource);
  const [removing, setRemoving] = useState<Id>();
  const removed = useRef<readonly Removed[]>([]);
  const saved = useRef(false);
  const imagesOf = (record?: Record<string, unknown>) => (record?.[field] ?? []) as readonly { id: Id }[];
  const images = imagesOf(queries.getQueryData(queryKey));

  async function remove(id: Id): Promise<void> {
    if (removing !== undefined) return;
    if (images.length <= 1) {
      notify.info(deskMessages['image.lastOne']);
      return;
    }
    setRemoving(id);
    const result = await outcomeOf(callApi(call, { params: { id } }));
    setRemoving(undefined);
    if (!result.done) {
      notify.error(result.reason);
      return;
    }
    queries.setQueryData<Record<string, unknown>>(
      queryKey,
      (now) => now && { ...now, [field]: imagesOf(now).filter((image) => image.id !== id) },
    );
    refresh(queries, 'portfolio');
    if (!canRestore) {
      notify.success(deskMessages['image.deleted']);
      return;
    }
    const entry: Removed = { id, forgetUndo: () => {} };
    removed.current = [...removed.current, entry];
    entry.forgetUndo = notify.undo(deskMessages['image.deleted'], () => void bringBack(entry));
  }

  async function bringBack(entry: Removed): Promise<void> {
    if (!removed.current.includes(entry)) return;
    removed.current = removed.current.filter((each) => each !== entry);
    const result = await restoreDeleted(resource, entry.id);
    if (result.done) {
      notify.success(deskMessages['trash.restored']);
      void queries.invalidateQueries({ queryKey });
      refresh(queries, 'portfolio');
    } else notify.error(result.reason);
  }

  const closeWithoutSave = useEffectEvent(async () => {
    if (saved.current) return;
    // In the reverse order of their removal, so that each returns to its position.
    for (const entry of [...removed.current].reverse()) {
      entry.forgetUndo();
      await bringBack(entry);
    }
  });
  useEffect(() => () => void closeWithoutSave(), []);

  return {
    remove,
    removing,
    /** Ids of images whose removal cannot be undone. */
    forGood: canRestore ? [] : images.map(({ id }) => id),
    /**
     * Called when the form is saved: closing the form no longer restores the removed images. "Undo" still restores an
     * image while its toast is shown.
     */
    settle: () => {
      saved.current = true;
    },
  };
}
