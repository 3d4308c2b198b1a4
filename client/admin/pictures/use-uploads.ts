import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { translateError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { fittingPicture } from '../../ui/fields/fitting-picture.ts';
import { notify } from '../../ui/toast.ts';

/**
 * Adds files to the library, one after the other, also those that are dropped meanwhile. A refused file is reported by
 * name, and does not stop the others.
 */
export function useUploads() {
  const queries = useQueryClient();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [progress, setProgress] = useState('');
  const { mutate, isPending } = useMutation({
    scope: { id: 'addPicture' },
    mutationFn: async (files: readonly File[]) => {
      let added = 0;
      for (const [index, file] of files.entries()) {
        setProgress(`Uploading ${index + 1} of ${files.length}…`);
        const problem = await addPicture(file);
        if (problem) setRefused((before) => [...before, problem]);
        else added += 1;
      }
      return added;
    },
    onSuccess: (added) => {
      if (added === 0) return;
      notify.success(added === 1 ? deskMessages['picture.added'] : `${added} pictures added successfully`);
      refresh(queries, 'picture');
    },
  });

  function add(files: readonly File[]) {
    if (!isPending) setRefused([]);
    mutate(files);
  }
  return { add, refused, progress: isPending && progress };
}

/**
 * Returns the error of the file or of the call, beginning with the file's name; undefined when the picture was added.
 */
async function addPicture(chosen: File) {
  const { file, problem } = await fittingPicture(chosen);
  if (problem) return problem;
  const body = new FormData();
  body.append('image', file, file.name);
  try {
    const answer = await callApi('addPicture', { body });
    if (answer.status === 1) return undefined;
    return `${file.name}: ${answer.message ?? ''}`;
  } catch (error) {
    const { message, fieldErrors } = translateError(error);
    return `${file.name}: ${fieldErrors.image ?? message}`;
  }
}
