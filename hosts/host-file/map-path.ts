/**
 * A place in the JSON of an API host as host.json writes it: names joined by dots, such as `data.items` or
 * `images.0.url`. The empty text is the whole value. Reading a place never runs code: each step reads an own
 * property, and the number of steps is limited.
 */
export type MapPath = readonly string[];

/** Maximum number of steps of a place. */
const deepestPath = 6;

const segment = /^[A-Za-z0-9_$@][\w$@:-]{0,63}$/;
/** Names that reach the prototype of an object, and are therefore refused. */
const ofEveryObject = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns what is wrong with a place, in words; undefined for a valid place. */
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

/** Returns the value at a place; undefined if there is none. */
export function readAt(value: unknown, path: MapPath): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
}

/** Returns the value at a place that host.json may name; undefined if it names none. */
export function valueAt(value: unknown, place: string | undefined): unknown {
  return place === undefined ? undefined : readAt(value, parsePath(place));
}

/** Writes `value` at a place, and creates missing objects on the way to it. */
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
