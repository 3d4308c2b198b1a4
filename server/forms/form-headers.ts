/**
 * What goes along with a form to the API host (docs/architecture.md §5, Intake). Only `key` has a meaning to others than the embedded
 * engine (the Idempotency-Key header field, an IETF draft); hosts may ignore all of them.
 */
export const formHeaders = {
  /** The same whenever the same form is sent again. */
  key: 'idempotency-key',
  /** What the visitor was told, or will be. */
  reference: 'x-intake-reference',
  /** When the form was received, as ISO text. */
  receivedAt: 'x-intake-received-at',
  /** A secret of the process: with it the embedded engine believes the others. */
  assertion: 'x-intake-assertion',
} as const;
