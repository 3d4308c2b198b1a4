/**
 * Headers that accompany a form to the API host (server/bff/intake/README.md). Only `key` has a meaning outside
 * of the embedded engine (the Idempotency-Key header field, an IETF draft); hosts may ignore all of them.
 */
export const formHeaders = {
  /** Idempotency key: identical for every repeat of one form. */
  key: 'idempotency-key',
  /** The reference that the visitor gets. */
  reference: 'x-intake-reference',
  /** When the form was received, as ISO text. */
  receivedAt: 'x-intake-received-at',
  /** A secret of the process: with it the embedded engine trusts the other headers. */
  assertion: 'x-intake-assertion',
} as const;
