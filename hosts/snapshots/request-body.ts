import type { UpstreamRequest } from '../../server/bff/upstream/upstream.ts';

/** Returns the body of a call as bytes; undefined if the call sends a form or no body. */
export function bytesOf({ body }: UpstreamRequest): Buffer | undefined {
  if (Array.isArray(body)) return Buffer.concat(body.filter((piece) => Buffer.isBuffer(piece)));
  return typeof body === 'string' ? Buffer.from(body) : Buffer.isBuffer(body) ? body : undefined;
}

export function jsonOf(wanted: UpstreamRequest): Record<string, unknown> {
  const value: unknown = JSON.parse(bytesOf(wanted)?.toString() || '{}');
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
