/** An object of a form whose values are nested, such as the site of the owner. */
type Nested = Record<string, unknown>;

/** Returns true for an object that was written as `{…}`: no list, no file, no date. */
export function isNested(value: unknown): value is Nested {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Returns `base` with the changes of a form. Objects in both are merged; lists are replaced as a whole. */
export function mergeValues<Values extends object>(base: Values, changes: object) {
  const merged: Nested = { ...(base as Nested) };
  for (const [name, value] of Object.entries(changes)) {
    const before = merged[name];
    merged[name] = isNested(value) && isNested(before) ? mergeValues<Nested>(before, value) : value;
  }
  return merged as Values;
}

/** Returns the dotted paths of all values that are no objects, such as `pages.home.head.title`. */
export function pathsOf(values: object): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    isNested(value) ? pathsOf(value).map((path) => `${name}.${path}`) : [name],
  );
}

/** Returns the value at a dotted path; undefined if there is none. */
export function valueAt(values: unknown, path: string) {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Nested | null | undefined)?.[name], values);
}
