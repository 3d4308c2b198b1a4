/**
 * server/bff/upstream/README.md, "Headers to the upstream": nothing else may ever be seen there. Written out and not taken from the
 * server, whose own list is what the tests judge.
 */
export const mayReachUpstream = new Set([
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'if-none-match',
  'if-modified-since',
  'range',
  'user-agent',
  'x-request-id',
  'traceparent',
  'host',
  'connection',
  'authorization',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'idempotency-key',
]);
