import type { FileKind } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';
import { fileProblem } from './file-problem.ts';

export interface Choice {
  taken: File[];
  /** Why the others were not taken, each beginning with the file's name. */
  refused: string[];
}

interface Room {
  /** Chosen before. */
  kept: readonly File[];
  /** How many are stored already. */
  stored: number;
  /** How many there may be in all. */
  max: number;
}

/**
 * Sorts newly chosen files into those that can be taken and those that cannot: one bad file costs none of the others.
 * One after the other, since a large image takes much memory while it is looked at.
 */
export async function sortChoice(
  chosen: readonly File[],
  kind: FileKind,
  { kept, stored, max }: Room,
): Promise<Choice> {
  const taken: File[] = [];
  const refused: string[] = [];
  for (const file of chosen) {
    const others = [...kept, ...taken];
    const problem = others.some((other) => isSame(other, file))
      ? messageText('upload.chosenAlready', { field: file.name })
      : await fileProblem(file, kind, file.name);
    if (problem) refused.push(problem);
    else if (stored + others.length >= max) {
      refused.push(messageText('upload.noPlace', { field: file.name, limit: max }));
    } else taken.push(file);
  }
  return { taken, refused };
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
