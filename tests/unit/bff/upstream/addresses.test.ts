import { expect, test } from 'vitest';
import {
  isMediaPath,
  rewriteLocation,
  rewriteMediaAddress,
} from '../../../../server/bff/upstream/addresses.ts';

const rules = { hosts: ['api.studio.example:8080'], mediaPaths: ['/storage', '/files/public'] };

test.each([
  ['/storage/x.png', true],
  ['/files/public/a/b', true],
  ['/storage', false],
  ['/storage/', false],
  ['/storagefoo/x', false],
  ['/files/publicx/y', false],
  ['/Storage/x', false],
  ['/x/storage/y', false],
])('a media path lies under a prefix, segment by segment: %s: %s', (path, expected) => {
  expect(isMediaPath(path, rules.mediaPaths)).toBe(expected);
});

test.each([
  ['http://api.studio.example:8080/storage/x.png', '/storage/x.png'],
  ['https://api.studio.example:8080/storage/x.png', '/storage/x.png'],
  ['http://api.studio.example/storage/x.png', 'http://api.studio.example/storage/x.png'],
  ['http://api.studio.example:8080/admin', 'http://api.studio.example:8080/admin'],
  ['http://api.studio.example:8080/storage/../admin', 'http://api.studio.example:8080/storage/../admin'],
  ['files/public/x', '/files/public/x'],
  ['files/public/../../x', 'files/public/../../x'],
  ['javascript:storage/x', 'javascript:storage/x'],
])('media at %s is at %s', (address, expected) => {
  expect(rewriteMediaAddress(address, rules)).toBe(expected);
});

test.each([
  ['/api/x?y=1', '/api/x?y=1'],
  ['http://api.studio.example:8080/api/x', '/api/x'],
  ['http://api.studio.example:8080/storage/x', '/storage/x'],
  ['/storage/x', '/storage/x'],
  ['/', undefined],
  ['/apifoo', undefined],
  ['api/x', undefined],
  ['//evil.example/api/x', undefined],
  ['/\\evil.example/api/x', undefined],
  ['/api/..\\..\\x', undefined],
  ['/api/../admin', undefined],
  ['http://api.studio.example:8080//evil.example', undefined],
  ['http://evil.example/api/x', undefined],
  ['http://api.studio.example:8080@evil.example/api/x', undefined],
  ['/api/x\r\nSet-Cookie: a=b', undefined],
])('a redirect to %j is shown as %s', (location, expected) => {
  expect(rewriteLocation(location, rules)).toBe(expected);
});
