import { z } from 'zod';
import { envelopeSchema } from './envelope.ts';
import { callPath, constant, nameOrNothing, place, scalar, sentName } from './pieces.ts';
import { issueWords } from './words.ts';

/** Where a field of ours stands at the host, and what its values mean. */
const fieldSchema = z.union(
  [
    place,
    z.strictObject({
      /** Of several places the first that says something is read, and the first of all is written. */
      at: z.union([place, z.array(place).min(1).max(4)]).optional(),
      /** Our value → the host's. What is not listed stays as it is. */
      values: z.record(z.string().max(64), scalar).optional(),
      /** Goes before a bare file name: a path of the host, or an address on one of `media.origins`. */
      base: z
        .string()
        .max(500)
        .regex(/^(https?:\/\/[^\s/?#@]+)?\/([^\s?#]*\/)?$/, 'must be a path or an address that ends with /')
        .optional(),
      /** A text that the host has as Markdown. */
      format: z.enum(['markdown']).optional(),
      /** The field has this value whatever the host says: for what it does not know. */
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
  /** From where the path counts: the root address of the file, or the origin that it stands on. */
  from: z.enum(['root', 'origin']).default('root'),
  /** Our names in the query → the host's; also the marks of our path, which then go into the query. */
  query: z.record(z.string(), nameOrNothing).optional(),
  add_query: z.record(sentName, constant).optional(),
  /** Our names in the body → the host's; what is not named is not sent. Also the marks of our path. */
  body: z.record(z.string(), nameOrNothing).optional(),
  add_body: z.record(sentName, constant).optional(),
  /** How the body is written; as our own call has it when not said. */
  send: z.enum(bodyKinds).optional(),
  /** Of a form: all that is not a file stands in one part of this name, as JSON, and files have their names as they are. */
  json_part: sentName.optional(),
  envelope: envelopeSchema.optional(),
  /** Files that go to `media.upload` before this call: our field → the host's name for what the upload answers; `[]` for a list. */
  uploads: z.record(z.string(), sentName).optional(),
  /** Fields that stand elsewhere in this call's answer. */
  fields: fields.optional(),
  /** Rows of the list that belong to the answer: our field → its value, or `{id}` for a mark of our path. */
  keep: z.record(z.string(), constant).optional(),
});

/** A call that is answered from the list of another one. */
const derivedSchema = z.strictObject({
  in: z.string(),
  keep: z.record(z.string(), constant).optional(),
});

export type HostCall = z.infer<typeof callSchema>;
export type DerivedCall = z.infer<typeof derivedSchema>;

/** What a call may be, for the published schema. */
export const callForms = z.union([z.enum(['absent', 'as_contract']), callSchema, derivedSchema]);

/** A call that is none of these is taken for one with a path: its problems say most. */
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
