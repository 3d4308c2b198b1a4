import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { translateError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { fileProblem } from '../../ui/fields/file-problem.ts';
import { notify } from '../../ui/toast.ts';
import { refreshPictures } from '../shared/pictures/queries.ts';

/**
 * Adds files to the library, one after the other. A refused file is reported by name, and does not stop the others.
 */
export function useUploads() {
  const queries = useQueryClient();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  // Files that were dropped while other files are being uploaded.
  const waiting = useRef<File[]>([]);
  const running = useRef(false);

  async function run() {
    running.current = true;
    let done = 0;
    let added = 0;
    for (let file = waiting.current.shift(); file; file = waiting.current.shift()) {
      setProgress({ done, total: done + waiting.current.length + 1 });
      const problem = await addPicture(file);
      done += 1;
      if (problem) setRefused((before) => [...before, problem]);
      else added += 1;
    }
    running.current = false;
    setProgress(undefined);
    if (added === 0) return;
    notify.success(added === 1 ? deskMessages['picture.added'] : `${added} pictures added successfully`);
    refreshPictures(queries);
  }

  return {
    refused,
    progress,
    add(files: readonly File[]) {
      if (files.length === 0) return;
      if (!running.current) setRefused([]);
      waiting.current.push(...files);
      if (!running.current) void run();
    },
  };
}

/**
 * Returns the error of the file or of the call, beginning with the file's name; undefined when the picture was added.
 */
async function addPicture(file: File): Promise<string | undefined> {
  const problem = await fileProblem(file, 'image', file.name);
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
