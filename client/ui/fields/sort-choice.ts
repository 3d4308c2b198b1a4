import { textOf } from '#shared/desk-messages.ts';
import type { FileKind } from '#shared/limits.ts';
import { fileProblem } from './file-problem.ts';

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
export async function sortChoice(chosen: readonly File[], kind: FileKind, { kept, stored, max }: Room) {
  const taken: File[] = [];
  const refused: string[] = [];
  for (const file of chosen) {
    const others = [...kept, ...taken];
    const problem = others.some((other) => isSame(other, file))
      ? textOf('upload.chosenAlready', { field: file.name })
      : await fileProblem(file, kind, file.name);
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
