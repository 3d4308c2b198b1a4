/** The greatest nesting depth of objects and lists that is accepted in a file; real files have far less. */
const deepest = 100;

/**
 * Returns the name of the field that is nested too deeply, if any. Does not recurse, so that it can check a value of
 * any depth.
 */
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
