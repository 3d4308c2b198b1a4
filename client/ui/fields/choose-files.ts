import { useLayoutEffect, useRef, useState } from 'react';
import { textOf } from '#shared/desk-messages.ts';
import type { FileKind } from '#shared/limits.ts';
import { fileProblem } from './file-problem.ts';

interface FilesOptions {
  files: readonly File[];
  onChange: (files: File[]) => void;
  kind: FileKind;
  stored: number;
  max: number;
}

/** Adds, moves and removes chosen files. Each change is announced to screen readers. */
export function useFiles({ files, onChange, kind, stored, max }: FilesOptions) {
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

  async function look(chosen: File[]) {
    const { files: kept, ...room } = now.current;
    const choice = await sortChoice(chosen, kind, { kept, ...room });
    setChecking((count) => count - chosen.length);
    setRefused((before) => [...before, ...choice.refused]);
    if (choice.taken.length === 0) return;
    const all = [...now.current.files, ...choice.taken];
    now.current.files = all;
    onChange(all);
    setAnnouncement(choice.taken.map((file) => `${file.name} added.`).join(' '));
  }

  return {
    refused,
    checking,
    announcement,
    add(chosen: File[]) {
      if (chosen.length === 0) return;
      setRefused([]);
      setChecking((count) => count + chosen.length);
      queue.current = queue.current.then(() => look(chosen));
    },
    /**
     * Replaces a file by another one, e.g. by its cropped version. If the other file is refused, the first one stays.
     */
    async exchange(file: File, other: File) {
      setRefused([]);
      const problem = await fileProblem(other, kind);
      if (problem) return setRefused([problem]);
      const all = now.current.files.map((each) => (each === file ? other : each));
      now.current.files = all;
      onChange(all);
      setAnnouncement(`${other.name} changed.`);
    },
    move(file: File, to: number) {
      const others = files.filter((other) => other !== file);
      onChange([...others.slice(0, to), file, ...others.slice(to)]);
      setAnnouncement(`${file.name} is now ${to + 1} of ${files.length}.`);
    },
    remove(file: File) {
      onChange(files.filter((other) => other !== file));
      setRefused([]);
      setAnnouncement(`${file.name} removed.`);
    },
  };
}

interface Room {
  /** Chosen files that the field contains already. */
  kept: readonly File[];
  /** Number of stored files. */
  stored: number;
  /** Maximum number of files, including the stored ones. */
  max: number;
}

/**
 * Divides newly chosen files into accepted and refused ones, so that one bad file does not affect the others. The
 * files are checked one after the other, because checking a large image needs much memory. The texts about refused files
 * begin with the name of the file.
 */
async function sortChoice(chosen: readonly File[], kind: FileKind, { kept, stored, max }: Room) {
  const taken: File[] = [];
  const refused: string[] = [];
  for (const file of chosen) {
    const others = [...kept, ...taken];
    const problem = others.some((other) => isSame(other, file))
      ? textOf('upload.chosenAlready', { field: file.name })
      : await fileProblem(file, kind);
    if (problem) refused.push(problem);
    else if (stored + others.length >= max) {
      refused.push(textOf('upload.noPlace', { field: file.name, limit: max }));
    } else taken.push(file);
  }
  return { taken, refused };
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
