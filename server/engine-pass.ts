import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { roles } from '#shared/roles.ts';

/**
 * How the BFF tells the embedded engine who asks, where a foreign host signs people in (docs/architecture.md §5, Fills): a header that is
 * signed with a random secret of the process, for one person and one call. Nothing of a browser is ever copied into it.
 */
export const passHeader = 'x-engine-pass';

const askerSchema = z.strictObject({
  email: z.string().min(1).max(254),
  name: z.string().max(200),
  role: z.enum(roles),
});

/** An admin of the host, as the engine knows them. */
export type Asker = z.infer<typeof askerSchema>;

/** What a pass is for: this and nothing else. */
interface PassedCall {
  method: string;
  /** Raw path with query. */
  path: string;
}

/**
 * The lock of an engine that answers everything: its port is open to whoever is on this machine, and each call of this process brings
 * the key, a random secret of it. What comes past the BFF meets no limit of its own otherwise.
 */
export function isKey(key: string, given: unknown): boolean {
  if (typeof given !== 'string' || given.length !== key.length) return false;
  // Headers are Latin-1: as UTF-8 it could be longer than the key after all.
  return timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(key));
}

/** `asker` is absent for a visitor. */
export function makePass(secret: Buffer, call: PassedCall, asker?: Asker): string {
  const payload = Buffer.from(JSON.stringify(asker ?? null)).toString('base64url');
  return `${payload}.${sign(secret, call, payload).toString('base64url')}`;
}

/** Who asks, by a pass that this process has made for this call; undefined for anything else. */
export function readPass(secret: Buffer, call: PassedCall, pass: unknown): { asker?: Asker } | undefined {
  if (typeof pass !== 'string') return undefined;
  const [payload = '', signature = '', ...rest] = pass.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(secret, call, payload);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
    return undefined;
  const said: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return said === null ? {} : { asker: askerSchema.parse(said) };
}

function sign(secret: Buffer, { method, path }: PassedCall, payload: string): Buffer {
  return createHmac('sha256', secret).update(`${method} ${path}\n${payload}`).digest();
}
