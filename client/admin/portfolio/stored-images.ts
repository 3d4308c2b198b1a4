import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { refresh } from '../../api/call-query.ts';
import { notify } from '../../ui/toast.ts';
import { useCanRestore, useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';

interface StoredImagesOptions {
  call: 'deleteTechImage' | 'deleteProjectImage';
  /** Resource name of these images in the call restoreDeleted. */
  resource: 'tech_image' | 'project_image';
  /** Key of the query with the record that the form edits, and the field with its images. */
  queryKey: QueryKey;
  field: 'images' | 'tech_img';
}

/**
 * Removes stored images immediately, before the form is saved, with "Undo"; a host without a trash erases them for good,
 * and the label of the button says so. The last image cannot be removed.
 */
export function useStoredImages({ call, resource, queryKey, field }: StoredImagesOptions) {
  const queries = useQueryClient();
  const record = queries.getQueryData<Record<string, unknown>>(queryKey);
  const images = (record?.[field] ?? []) as readonly { id: Id }[];
  const canRestore = useCanRestore(resource);
  const { remove, deleting } = useDeleteWithUndo({
    resource,
    call,
    deleted: deskMessages['image.deleted'],
    refresh: () => {
      refresh(queries, 'portfolio');
      void queries.invalidateQueries({ queryKey });
    },
  });
  return {
    remove: (id: Id) => {
      if (images.length <= 1) notify.info(deskMessages['image.lastOne']);
      else if (deleting === undefined) void remove(id);
    },
    removing: deleting,
    /** Ids of images whose removal cannot be undone. */
    forGood: canRestore ? [] : images.map(({ id }) => id),
  };
}
