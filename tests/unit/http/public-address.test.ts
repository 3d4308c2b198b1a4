import type { lookup } from 'node:dns';
import { describe, expect, test, vi } from 'vitest';
import {
  assertPublicHost,
  isPrivateLiteral,
  PrivateAddressError,
  publicLookup,
} from '../../../server/http/public-address.ts';

test.each([
  '1.1.1.1',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80f::200e',
])('addresses of the public internet: %s', (address) => expect(isPrivateLiteral(address)).toBe(false));

test.each([
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback, another', '127.255.255.254'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['link-local, the metadata service of clouds', '169.254.169.254'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT', '100.127.255.255'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation', '203.0.113.7'],
  ['benchmarking', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 unspecified', '::'],
  ['IPv6 loopback', '::1'],
  ['IPv6 loopback, in full', '0:0:0:0:0:0:0:1'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 link-local with its scope', 'fe80::1%lo'],
  ['IPv6 site-local', 'fec0::1'],
  ['IPv6 unique local', 'fc00::1'],
  ['IPv6 unique local', 'fdff:ffff::1'],
  ['IPv6 metadata service', 'fd00:ec2::254'],
  ['IPv6 multicast', 'ff02::1'],
  ['IPv6 documentation', '2001:db8::1'],
  ['IPv6 documentation', '3fff::1'],
  ['Teredo, which has an IPv4 address in disguise', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['IPv6 discard', '100::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hexadecimal', '::ffff:7f00:1'],
  ['mapped metadata service', '::ffff:169.254.169.254'],
  ['compatible loopback', '::127.0.0.1'],
  ['NAT64 of loopback', '64:ff9b::7f00:1'],
  ['6to4 of loopback', '2002:7f00:1::'],
])('addresses of any other kind: %s: %s', (_kind, address) => expect(isPrivateLiteral(address)).toBe(true));

test.each([
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://0/',
  'http://①②⑦.0.0.1/',
  'http://127.0.0.1./',
  'http://[::ffff:7f00:1]/',
  'http://[::]/',
  'http://169.254.43518/',
])('%s is an address in place of a name, and is judged as one', (text) => {
  expect(() => assertPublicHost(new URL(text).hostname)).toThrow(PrivateAddressError);
});

test('names, and public addresses, may be asked for', () => {
  for (const host of ['cdn.example.com', '93.184.216.34', '[2606:4700:4700::1111]']) assertPublicHost(host);
});

/** A name server that returns these answers in turn. */
function nameServer(...answers: string[][]) {
  return vi.fn((_name: string, _options: object, callback: (error: Error | null, found: object[]) => void) =>
    callback(
      null,
      (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
  );
}

function ask(resolve: ReturnType<typeof nameServer>, options: { all?: boolean } = { all: true }) {
  return new Promise((done, failed) =>
    publicLookup(resolve as unknown as typeof lookup)('cdn.example.com', options, (error, ...found) =>
      error ? failed(error) : done(found),
    ),
  );
}

describe('a name', () => {
  test('is looked up once, and what was judged is what is connected to', async () => {
    const resolve = nameServer(['93.184.216.34', '2606:4700:4700::1111'], ['127.0.0.1']);
    expect(await ask(resolve)).toEqual([
      [
        { address: '93.184.216.34', family: 4 },
        { address: '2606:4700:4700::1111', family: 6 },
      ],
    ]);
    expect(resolve).toHaveBeenCalledTimes(1);
    await expect(ask(resolve)).rejects.toThrow('cdn.example.com resolves to 127.0.0.1');
  });

  test('is given as one address to who asks for one', async () => {
    expect(await ask(nameServer(['93.184.216.34']), {})).toEqual(['93.184.216.34', 4]);
    await expect(ask(nameServer(['10.0.0.1']), {})).rejects.toThrow(PrivateAddressError);
  });

  test('with a public and a private address is refused, whichever comes first', async () => {
    await expect(ask(nameServer(['93.184.216.34', '10.0.0.1']))).rejects.toThrow('10.0.0.1');
    await expect(ask(nameServer(['::1', '93.184.216.34']))).rejects.toThrow('::1');
  });
});
