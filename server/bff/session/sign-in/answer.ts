import { z } from 'zod';
import { roles } from '#shared/roles.ts';
import type { SessionUser } from '#shared/schemas/session.ts';
import { createTokenSearch, tokenFields } from '../../upstream/redact-token.ts';

/** A JSON object that was received and not validated. */
export type Json = Record<string, unknown>;

/**
 * Maximum nesting depth of an answer that is passed on. Deeper parts are dropped: they are not needed, and an extreme
 * nesting would overflow the stack.
 */
const maxDepth = 16;
const text = z.string().min(1);
/** The limits are small because the session cookie has room for only 4096 bytes, including the token. */
const userSchema = z.object({
  id: z
    .union([z.number(), text.max(64)])
    .optional()
    .catch(undefined),
  name: text
    .transform((name) => [...name].slice(0, 100).join(''))
    .optional()
    .catch(undefined),
  email: text.max(254).optional().catch(undefined),
  role: z.enum(roles).optional().catch(undefined),
});

/** Names of fields in which hosts send secrets. Such fields are removed, regardless of their values. */
const secretName = /token|jwt|bearer|secret|passw|authorization|api_?key|cookie|session/i;

/**
 * Field in which the adapter of a mapped host reports that an admin has signed in (hosts/hybrid). Its value is a hash
 * of the rule in host.json by which the admin was recognised.
 */
export const adminMark = 'engine_admin';

/** Returns the value as a JSON object; undefined for lists, texts, numbers and null. */
export function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** Returns the first text that is found in the four places that server/bff/session/README.md lists for a token. */
export function tokenIn(answer: Json): string | undefined {
  const places = [answer, asObject(answer.data)].flatMap((object) =>
    tokenFields.map((name) => object?.[name]),
  );
  return places.find((value) => typeof value === 'string' && value !== '') as string | undefined;
}

/** True if the token is valid in an Authorization header: visible ASCII only (RFC 9110 §11.6.2, §5.5). */
export function isUsableToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/**
 * True if an answer with a 2xx status is a refusal. An answer without a token is a refusal unless it explicitly
 * states success. An answer with a token is a refusal only if it explicitly states one.
 */
export function isRefusal(answer: Json, hasToken: boolean): boolean {
  const { status, success } = answer;
  if (success === false || [0, '0', false, 'error', 'fail', 'failed'].includes(status as never)) return true;
  if (hasToken) return false;
  if (status !== undefined) return ![1, '1', 200, '200', true, 'ok', 'success'].includes(status as never);
  return [answer.error, answer.errors].some((each) => each !== undefined && each !== null && each !== false);
}

/**
 * Returns the user data that the answer contains. Only short texts are used, because they are stored in the cookie.
 */
export function userIn(answer: Json): SessionUser | undefined {
  const data = asObject(answer.data);
  return [data?.user, answer.user, data?.admin, data]
    .map((each) => userSchema.safeParse(each).data)
    .find((user) => user && Object.values(user).some((value) => value !== undefined));
}

/**
 * Returns a copy of the answer without fields whose name suggests a secret, and without texts that contain the token.
 */
export function withoutSecrets<Answer>(answer: Answer, token: string): Answer {
  const { isIn } = createTokenSearch(token);
  const holdsToken = (text: string) => text === token || isIn(text);

  function clean(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return holdsToken(value) ? undefined : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= maxDepth) return undefined;
    if (Array.isArray(value)) {
      return value.map((item) => clean(item, depth + 1)).filter((item) => item !== undefined);
    }
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !secretName.test(name) && !holdsToken(name))
        .map(([name, item]) => [name, clean(item, depth + 1)]),
    );
  }
  return clean(answer, 0) as Answer;
}
