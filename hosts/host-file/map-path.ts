/**
 * Place in a JSON value of an API host, as host.json writes it: names joined by dots, `data.items` or `images.0.url`;
 * the empty text is the value itself. A place is data and never code: each step reads an own key of the value, and
 * the number of steps is limited.
 */
export type MapPath = readonly string[];

/** Most steps of a place. */
const deepestPath = 6;

const segment = /^[A-Za-z0-9_$@][\w$@:-]{0,63}$/;
/** Names that reach the prototype of an object. */
const ofEveryObject = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns the problem of a place in words; undefined for a valid place. */
export function problemOfPath(text: string): string | undefined {
  if (text === '') return undefined;
  const steps = text.split('.');
  if (steps.length > deepestPath) return `must have at most ${deepestPath} names joined by dots`;
  const forbidden = steps.find((step) => ofEveryObject.has(step));
  if (forbidden) return `must not have the name ${forbidden}`;
  return steps.every((step) => segment.test(step))
    ? undefined
    : 'must be names joined by dots, such as data.items';
}

export function parsePath(text: string): MapPath {
  return text === '' ? [] : text.split('.');
}

/** Returns the value at the place; undefined if a step has no value. */
export function readAt(value: unknown, path: MapPath): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
}

/** Writes `value` to the place, and creates the objects on the way. */
export function writeAt(target: Record<string, unknown>, path: MapPath, value: unknown): void {
  let at = target;
  for (const step of path.slice(0, -1)) {
    const next = Object.hasOwn(at, step) ? at[step] : undefined;
    if (typeof next === 'object' && next !== null) at = next as Record<string, unknown>;
    else {
      const made: Record<string, unknown> = {};
      at[step] = made;
      at = made;
    }
  }
  const last = path.at(-1);
  if (last !== undefined) at[last] = value;
}
