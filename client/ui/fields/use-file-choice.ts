import { useRef } from 'react';
import type { FileKind } from '#shared/limits.ts';
import { fileProblem } from './file-problem.ts';

/**
 * Validates a file before passing it to `onTake`. If two files are chosen in quick succession, only the later one
 * counts.
 */
export function useFileChoice(
  kind: FileKind,
  onTake: (file: File | null) => void,
  onRefuse: (problem: string) => void,
): (file: File | undefined) => Promise<void> {
  const latest = useRef<File>(undefined);
  return async (file) => {
    latest.current = file;
    const problem = file && (await fileProblem(file, kind));
    if (latest.current !== file) return;
    if (problem) onRefuse(problem);
    else onTake(file ?? null);
  };
}
