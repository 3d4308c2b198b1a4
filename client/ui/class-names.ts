/** Joins class names and leaves out falsy values. */
export function classNames(...names: (string | false | undefined)[]) {
  return names.filter(Boolean).join(' ');
}
