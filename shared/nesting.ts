/** Objects and lists of a file may stand so deep in each other. No file that a person or a product wrote comes near it. */
const deepest = 100;

/** Names the field of a value in which something is nested deeper. Without recursion, so that no value is too deep for it. */
export function problemOfNesting(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inside] of Object.entries(value)) {
    let level: unknown[] = [inside];
    for (let depth = 1; level.length > 0; depth += 1) {
      if (depth > deepest) return `${name}: is nested more than ${deepest} deep`;
      level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    }
  }
  return undefined;
}
