import { z } from 'zod';
import { problemOfPath } from './map-path.ts';

/** Schemas that several parts of host.json share. */

/** A place in the host's JSON (map-path.ts). */
export const place = z.string().superRefine((text, context) => {
  const problem = problemOfPath(text);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

/** A place in the body, or a header of the answer: `header:x-total-count`. */
export const placeOrHeader = z.string().superRefine((text, context) => {
  if (/^header:[A-Za-z0-9-]{1,64}$/.test(text)) return;
  const problem = problemOfPath(text);
  if (problem) context.addIssue({ code: 'custom', message: `${problem}, or header: and a name` });
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
