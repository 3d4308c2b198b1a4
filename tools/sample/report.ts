import { keptWords, removedWords } from '#shared/sample-words.ts';
import type { Removal } from './sample.ts';

/** Returns the message for the operator after sample content was added. */
export function addedText(rows: number | undefined): string {
  return rows === undefined
    ? 'Nothing was added: there is already content, and sample content is only added to an empty site.'
    : `Added ${rows} rows of sample content. "npm run studio -- sample remove" removes them.`;
}

/** Returns the message for the operator after `remove`: the removed rows, and the rows that stay, with the reason. */
export function removalText({ removed, kept }: Removal, { dryRun = false } = {}): string {
  const counts = removedWords(removed);
  return [
    counts
      ? `${dryRun ? 'Would remove' : 'Removed'} ${counts}, with their files.`
      : `There ${dryRun ? 'is' : 'was'} nothing to remove.`,
    ...kept.map((row) => `${dryRun ? 'Would keep' : 'Kept'} ${keptWords(row)}.`),
    dryRun ? 'Nothing was changed.' : 'Sample content will not be added automatically again.',
  ].join('\n');
}
