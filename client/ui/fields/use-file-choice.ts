import { useRef } from 'react';
import type { FileKind } from '#shared/limits.ts';
import { fileProblem } from './file-problem.ts';

/**
 * Validates a file before passing it to `onTake`, or what `check` makes of it. If two files are chosen in quick
 * succession, only the later one counts.
 */
export function useFileChoice(
  kind: FileKind,
  onTake: (file: File | null) => void,
  onRefuse: (problem: string) => void,
  check = async (file: File) => ({ file, problem: await fileProblem(file, kind) }),
): (file: File | undefined) => Promise<void> {
  const latest = useRef<File>(undefined);
  return async (chosen) => {
    latest.current = chosen;
    const found = chosen && (await check(chosen));
    if (latest.current !== chosen) return;
    if (found?.problem) onRefuse(found.problem);
    else onTake(found?.file ?? null);
  };
}
