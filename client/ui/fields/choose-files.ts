import { useLayoutEffect, useRef, useState } from 'react';
import { textOf } from '#shared/desk-messages.ts';
import { fileKey } from './FileTile.tsx';
import { fileProblem } from './file-problem.ts';

interface FilesOptions {
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** Number of stored files. */
  stored: number;
  /** Maximum number of files, including the stored ones. */
  max: number;
}

/** Adds, moves and removes chosen images. Each change is announced to screen readers. */
export function useFiles({ files, onChange, stored, max }: FilesOptions) {
  const [refused, setRefused] = useState<string[]>([]);
  const [checking, setChecking] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  // The newest values of these props. Checking files takes time, and files may be added or removed during it.
  const now = useRef({ files, stored, max });
  useLayoutEffect(() => {
    now.current = { files, stored, max };
  });
  // Choices wait for each other, so that two choices in quick succession together do not exceed the maximum.
  const queue = useRef(Promise.resolve());

  function put(all: File[], said: string) {
    now.current.files = all;
    onChange(all);
    setAnnouncement(said);
  }

  /**
   * Takes the accepted files, so that one bad file does not affect the others. They are checked one after the other,
   * because checking a large image needs much memory.
   */
  async function take(chosen: File[]) {
    const taken: string[] = [];
    for (const file of chosen) {
      const problem = (await fileProblem(file, 'image')) ?? placeProblem(file, now.current);
      setChecking((count) => count - 1);
      if (problem) setRefused((before) => [...before, problem]);
      else {
        taken.push(`${file.name} added.`);
        put([...now.current.files, file], taken.join(' '));
      }
    }
  }

  return {
    refused,
    checking,
    announcement,
    add(chosen: File[]) {
      if (chosen.length === 0) return;
      setRefused([]);
      setChecking((count) => count + chosen.length);
      queue.current = queue.current.then(() => take(chosen));
    },
    /**
     * Replaces a file by another one, e.g. by its cropped version. If the other file is refused, the first one stays.
     */
    async exchange(file: File, other: File) {
      const problem = await fileProblem(other, 'image');
      setRefused(problem ? [problem] : []);
      const all = now.current.files.map((each) => (each === file ? other : each));
      if (!problem) put(all, `${other.name} changed.`);
    },
    move(file: File, to: number) {
      const others = files.filter((other) => other !== file);
      put(
        [...others.slice(0, to), file, ...others.slice(to)],
        `${file.name} is now ${to + 1} of ${files.length}.`,
      );
    },
    remove(file: File) {
      setRefused([]);
      put(
        files.filter((other) => other !== file),
        `${file.name} removed.`,
      );
    },
  };
}

/** Returns why there is no place for a file, as a text that begins with its name. */
function placeProblem(
  file: File,
  { files, stored, max }: Omit<FilesOptions, 'onChange'>,
): string | undefined {
  if (files.some((other) => fileKey(other) === fileKey(file)))
    return textOf('upload.chosenAlready', { field: file.name });
  return stored + files.length < max ? undefined : textOf('upload.noPlace', { field: file.name, limit: max });
}
