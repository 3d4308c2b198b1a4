import { useLayoutEffect, useRef, useState } from 'react';
import type { FileKind } from '#shared/limits.ts';
import { type Choice, sortChoice } from './choose-files.ts';

interface FilesOptions {
  files: readonly File[];
  onChange: (files: File[]) => void;
  kind: FileKind;
  stored: number;
  max: number;
}

/** Adding, moving and taking away of chosen files, with what is said about it. */
export function useFiles({ files, onChange, kind, stored, max }: FilesOptions) {
  const [refused, setRefused] = useState<string[]>([]);
  const [checking, setChecking] = useState(0);
  const [said, setSaid] = useState('');
  // Files are looked at for a while; what was chosen or taken away meanwhile counts.
  const now = useRef({ files, stored, max });
  useLayoutEffect(() => {
    now.current = { files, stored, max };
  });
  // Choices are looked at in their order, so that two in a row fill the places one after the other.
  const queue = useRef(Promise.resolve());

  async function look(chosen: File[]) {
    const { files: kept, ...room } = now.current;
    const choice: Choice = await sortChoice(chosen, kind, { kept, ...room });
    setChecking((count) => count - chosen.length);
    setRefused((before) => [...before, ...choice.refused]);
    if (choice.taken.length === 0) return;
    const all = [...now.current.files, ...choice.taken];
    now.current.files = all;
    onChange(all);
    setSaid(choice.taken.map((file) => `${file.name} added.`).join(' '));
  }

  return {
    refused,
    checking,
    said,
    add(chosen: File[]) {
      if (chosen.length === 0) return;
      setRefused([]);
      setChecking((count) => count + chosen.length);
      queue.current = queue.current.then(() => look(chosen));
    },
    move(file: File, to: number) {
      const others = files.filter((other) => other !== file);
      onChange([...others.slice(0, to), file, ...others.slice(to)]);
      setSaid(`${file.name} is now ${to + 1} of ${files.length}.`);
    },
    remove(file: File) {
      onChange(files.filter((other) => other !== file));
      setRefused([]);
      setSaid(`${file.name} removed.`);
    },
  };
}
