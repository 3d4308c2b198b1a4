import { z } from 'zod';
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
function problemOfPath(text: string) {
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
export function readAt(value: unknown, place?: string) {
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

/** Schemas that several parts of host.json share. */

/** A text in which `problemIn` finds nothing wrong. */
const textWithout = (problemIn: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = problemIn(text);
    if (message) context.addIssue({ code: 'custom', message });
  });

export const place = textWithout(problemOfPath);

/** A place in a record, or the place of a list and one in each of its items: `photos[].id`. */
export const placeOrItems = textWithout((text) => problemOfPath(text.replace('[].', '.')));

/** A place in the body, or a header of the answer: `header:x-total-count`. */
export const placeOrHeader = textWithout((text) => {
  const problem = /^header:[A-Za-z0-9-]{1,64}$/.test(text) ? undefined : problemOfPath(text);
  return problem && `${problem}, or header: and a name`;
});

/** Name of a field in a query or a form: `page[number]`, `photos[]`. */
export const sentName = z
  .string()
  .regex(
    /^[A-Za-z_$@][\w$@.:-]{0,63}(\[[\w.-]{0,32}\]|\[\{n\}\]){0,4}(\.[\w-]{1,32})?$/,
    'must be the name of a field',
  )
  .refine(
    (text) => !/__proto__|constructor|prototype/.test(text),
    'must not be the name of a built-in property',
  );

/** Name, or null for a field or parameter that is not sent to this host. */
export const nameOrNothing = sentName.nullable();

/** A value that is sent as it is written in the file. */
export const constant = z.union([z.string().max(2_000), z.number(), z.boolean()]);

/** Path below the root, such as `/posts/{id}`. `{id}` is replaced by the id from the contract's path or body. */
export const callPath = z
  .string()
  .max(500)
  .regex(/^(\/[\w.~!$&'()*+,;=:@-]+|\/\{\w+\})*\/?$/, 'must be a path such as /posts/{id}')
  .refine((path) => !/(^|\/)\.{1,2}(\/|$)/.test(path), 'must not contain . or .. segments');

export const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Headers that belong to HTTP, to the session or to proxies, and that host.json must therefore not set. */
const ofTheProtocol =
  /^(host|cookie|authorization|proxy-.*|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|forwarded|x-forwarded-.*|x-request-id|traceparent)$/i;

export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'must be the name of a header')
  .refine((name) => !ofTheProtocol.test(name), {
    message:
      'must not be Host, Cookie, Authorization, Content-…, Transfer-Encoding, Connection, X-Forwarded-… or another header of the protocol',
  });

/**
 * Name of the header that carries the token. May be Authorization, for a host that uses another scheme than Bearer.
 */
export const headerOfToken = z.union([z.string().regex(/^authorization$/i), headerName]);

export const headerValue = z
  .string()
  .max(2_000)
  .regex(/^[\x20-\x7e]*$/, 'must be plain ASCII without line breaks');

export const mediaPath = z
  .string()
  .regex(/^\/[\w\-./]*[\w-]$/, 'must be a path such as /storage')
  .refine((path) => !/(^|\/)\.{0,2}(\/|$)/.test(path.slice(1)), 'must be a plain path');

/** The message for a missing value of host.json. Of other invalid values the schema says what they must be. */
export const issueWords: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'is missing' : undefined;
