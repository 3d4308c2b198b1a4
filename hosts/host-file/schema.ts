import { z } from 'zod';
import { roles } from '#shared/roles.ts';
import { mediaAliasSchema, mediaOriginSchema } from '#shared/schemas/media-origin.ts';
import { isTimeZone } from '#shared/schemas/site/pieces.ts';
import { hostKinds } from '../../server/bff/reads/host-kinds.ts';
import { isPrivateLiteral } from '../../server/http/public-address.ts';
import { callOrWord, fields, judge, judgeCalls } from './call.ts';
import { entityFields } from './entities.ts';
import { envelopeSchema, type PresetName, presets } from './envelope.ts';
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
 * DATA_DIR/host.json maps the API host of a third party onto the contract (docs/hosts.md). The file contains data and
 * no code. This schema is published as docs/host.schema.json; rules that involve several fields are checked by
 * `judgeCalls`.
 */

/** Place of a person's role in the host's answer, optionally with the translation of the host's words for roles. */
const rolePlace = z.union(
  [
    place,
    z.strictObject({
      at: place,
      /**
       * Role of this site → the host's words for it. A person for whom the host sends none of these words is not
       * admitted.
       */
      values: z.partialRecord(z.enum(roles), z.union([scalar, z.array(scalar).min(1).max(50)])),
    }),
  ],
  { error: `must be a place, or {"at": place, "values": {role: the host's words}} with ${roles.join(', ')}` },
);

const userPlaces = z
  .strictObject({ id: place, name: place, email: place, role: rolePlace })
  .partial()
  .default({});

const inCookie = z.strictObject({
  cookie: z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, 'must be the name of a cookie'),
});

const tokenSchema = z.strictObject({
  /** Place of the token in the answer to a sign-in. By default the place where the contract has the token. */
  from: z
    .union([z.strictObject({ body: place }), inCookie, z.strictObject({ header: headerOfToken })], {
      error: 'must be {"body": place}, {"cookie": name} or {"header": name}',
    })
    .optional(),
  /** Place, in the answer to a sign-in, of the seconds until the token expires. */
  expires_in: place.default('expires_in'),
  /** How requests to the host carry the token. */
  send: z
    .union(
      [
        z.literal('bearer'),
        z.strictObject({ header: headerOfToken, prefix: headerValue.max(32).default('') }),
        inCookie,
      ],
      { error: 'must be "bearer", {"header": name, "prefix": text} or {"cookie": name}' },
    )
    .default('bearer'),
  /** Places of the person's properties in the answer to a sign-in. */
  user: userPlaces,
  /**
   * A read that the host answers only with a valid token (the token check). This site uses it to check who may use
   * the calls that the engine answers.
   */
  check: z
    .strictObject({
      path: callPath,
      from: z.enum(['root', 'origin']).default('root'),
      envelope: envelopeSchema.default({}),
      /** Places of the person's properties in the answer to the token check, if it contains them. */
      user: userPlaces,
      /**
       * Place, in the answer to the token check, of the value that identifies an admin. `admins.at` is the place of
       * that value in the answer to a sign-in.
       */
      admin: place.optional(),
    })
    .optional(),
});

/** Which of the people who can sign in at the host are admins, and may use the calls that the engine answers. */
const adminsSchema = z.union(
  [
    z.strictObject({ emails: z.array(z.email('must be an email address').max(254)).min(1).max(500) }),
    /** Place of a value in the answer to a sign-in, and the values that identify an admin. */
    z.strictObject({ at: place, is: z.array(scalar).min(1).max(50) }),
  ],
  { error: 'must be {"emails": [addresses]} or {"at": place, "is": [values]}' },
);

const zone = z.string().refine(isTimeZone, 'must be the name of a time zone, such as UTC or Asia/Karachi');

/**
 * Call that uploads one file. It runs before the calls that refer to this file. They refer to it by a value from the
 * answer to the upload (`uploads` of a call).
 */
const uploadSchema = z.strictObject({
  path: callPath,
  from: z.enum(['root', 'origin']).default('root'),
  /**
   * `raw`: the body is the bytes of the file, with its type and name in headers. `multipart`: the body is a form in
   * which the part `name` is the file.
   */
  send: z.enum(['raw', 'multipart']).default('multipart'),
  name: sentName.default('file'),
  /** Further fields of the multipart form. */
  add_body: z.record(sentName, constant).optional(),
  /**
   * Place in the answer of the value by which later calls refer to the file, or an object with several such places.
   */
  value: z
    .union([place, z.record(sentName, place)], { error: 'must be a place, or {name: place}' })
    .default('id'),
});

/**
 * Refuses a private IP address when the site starts, since later every fetch of a picture from this address would be
 * refused.
 */
const mediaOrigin = mediaOriginSchema.refine(
  ({ url, allowPrivate }) => allowPrivate === true || !isPrivateLiteral(url.hostname),
  'is an address of this machine or of a private network: its pictures are fetched only with "allow_private": true',
);

export const hostFileSchema = z
  .strictObject({
    $schema: z.string().optional(),
    version: z.literal(1, { error: 'must be 1: this release supports no other version' }),
    /** Base URL of the calls, with its path. */
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
    /** Differences between the host's envelope and that of the preset. */
    envelope: envelopeSchema.default({}),
    /**
     * How the calls of docs/product.md §7 are treated if the file does not name them. All other calls that the file
     * does not name count as absent.
     */
    unnamed: z.enum(['absent', 'as_contract']).default('absent'),
    calls: z.record(z.string(), callOrWord).default({}),
    fields: z.partialRecord(z.enum(hostKinds), fields).default({}),
    /** Format of booleans that are sent to the host. */
    booleans: z.enum(['numbers', 'booleans', 'texts']).default('numbers'),
    dates: z.strictObject({
      /** Time zone of the host's dates that state no zone. */
      zone,
      /** Order of day (d), month and year in the host's dates with slashes or hyphens, such as 31/12/2026. */
      read: z.enum(['dmy', 'mdy']).optional(),
      /** Format of dates that are sent to the host. */
      write: z.enum(['iso', 'sql', 'dmy', 'unix', 'unix_ms']).default('iso'),
    }),
    token: tokenSchema.default({ expires_in: 'expires_in', send: 'bearer', user: {} }),
    /** Name that people enter in the sign-in form, in addition to the password. */
    login_name: z.enum(['email', 'user_name']).default('email'),
    admins: adminsSchema.optional(),
    media: z
      .strictObject({
        /** Paths of the host that serve media. Replaces UPSTREAM_MEDIA_PATHS. */
        paths: z.array(mediaPath).optional(),
        /** Other origins with media. The key is the name under which visitors see an origin: /media/<name>/… */
        origins: z.record(mediaAliasSchema, mediaOrigin).default({}),
        upload: uploadSchema.optional(),
      })
      .default({ origins: {} }),
    headers: z.record(headerName, headerValue).default({}),
    calls_per_minute: z.int().min(1).max(100_000).optional(),
  })
  .superRefine((file, context) => {
    const reportIn = (part: string) => (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path: [part, ...path], message });
    for (const entity of hostKinds)
      judge('field', entityFields[entity], { [entity]: file.fields[entity] }, reportIn('fields'), entity);
    judgeCalls(file, reportIn('calls'));
  });

export type HostFile = z.infer<typeof hostFileSchema>;
