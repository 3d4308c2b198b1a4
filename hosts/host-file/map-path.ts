import { isRecord } from '#shared/json.ts';

/**
 * A place in the JSON of an API host as host.json writes it: names joined by dots, such as `data.items` or
 * `images.0.url`. The empty text is the whole value. Reading a place never runs code: each step reads an own
 * property, and the number of steps is limited.
 */

/** Maximum number of steps of a place. */
const deepestPath = 6;

const segment = /^[A-Za-z0-9_$@][\w$@:-]{0,63}$/;
/** Names that reach the prototype of an object, and are therefore refused. */
export const ofEveryObject = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns what is wrong with a place, in words; undefined for a valid place. */
export function problemOfPath(text: string) {
  if (text === '') return undefined;
  const steps = text.split('.');
  if (steps.length > deepestPath) return `must have at most ${deepestPath} names joined by dots`;
  const forbidden = steps.find((step) => ofEveryObject.has(step));
  if (forbidden) return `must not have the name ${forbidden}`;
  return steps.every((step) => segment.test(step))
    ? undefined
    : 'must be names joined by dots, such as data.items';
}

/** Returns the value at a place; undefined if there is none, or if `place` is undefined. */
export function readAt(value: unknown, place: string | undefined) {
  if (place === undefined) return undefined;
  let found = value;
  for (const step of place === '' ? [] : place.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
}

/** Writes `value` at a place, and creates missing objects on the way to it. */
export function writeAt(target: Record<string, unknown>, place: string, value: unknown) {
  const steps = place.split('.');
  const last = steps.pop() ?? '';
  let at = target;
  for (const step of steps) {
    const next = Object.hasOwn(at, step) ? at[step] : undefined;
    const inside = isRecord(next) ? next : {};
    at[step] = inside;
    at = inside;
  }
  at[last] = value;
}
