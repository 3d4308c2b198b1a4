import { z } from 'zod';
import { deskMessages } from '../desk-messages.ts';
import { limits } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import { fieldsOf, line } from './fields.ts';
import { idSchema } from './id.ts';

/** By what somebody can prove, after the password, that it is they. */
export const secondSteps = ['totp', 'passkey', 'recovery'] as const;

export type SecondStep = (typeof secondSteps)[number];

/** What the 401 `login.secondStep` carries as `data`. */
export const secondStepNeeded = z.object({ methods: z.array(z.enum(secondSteps)) });

/** Characters of what a browser says of a passkey; the longest public keys and attestations that there are stay far below. */
const longestPart = 8_192;
const part = z.string().min(1).max(longestPart);
const names = z.array(z.string().max(40)).max(10);

/** Characters of the name that somebody gives to a passkey. */
export const passkeyNameMax = 60;

/** What `navigator.credentials.get` gave, as JSON (Web Authentication §5.1: AuthenticationResponseJSON). */
const assertionSchema = z.object(
  {
    id: part,
    rawId: part,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: part,
      authenticatorData: part,
      signature: part,
      userHandle: part.optional(),
    }),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
    clientExtensionResults: z.object({}),
  },
  deskMessages['passkey.unreadable'],
);

/** What `navigator.credentials.create` gave, as JSON (RegistrationResponseJSON). */
const attestationSchema = z.object(
  {
    id: part,
    rawId: part,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: part,
      attestationObject: part,
      authenticatorData: part.optional(),
      transports: names.optional(),
      publicKeyAlgorithm: z.number().optional(),
      publicKey: part.optional(),
    }),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
    clientExtensionResults: z.object({}),
  },
  deskMessages['passkey.unreadable'],
);

const codeRequired = deskMessages['secondStep.codeRequired'];

/** Six digits as people type them: spaces are no part of it. */
const codeField = z
  .string(codeRequired)
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(
    z
      .string()
      .min(1, codeRequired)
      .regex(/^\d{6}$/, deskMessages['secondStep.codeShape']),
  );

/** Letters and digits in groups, however they are typed. */
const recoveryField = z
  .string(deskMessages['secondStep.recoveryRequired'])
  .max(limits.line, messageText('field.tooLong', { limit: limits.line }))
  .transform((typed) => typed.toLowerCase().replace(/[^a-z0-9]/g, ''))
  .pipe(z.string().min(1, deskMessages['secondStep.recoveryRequired']));

/**
 * The body of secondStep: one of the three. `ticket` is what the host gave with its 401 `login.secondStep`: the BFF puts it in, whatever
 * a browser sends.
 */
export const secondStepSchema = fieldsOf({
  ticket: z.string().max(longestPart).optional(),
  code: codeField.optional(),
  recovery_code: recoveryField.optional(),
  passkey: assertionSchema.optional(),
}).refine(({ code, recovery_code, passkey }) => [code, recovery_code, passkey].filter(Boolean).length === 1, {
  path: ['code'],
  error: codeRequired,
});

/** The body of passkeyLogin. */
export const passkeyLoginSchema = fieldsOf({ passkey: assertionSchema });

/** What `navigator.credentials.get` is to be asked, as JSON. */
export const passkeyOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});

/** What protects an account besides its password. */
export const accountSecuritySchema = z.object({
  totp: z.object({ created_at: z.string() }).nullable(),
  passkeys: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      created_at: z.string(),
      last_used_at: z.string().nullable(),
    }),
  ),
  /** Codes that are left. */
  recovery_codes: z.number(),
  /** Why this site cannot have passkeys, in words; null when it can. */
  no_passkeys: z.string().nullable(),
});

/** Whoever changes a factor says the password once more. */
export const withPasswordSchema = fieldsOf({
  current_password: z
    .string(messages['password.currentRequired'])
    .min(1, messages['password.currentRequired'])
    .max(limits.password, messageText('field.tooLong', { limit: limits.password })),
});

export const totpCodeSchema = fieldsOf({ code: codeField });

/** Base32, and the same as an address for the app. */
export const totpStartSchema = z.object({ key: z.string(), uri: z.string() });

export const addPasskeySchema = fieldsOf({
  name: line(passkeyNameMax),
  passkey: attestationSchema,
});

/** The first factor comes with recovery codes, and further ones with none. */
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });

export type AccountSecurity = z.infer<typeof accountSecuritySchema>;
export type Assertion = z.infer<typeof assertionSchema>;
export type Attestation = z.infer<typeof attestationSchema>;
