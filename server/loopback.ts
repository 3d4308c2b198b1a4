import { isIP } from 'node:net';

/** True for the name or address of this machine, as `URL.hostname` spells it. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  );
}
