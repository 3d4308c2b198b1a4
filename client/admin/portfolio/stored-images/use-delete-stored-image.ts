import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import { callApi } from '../../../api/call.ts';
import { outcomeOf } from '../../../api/outcome.ts';
import { notify } from '../../../ui/toast/toast.ts';

interface StoredImages {
  call: 'deleteTechImage' | 'deleteProjectImage';
  /** How many there are now. */
  count: number;
  /** It is gone: takes it out of what is shown. */
  onDeleted: (id: number) => void;
}

/** Deletes one stored image at once. The last one stays (SPEC §4); a failure says its own words (SPEC §8). */
export function useDeleteStoredImage({ call, count, onDeleted }: StoredImages) {
  const [removing, setRemoving] = useState<number>();

  async function remove(id: number): Promise<void> {
    if (removing !== undefined) return;
    if (count <= 1) {
      notify.info(messages['image.lastOne']);
      return;
    }
    setRemoving(id);
    const result = await outcomeOf(callApi(call, { params: { id } }));
    setRemoving(undefined);
    if (result.done) {
      notify.success(messages['image.deleted']);
      onDeleted(id);
    } else notify.error(result.reason);
  }

  return { remove, removing };
}
