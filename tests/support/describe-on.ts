import { describe } from 'vitest';

/**
 * The stores in which a site can keep its state, and the depth of the tests that need a server for that store
 * (CONTRIBUTING.md, "Tests").
 */
const depths = {
  sqlite: [],
  postgres: ['deep/postgres'],
  folders: [],
  'a bucket': ['deep/postgres'],
} as const;

/** Runs the block once for each store; `%s` in the name is the store. */
export function describeOn<Place extends keyof typeof depths>(
  places: readonly Place[],
  name: string,
  block: (place: Place) => void,
) {
  for (const place of places)
    describe(name.replace('%s', place), { tags: [...depths[place]] }, () => block(place));
}
