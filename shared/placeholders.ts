/**
 * Returns the placeholders of a kind of text, which people write in braces, such as `{name}`. The global `mark` matches a text in braces that looks like a placeholder; its group
 * is the name.
 */
export function placeholdersOf<Name extends string>(names: readonly Name[], mark: RegExp) {
  const isKnown = (name: string): name is Name => (names as readonly string[]).includes(name);
  return {
    /** The placeholders as people type them, with commas. */
    list: names.map((name) => `{${name}}`).join(', '),
    /**
     * Fills in the values in one pass, so that braces in a value stay unchanged. Unknown placeholders, and those whose
     * value is undefined, stay too.
     */
    fill: (text: string, valueFor: (name: Name) => string | undefined) =>
      text.replace(mark, (whole, name: string) => (isKnown(name) ? (valueFor(name) ?? whole) : whole)),
    /** Returns the texts in braces that are no placeholders, each once, with their braces. */
    unknownIn: (text: string) => [
      ...new Set([...text.matchAll(mark)].filter(([, name = '']) => !isKnown(name)).map(([whole]) => whole)),
    ],
  };
}
