import { lookup as lookupName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Addresses and ranges that cannot serve public media: this machine, private networks, the metadata services of
 * clouds, and the ranges that the IANA registries reserve for special purposes.
 */
const notPublic = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  // 6to4, which leads to an IPv4 address.
  '2002::/16',
  '3fff::/20',
]) {
  const [network = '', prefix] = range.split('/');
  notPublic.addSubnet(network, Number(prefix), isIP(network) === 4 ? 'ipv4' : 'ipv6');
}
/**
 * The range of IPv6 addresses in the public internet. All others are loopback, unspecified, local, multicast or
 * unassigned (RFC 4291 §2.4).
 */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * True for an IP address in the public internet. IPv6 addresses whose traffic goes to an IPv4 address are not among
 * them.
 */
function isPublicAddress(address: string) {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  // An address with a scope (fe80::1%eth0) belongs to a network interface of this machine, so it is not public.
  if (family !== 6 || address.includes('%')) return false;
  return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** Thrown when a connection to an address that is not public is refused. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';

  constructor(host: string, address = host) {
    super(`${host} resolves to ${address}, which is not a public address`);
  }
}

/**
 * Creates a `lookup` function that allows connections to public addresses only. The connection uses the address that
 * was checked, so it has no effect if a name server gives another address when it is asked again (DNS rebinding). If
 * any address of a name is not public, the name is refused.
 */
export function publicLookup(resolve: typeof lookupName = lookupName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const refused = found.find(({ address }) => !isPublicAddress(address));
      if (refused) return callback(new PrivateAddressError(hostname, refused.address), []);
      const [first] = found;
      if (options.all || !first) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

/** True for an IP address that is not public, and for a name of this machine (RFC 6761 §6.3). */
export function isPrivateLiteral(hostname: string) {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address)) return !isPublicAddress(address);
  return /^(.+\.)?localhost\.?$/i.test(hostname);
}

/**
 * Throws if `isPrivateLiteral` is true for the host. This check is needed because connections to an IP address do not
 * call `lookup`.
 */
export function assertPublicHost(hostname: string) {
  if (isPrivateLiteral(hostname)) throw new PrivateAddressError(hostname);
}
