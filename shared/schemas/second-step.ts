import { z } from 'zod';
import { deskMessages } from '../desk-messages.ts';
import { limits } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import { fieldsOf, idSchema, line } from './fields.ts';

/** Ways to prove one's identity after the password. */
export const secondSteps = ['totp', 'passkey', 'recovery'] as const;

export type SecondStep = (typeof secondSteps)[number];

/** The schema of `data` in the 401 `login.secondStep`. */
export const secondStepNeeded = z.object({ methods: z.array(z.enum(secondSteps)) });

/**
 * The longest part of a browser's passkey answer that is accepted, in characters. The longest known public keys and
 * attestations are far shorter.
 */
const longestPart = 8_192;
const part = z.string().min(1).max(longestPart);
const names = z.array(z.string().max(40)).max(10);

/** Longest name of a passkey, in characters. */
export const passkeyNameMax = 60;

/** A browser's answer about a passkey, as JSON (Web Authentication §5.1). */
const answerWith = <Response extends z.ZodType>(response: Response) =>
  z.object(
    {
      id: part,
      rawId: part,
      type: z.literal('public-key'),
      response,
      authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
      clientExtensionResults: z.object({}),
    },
    deskMessages['passkey.unreadable'],
  );

/** The result of `navigator.credentials.get` (AuthenticationResponseJSON). */
const assertionSchema = answerWith(
  z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: part.optional(),
  }),
);

/** The result of `navigator.credentials.create` (RegistrationResponseJSON). */
const attestationSchema = answerWith(
  z.object({
    clientDataJSON: part,
    attestationObject: part,
    authenticatorData: part.optional(),
    transports: names.optional(),
    publicKeyAlgorithm: z.number().optional(),
    publicKey: part.optional(),
  }),
);

const codeRequired = deskMessages['secondStep.codeRequired'];

/** Six digits as people type them: spaces are ignored. */
const codeField = z
  .string(codeRequired)
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(
    z
      .string()
      .min(1, codeRequired)
      .regex(/^\d{6}$/, deskMessages['secondStep.codeShape']),
  );

/** A recovery code: letters and digits in groups. Upper or lower case and the separators do not matter. */
const recoveryField = z
  .string(deskMessages['secondStep.recoveryRequired'])
  .max(limits.line, messageText('field.tooLong', { limit: limits.line }))
  .transform((typed) => typed.toLowerCase().replace(/[^a-z0-9]/g, ''))
  .pipe(z.string().min(1, deskMessages['secondStep.recoveryRequired']));

/**
 * The body of secondStep: proof by one of the three ways. `ticket` comes from the 401 `login.secondStep`; the BFF
 * adds it, and ignores a ticket that the browser sends.
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

/** Options for `navigator.credentials.get`, as JSON. */
export const passkeyOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});

/** The second steps of an account, in addition to its password. */
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
  /** Number of unused recovery codes. */
  recovery_codes: z.number(),
  /** Text that explains why this site cannot have passkeys; null if it can. */
  no_passkeys: z.string().nullable(),
});

/** A body with the password, which every change of a factor requires again. */
export const withPasswordSchema = fieldsOf({
  current_password: z
    .string(messages['password.currentRequired'])
    .min(1, messages['password.currentRequired'])
    .max(limits.password, messageText('field.tooLong', { limit: limits.password })),
});

export const totpCodeSchema = fieldsOf({ code: codeField });

/** The key in Base32, and as a URI for the authenticator app. */
export const totpStartSchema = z.object({ key: z.string(), uri: z.string() });

export const addPasskeySchema = fieldsOf({
  name: line(passkeyNameMax),
  passkey: attestationSchema,
});

/** Recovery codes are created together with the first factor; for further factors the list is empty. */
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });

export type AccountSecurity = z.infer<typeof accountSecuritySchema>;
export type Assertion = z.infer<typeof assertionSchema>;
export type Attestation = z.infer<typeof attestationSchema>;
