import { expect, it } from 'vitest';
import { type ConfigError, loadConfig } from '../../server/config.ts';

const load = (MEDIA_URL: string) =>
  loadConfig({ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', MEDIA_URL }).MEDIA_URL;

it.each([
  [
    's3://studio.media-1/a/b_c/',
    'studio.media-1',
    'a/b_c/',
    'https://s3.us-east-1.amazonaws.com',
    'us-east-1',
  ],
  ['s3://studio?region=eu-central-1', 'studio', '', 'https://s3.eu-central-1.amazonaws.com', 'eu-central-1'],
  [
    's3://studio/site?endpoint=https://store.example:9000&region=auto',
    'studio',
    'site/',
    'https://store.example:9000',
    'auto',
  ],
  ['s3://studio?endpoint=http%3A%2F%2F%5B%3A%3A1%5D%3A3', 'studio', '', 'http://[::1]:3', 'us-east-1'],
])('MEDIA_URL takes %s', (text, bucket, prefix, endpoint, region) => {
  const isPathStyle = !endpoint.includes('amazonaws');
  expect(load(text)).toEqual({ bucket, prefix, endpoint, isPathStyle, region });
});

it.each([
  ['must be an address such as', 's3:/studio'],
  ['must name a bucket', 's3://', 's3://no', 's3://Studio', 's3://a_b_c', 's3://studio:9000'],
  [
    'must not have a user name or password',
    's3://HUSH:HUSH@studio',
    's3://HUSH@studio?endpoint=https://store.example',
  ],
  ['the prefix must be', 's3://studio/../other', 's3://studio/a b', 's3://studio/%2e%2e/other'],
  ['must not have a fragment', 's3://studio#a'],
  ['has the unknown parameter secret; only endpoint and region', 's3://studio?secret=HUSH'],
  ['has a parameter other than', 's3://studio?%0a=HUSH'],
  ['repeats region', 's3://studio?region=a&region=b'],
  ['region must be a name', 's3://studio?region=EU'],
  [
    'endpoint must be https',

    's3://studio?endpoint=http://localhost.example',
    's3://studio?endpoint=http://127.0.0.1.example',
    's3://studio?endpoint=http://store.localhost',
  ],
  ['endpoint must not have a user name', 's3://studio?endpoint=https://HUSH:HUSH@store.example'],
  ['endpoint must be an https:// address', 's3://studio?endpoint=store.example'],
  ['endpoint must not have a path', 's3://studio?endpoint=https://store.example/path'],
])('MEDIA_URL is refused: it %s', (says, ...texts) => {
  for (const text of texts) {
    expect(() => load(text), text).toThrow(`  MEDIA_URL: ${says}`);
    expect(() => load(text), text).not.toThrow('HUSH');
  }
});

it('MEDIA_URL needs its keys', () => {
  const needed = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].map(
    (name) => `  ${name}: must be set when MEDIA_URL is set`,
  );
  try {
    loadConfig({ MEDIA_URL: 's3://studio' });
  } catch (error) {
    expect((error as ConfigError).problems).toEqual(needed);
  }
  expect.assertions(1);
});
