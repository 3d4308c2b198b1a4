import { isRecord } from '#shared/is-record.ts';

/**
 * A JSON body that was parsed once: an upstream in this process reads its value, and a host is sent its bytes. The
 * value has only the fields of the call's row; the bytes of a body that a browser sent are unchanged.
 */
export interface JsonBody {
  value: unknown;
  bytes: Buffer;
}

/** Returns the JSON body of a call that this site makes itself. */
export function jsonBody(value: unknown): JsonBody {
  return { value, bytes: Buffer.from(JSON.stringify(value)) };
}

/** Returns the value of a field; undefined if the body has no such field. */
export function fieldOf(json: JsonBody | undefined, name: string): unknown {
  return isRecord(json?.value) && Object.hasOwn(json.value, name) ? json.value[name] : undefined;
}
