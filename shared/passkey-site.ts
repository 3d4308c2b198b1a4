/** Reasons why a site cannot have passkeys: codes of desk-messages.ts. */
type NoPasskeys = 'passkey.noPublicUrl' | 'passkey.insecure' | 'passkey.address';

/**
 * Returns why the site at this URL cannot have passkeys; undefined if it can. A passkey belongs to a host name (Web
 * Authentication §5.1.2: the RP ID is a domain) and needs what browsers call a secure context. The URL must be the
 * one that the operator configured: when the host name changes, every passkey is lost.
 */
export function passkeysBlockedReason(publicUrl: URL | undefined): NoPasskeys | undefined {
  if (!publicUrl) return 'passkey.noPublicUrl';
  const { protocol, hostname } = publicUrl;
  if (/^[\d.]+$|^\[/.test(hostname)) return 'passkey.address';
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isOwnMachine ? undefined : 'passkey.insecure';
}
