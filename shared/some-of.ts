/** The longest name that a list of names shows whole, in characters. */
const longest = 60;

/** Lists names that a message did not choose itself, such as those of unknown fields: at most `most`, and none too long. */
export function someOf(names: readonly string[], most = 10) {
  const shown = names
    .slice(0, most)
    .map((name) => (name.length > longest ? `${name.slice(0, longest)}…` : name))
    .join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
