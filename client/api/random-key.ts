/**
 * Returns a random text for requests that may be sent twice. Made of `getRandomValues`, because browsers have
 * `randomUUID` only over https or on localhost, and a site in a local network may have neither.
 */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
