/** Why a site cannot have passkeys: codes of desk-messages.ts. */
type NoPasskeys = 'passkey.noPublicUrl' | 'passkey.insecure' | 'passkey.address';

/**
 * Why the site at this address cannot have passkeys; undefined when it can. A passkey belongs to a host name (Web Authentication §5.1.2:
 * the RP ID is a domain) and to what browsers call a secure context, so the address must be one that the operator has said, and not
 * where the server happens to listen: with another one every passkey would be lost.
 */
export function whyNoPasskeys(publicUrl: URL | undefined): NoPasskeys | undefined {
  if (!publicUrl) return 'passkey.noPublicUrl';
  const { protocol, hostname } = publicUrl;
  if (/^[\d.]+$|^\[/.test(hostname)) return 'passkey.address';
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isOwnMachine ? undefined : 'passkey.insecure';
}
