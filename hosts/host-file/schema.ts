import { z } from 'zod';
import { roles } from '#shared/roles.ts';
import { mediaAliasSchema, mediaOriginSchema } from '#shared/schemas/media-origin.ts';
import { hostKinds } from '../../server/bff/reads/host-kinds.ts';
import { isPrivateLiteral } from '../../server/http/public-address.ts';
import { callOrWord, fields } from './call.ts';
import { entityFields } from './entities.ts';
import { envelopeSchema, type PresetName, presets } from './envelope.ts';
import { judgeCalls } from './judge-calls.ts';
import {
  callPath,
  constant,
  headerName,
  headerOfToken,
  headerValue,
  mediaPath,
  place,
  scalar,
  sentName,
} from './pieces.ts';

/**
 * DATA_DIR/host.json: maps a foreign API host onto the contract (docs/hosts.md). Data and never code. `judgeCalls`
 * checks rules that involve several fields. The published schema is docs/host.schema.json.
 */

/** Place of a person's role in the host's answer, and the meaning of its words. */
const rolePlace = z.union(
  [
    place,
    z.strictObject({
      at: place,
      /** Role of this site → the host's words for it. A person with none of them is not admitted. */
      values: z.partialRecord(z.enum(roles), z.union([scalar, z.array(scalar).min(1).max(50)])),
    }),
  ],
  { error: `must be a place, or {"at": place, "values": {role: the host's words}} with ${roles.join(', ')}` },
);

const userPlaces = z
  .strictObject({ id: place, name: place, email: place, role: rolePlace })
  .partial()
  .default({});

const tokenSchema = z.strictObject({
  /** Place of the token in the answer to a sign-in; the default is the contract's place. */
  from: z
    .union(
      [
        z.strictObject({ body: place }),
        z.strictObject({
          cookie: z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, 'must be the name of a cookie'),
        }),
        z.strictObject({ header: headerOfToken }),
      ],
      { error: 'must be {"body": place}, {"cookie": name} or {"header": name}' },
    )
    .optional(),
  /** How a call carries the token. */
  send: z
    .union(
      [
        z.literal('bearer'),
        z.strictObject({ header: headerOfToken, prefix: headerValue.max(32).default('') }),
        z.strictObject({
          cookie: z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, 'must be the name of a cookie'),
        }),
      ],
      { error: 'must be "bearer", {"header": name, "prefix": text} or {"cookie": name}' },
    )
    .default('bearer'),
  /** Places of the person in the answer to a sign-in. */
  user: userPlaces,
  /**
   * Read that the host answers only with a valid token. By it the site knows who may use what the engine fills in.
   */
  check: z
    .strictObject({
      path: callPath,
      from: z.enum(['root', 'origin']).default('root'),
      envelope: envelopeSchema.default({}),
      /** Places of the person in its answer, if it has them. */
      user: userPlaces,
      /** Place in its answer of the value that `admins.at` names in the answer to a sign-in. */
      admin: place.optional(),
    })
    .optional(),
});

/** Which of the people who can sign in at the host may use what the engine fills in. */
const adminsSchema = z.union(
  [
    z.strictObject({ emails: z.array(z.email('must be an email address').max(254)).min(1).max(500) }),
    /** Place in the answer to a sign-in, and the values that count. */
    z.strictObject({ at: place, is: z.array(scalar).min(1).max(50) }),
  ],
  { error: 'must be {"emails": [addresses]} or {"at": place, "is": [values]}' },
);

const zone = z.string().refine((name) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}, 'must be the name of a time zone, such as UTC or Asia/Karachi');

/**
 * Call that uploads one file, before the calls that refer to it by the value from its answer (`uploads` of a call).
 */
const uploadSchema = z.strictObject({
  path: callPath,
  from: z.enum(['root', 'origin']).default('root'),
  /**
   * `raw`: only the bytes, with type and name in headers. `multipart`: a form with the file in a part called `name`.
   */
  send: z.enum(['raw', 'multipart']).default('multipart'),
  name: sentName.default('file'),
  /** Further fields of the form. */
  add_body: z.record(sentName, constant).optional(),
  /** Place of the file's value in the answer, for the next call; or an object of several places. */
  value: z
    .union([place, z.record(sentName, place)], { error: 'must be a place, or {name: place}' })
    .default('id'),
});

/** A private address would be refused for each picture. */
const mediaOrigin = mediaOriginSchema.refine(
  ({ url, allowPrivate }) => allowPrivate === true || !isPrivateLiteral(url.hostname),
  'is an address of this machine or of a private network: its pictures are fetched only with "allow_private": true',
);

export const hostFileSchema = z
  .strictObject({
    $schema: z.string().optional(),
    version: z.literal(1, { error: 'must be 1: this release supports no other version' }),
    /** Base address of the calls, with its path. */
    root: z
      .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
      .refine((text) => !/[?#]/.test(text), 'must not have a query or fragment')
      .refine((text) => !/^[^/]*\/\/[^/]*@/.test(text), 'must not have a user name or password')
      .refine((text) => !/\/\.{1,2}(\/|$)/.test(text), 'must not have . or .. segments in its path')
      .transform((text) => new URL(text)),
    preset: z
      .enum(Object.keys(presets) as [PresetName, ...PresetName[]], {
        error: `must be one of ${Object.keys(presets).join(', ')}`,
      })
      .default('contract'),
    /** Differences from the preset. */
    envelope: envelopeSchema.default({}),
    /**
     * How calls of the owner's contract are treated that the file does not name. Other calls that it does not name
     * are absent.
     */
    unnamed: z.enum(['absent', 'as_contract']).default('absent'),
    calls: z.record(z.string(), callOrWord).default({}),
    fields: z.partialRecord(z.enum(hostKinds), fields).default({}),
    /** Format of booleans that are sent to the host. */
    booleans: z.enum(['numbers', 'booleans', 'texts']).default('numbers'),
    dates: z.strictObject({
      /** Zone of dates that state none. */
      zone,
      /** Format of dates that are sent to the host. */
      write: z.enum(['iso', 'sql', 'unix', 'unix_ms']).default('iso'),
    }),
    token: tokenSchema.default({ send: 'bearer', user: {} }),
    /** Name that people enter in the sign-in form, next to the password. */
    login_name: z.enum(['email', 'user_name']).default('email'),
    admins: adminsSchema.optional(),
    media: z
      .strictObject({
        /** Paths of the host that hold media, in place of UPSTREAM_MEDIA_PATHS. */
        paths: z.array(mediaPath).optional(),
        /** Other origins with media, by the name under which visitors see them: /media/<name>/… */
        origins: z.record(mediaAliasSchema, mediaOrigin).default({}),
        upload: uploadSchema.optional(),
      })
      .default({ origins: {} }),
    headers: z.record(headerName, headerValue).default({}),
    calls_per_minute: z.int().min(1).max(100_000).optional(),
  })
  .superRefine((file, context) => {
    for (const [entity, map] of Object.entries(file.fields)) {
      for (const name of Object.keys(map)) {
        if (!entityFields[entity as keyof typeof entityFields].includes(name))
          context.addIssue({
            code: 'custom',
            path: ['fields', entity, name],
            message: `${entity} has no such field; it has ${entityFields[entity as keyof typeof entityFields].join(', ')}`,
          });
      }
    }
    judgeCalls(file.calls, file.media.upload !== undefined, (path, message) =>
      context.addIssue({ code: 'custom', path: ['calls', ...path], message }),
    );
  });

export type HostFile = z.infer<typeof hostFileSchema>;
