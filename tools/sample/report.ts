import type { KeptRow, Removal } from './remove-sample.ts';

const nouns = {
  project: ['project', 'projects'],
  category: ['category', 'categories'],
  blog: ['post', 'posts'],
  job: ['job', 'jobs'],
  team_member: ['team member', 'team members'],
} as const;

const reasons: Record<KeptRow['reason'], string> = {
  changed: 'it was changed, so it is yours now',
  projects: 'it has projects, perhaps deleted ones that can still be restored',
  applicants: 'people have applied for it',
};

/** Returns the message for the operator after sample content was added. */
export function addedText(rows: number | undefined): string {
  return rows === undefined
    ? 'Nothing was added: there is already content, and sample content is only added to an empty site.'
    : `Added ${rows} rows of sample content. "npm run studio -- sample remove" removes them.`;
}

/** Returns the message for the operator after `remove`: the removed rows, and the rows that stay, with the reason. */
export function removalText({ removed, kept }: Removal, { dryRun = false } = {}): string {
  const counts = Object.entries(nouns)
    .map(([resource, [one, many]]) => ({ count: removed[resource as keyof typeof nouns], one, many }))
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`);
  return [
    counts.length > 0
      ? `${dryRun ? 'Would remove' : 'Removed'} ${counts.join(', ')}, with their files.`
      : `There ${dryRun ? 'is' : 'was'} nothing to remove.`,
    ...kept.map(
      ({ resource, title, reason }) =>
        `${dryRun ? 'Would keep' : 'Kept'} the ${nouns[resource][0]} "${title}": ${reasons[reason]}.`,
    ),
    dryRun ? 'Nothing was changed.' : 'Sample content will not be added automatically again.',
  ].join('\n');
}
