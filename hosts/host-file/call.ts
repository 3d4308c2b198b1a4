import { z } from 'zod';
import { envelopeSchema } from './envelope.ts';
import { callPath, constant, issueWords, nameOrNothing, place, scalar, sentName } from './pieces.ts';

/** Place of a field in the host's JSON, optionally with the translation of its values. */
const fieldSchema = z.union(
  [
    place,
    z.strictObject({
      /**
       * One place or several. With several, the first place that has a value is read, and the first in the list is
       * written. Of a list, such as the images of a project, the items of all places are read.
       */
      at: z.union([place, z.array(place).min(1).max(4)]).optional(),
      /** The text between the values of all places of `at`, such as the space between first and last name. */
      join: z.string().min(1).max(10).optional(),
      /**
       * Translation of values: the contract's value → the host's. Of a flag or a choice only listed values are sent, and a
       * flag with another reads as 0; any other field passes values that are not listed unchanged.
       */
      values: z.record(z.string().max(64), scalar).optional(),
      /** Prefix for a file name without a path: a path of the host, or a URL on one of `media.origins`. */
      base: z
        .string()
        .max(500)
        .regex(/^(https?:\/\/[^\s/?#@]+)?\/([^\s?#]*\/)?$/, 'must be a path or an address that ends with /')
        .optional(),
      /** How the host stores a text or an amount, if not as HTML or in whole units. */
      format: z.enum(['markdown', 'cents']).optional(),
      /** Constant value of a field that the host does not have. If the host sends the field, its value is ignored. */
      always: constant.optional(),
    }),
  ],
  { error: 'must be the place of a field, or an object with at, join, values, base, format or always' },
);

export const fields = z.record(z.string(), fieldSchema);

const bodyKinds = ['json', 'json_api', 'multipart', 'urlencoded'] as const;

const callSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  path: callPath,
  /** Base of `path`: the URL in `root` of host.json, or only the origin of that URL. */
  from: z.enum(['root', 'origin']).default('root'),
  /**
   * Names in the query: the contract's → the host's. May also name a parameter of the contract's path, which is then
   * sent in the query.
   */
  query: z.record(z.string(), nameOrNothing).optional(),
  add_query: z.record(sentName, constant).optional(),
  /**
   * Names in the body: the contract's → the host's. A name that is not listed is not sent. May also name a parameter
   * of the contract's path.
   */
  body: z.record(z.string(), nameOrNothing).optional(),
  add_body: z.record(sentName, constant).optional(),
  /** Format of the body. By default the format of the contract's call. */
  send: z.enum(bodyKinds).optional(),
  /** For a form: the name of one part that contains all values as JSON. The files are sent as parts of their own. */
  json_part: sentName.optional(),
  envelope: envelopeSchema.optional(),
  /**
   * Files that are uploaded by `media.upload` before this call: the contract's field → the host's name for the value
   * that the upload returns. A name with `[]` at its end takes a list.
   */
  uploads: z.record(z.string(), sentName).optional(),
  /**
   * For a host that empties what a change does not send: names in the body → places in the record, as a GET of the same
   * path returns it before the change. They are sent again, unless the change itself has a value of this name.
   */
  resend: z.record(sentName, place).optional(),
  /** Fields whose place in the answer to this call differs from their place in `fields` of host.json. */
  fields: fields.optional(),
  /**
   * Filter for the rows of the list: the contract's field → the value that a row must have, or `{id}` for a parameter
   * of the contract's path.
   */
  keep: z.record(z.string(), constant).optional(),
});

/** A call that is answered from the list of another call. */
const derivedSchema = z.strictObject({
  in: z.string(),
  keep: z.record(z.string(), constant).optional(),
});

export type HostCall = z.infer<typeof callSchema>;
export type DerivedCall = z.infer<typeof derivedSchema>;

/** The forms that the entry of a call in host.json may have, for the published schema. */
export const callForms = z.union([z.enum(['absent', 'as_contract']), callSchema, derivedSchema]);

/**
 * Parses the entry of a call. An entry that matches no alternative is parsed as a call with a path, because that
 * schema reports the most specific problems.
 */
export const callOrWord = z
  .unknown()
  .transform((value, context): 'absent' | 'as_contract' | HostCall | DerivedCall => {
    if (value === 'absent' || value === 'as_contract') return value;
    const isDerived = typeof value === 'object' && value !== null && 'in' in value;
    const parsed = (isDerived ? derivedSchema : callSchema).safeParse(value, { error: issueWords });
    if (parsed.success) return parsed.data;
    if (typeof value !== 'object')
      context.addIssue({ code: 'custom', message: 'must be "absent", "as_contract" or an object with path' });
    else for (const issue of parsed.error.issues) context.addIssue({ ...issue, code: 'custom' });
    return z.NEVER;
  });

export type FieldPlace = z.infer<typeof fieldSchema>;
