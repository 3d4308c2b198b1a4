import { type Role, roles } from '#shared/roles.ts';
import type { SessionUser } from '#shared/schemas/session.ts';
import { tokenFields } from '../../upstream/redaction/token-fields.ts';
import { createTokenFinder } from '../../upstream/redaction/token-finder.ts';

/** A JSON object of an answer, of which nothing is known. */
export type Json = Record<string, unknown>;

/** Parts of an answer that lie deeper are left out: nobody needs them, and a hostile depth would end the process. */
const maxDepth = 16;
/** There is little room in the cookie: 4096 bytes with the token. */
const maxNameLength = 100;
const maxEmailLength = 254;
const maxIdLength = 64;

/** Names of fields in which hosts send secrets. Any of them is dropped, whatever it holds. */
const secretName = /token|jwt|bearer|secret|passw|authorization|api_?key|cookie|session/i;

/** Under this name the adapter of a host says that an admin has signed in (hosts/fill). */
export const adminMark = 'engine_admin';

/** The value as a JSON object; undefined for lists, texts, numbers and null. */
export function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** The token, from the first of the four places of docs/architecture.md §4 that has a text. */
export function tokenIn(answer: Json): string | undefined {
  const places = [answer, asObject(answer.data)].flatMap((object) =>
    tokenFields.map((name) => object?.[name]),
  );
  return places.find((value) => typeof value === 'string' && value !== '') as string | undefined;
}

/** True when the token can stand in an Authorization header: visible ASCII, nothing else (RFC 9110 §11.6.2, §5.5). */
export function isUsableToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/**
 * True when a 2xx answer says no all the same. Without a token, anything but a word of success is a no; with one, the
 * answer must say so plainly.
 */
export function isRefusal(answer: Json, hasToken: boolean): boolean {
  const { status, success } = answer;
  if (success === false || [0, '0', false, 'error', 'fail', 'failed'].includes(status as never)) return true;
  if (hasToken) return false;
  if (status !== undefined) return ![1, '1', 200, '200', true, 'ok', 'success'].includes(status as never);
  return [answer.error, answer.errors].some((each) => each !== undefined && each !== null && each !== false);
}

/** Who signed in, as far as the answer tells; short texts only, since it travels in the cookie. */
export function userIn(answer: Json): SessionUser | undefined {
  const data = asObject(answer.data);
  for (const each of [data?.user, answer.user, data?.admin, data]) {
    const found = asObject(each);
    if (!found) continue;
    const user: SessionUser = {
      ...(isId(found.id) && { id: found.id }),
      ...(isText(found.name) && { name: [...found.name].slice(0, maxNameLength).join('') }),
      ...(isText(found.email) && found.email.length <= maxEmailLength && { email: found.email }),
      ...(isRole(found.role) && { role: found.role }),
    };
    if (Object.keys(user).length > 0) return user;
  }
  return undefined;
}

/** A copy of the answer without the token: no field of a telling name, and no text that has the token in it. */
export function withoutSecrets<Answer>(answer: Answer, token: string): Answer {
  const finder = createTokenFinder(token);
  const holdsToken = (text: string) => text === token || finder.find(Buffer.from(text)).length > 0;

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

function isRole(value: unknown): value is Role {
  return roles.includes(value as Role);
}

function isId(value: unknown): value is string | number {
  return typeof value === 'number' || (isText(value) && value.length <= maxIdLength);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
