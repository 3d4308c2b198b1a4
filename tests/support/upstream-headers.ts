/**
 * Headers that the upstream may receive (server/bff/upstream/README.md, "Headers to the upstream"). Written out and
 * not imported from the server, because the tests judge the server's list.
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
