import { z } from 'zod';
import { envelopeSchema } from './envelope.ts';
import { callPath, constant, nameOrNothing, place, scalar, sentName } from './pieces.ts';
import { issueWords } from './words.ts';

/** Place of a field in the host's JSON, and the meaning of its values. */
const fieldSchema = z.union(
  [
    place,
    z.strictObject({
      /** Of several places, the first with a value is read, and the very first is written. */
      at: z.union([place, z.array(place).min(1).max(4)]).optional(),
      /** The contract's value → the host's. A value that is not listed stays unchanged. */
      values: z.record(z.string().max(64), scalar).optional(),
      /** Prefix of a bare file name: a path of the host, or an address on one of `media.origins`. */
      base: z
        .string()
        .max(500)
        .regex(/^(https?:\/\/[^\s/?#@]+)?\/([^\s?#]*\/)?$/, 'must be a path or an address that ends with /')
        .optional(),
      /** Text that the host stores as Markdown. */
      format: z.enum(['markdown']).optional(),
      /** Constant value of a field that the host does not know; replaces the host's value. */
      always: constant.optional(),
    }),
  ],
  { error: 'must be the place of a field, or an object with at, values, base, format or always' },
);

export const fields = z.record(z.string(), fieldSchema);

const bodyKinds = ['json', 'json_api', 'multipart', 'urlencoded'] as const;

const callSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  path: callPath,
  /** Base of the path: the root address of the file, or its origin. */
  from: z.enum(['root', 'origin']).default('root'),
  /**
   * The contract's names in the query → the host's; also placeholders of the contract's path, which then go into the
   * query.
   */
  query: z.record(z.string(), nameOrNothing).optional(),
  add_query: z.record(sentName, constant).optional(),
  /**
   * The contract's names in the body → the host's; a name that is not listed is not sent. Also placeholders of the
   * contract's path.
   */
  body: z.record(z.string(), nameOrNothing).optional(),
  add_body: z.record(sentName, constant).optional(),
  /** Format of the body; the default is that of the contract's call. */
  send: z.enum(bodyKinds).optional(),
  /** For a form: name of the one part that holds all values as JSON. Files keep their own names. */
  json_part: sentName.optional(),
  envelope: envelopeSchema.optional(),
  /**
   * Files that go to `media.upload` before this call: the contract's field → the host's name for the value that the
   * upload returns; `[]` for a list.
   */
  uploads: z.record(z.string(), sentName).optional(),
  /** Fields that have another place in this call's answer. */
  fields: fields.optional(),
  /**
   * Rows of the list that belong to the answer: the contract's field → its value, or `{id}` for a placeholder of the
   * contract's path.
   */
  keep: z.record(z.string(), constant).optional(),
});

/** Call that is answered from the list of another call. */
const derivedSchema = z.strictObject({
  in: z.string(),
  keep: z.record(z.string(), constant).optional(),
});

export type HostCall = z.infer<typeof callSchema>;
export type DerivedCall = z.infer<typeof derivedSchema>;

/** Forms of a call, for the published schema. */
export const callForms = z.union([z.enum(['absent', 'as_contract']), callSchema, derivedSchema]);

/** A call that matches none of these is parsed as one with a path, because its problems are the most specific. */
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
