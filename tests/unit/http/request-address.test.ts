import type { IncomingMessage } from 'node:http';
import express from 'express';
import { expect, it } from 'vitest';
import { addressFor } from '../../../server/http/requests.ts';

/** Returns the address of a request that arrived over one trusted proxy, 10.0.0.1. */
function addressOf(forwarded: string | undefined) {
  const app = express().set('trust proxy', 1);
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return addressFor(app)({ headers, socket: { remoteAddress: '10.0.0.1' } } as unknown as IncomingMessage);
}

it.each([
  ['198.18.9.9', '198.18.9.9'],
  ['203.0.113.5, 198.18.9.9', '198.18.9.9'],
  ['198.18.9.9:1000', '198.18.9.9'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown', '10.0.0.1'],
  ['198.18.9.9.9', '10.0.0.1'],
  ['_hidden:7', '10.0.0.1'],
  [undefined, '10.0.0.1'],
])('the address behind a trusted proxy: %s is %s', (forwarded, address) => {
  expect(addressOf(forwarded)).toBe(address);
});
