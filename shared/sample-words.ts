import type { SampleRemoval, SampleResource } from './schemas/sample.ts';

const nouns: Record<SampleResource, readonly [one: string, many: string]> = {
  project: ['project', 'projects'],
  category: ['category', 'categories'],
  blog: ['post', 'posts'],
  job: ['job', 'jobs'],
  team_member: ['team member', 'team members'],
};

const reasons: Record<SampleRemoval['kept'][number]['reason'], string> = {
  changed: 'it was changed, so it is yours now',
  projects: 'it has projects, perhaps deleted ones that can still be restored',
  applicants: 'people have applied for it',
};

/** Returns how many rows of each kind were removed: "2 projects, 1 post"; an empty text if there were none. */
export function removedWords(removed: SampleRemoval['removed']) {
  return Object.entries(nouns)
    .map(([resource, [one, many]]) => ({ count: removed[resource as SampleResource], one, many }))
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`)
    .join(', ');
}

/** Returns which row stays, and why: `the post "Waiting room": it was changed, so it is yours now`. */
export function keptWords({ resource, title, reason }: SampleRemoval['kept'][number]) {
  return `the ${nouns[resource][0]} "${title}": ${reasons[reason]}`;
}
