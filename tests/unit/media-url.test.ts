import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../server/config.ts';

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('MEDIA_URL', () => {
  const amazon = { endpoint: 'https://s3.us-east-1.amazonaws.com', isPathStyle: false, region: 'us-east-1' };
  it.each([
    ['s3://studio', { bucket: 'studio', prefix: '', ...amazon }],
    ['s3://studio/', { bucket: 'studio', prefix: '', ...amazon }],
    ['s3://studio.media-1/a/b_c/', { bucket: 'studio.media-1', prefix: 'a/b_c/', ...amazon }],
    [
      's3://studio?region=eu-central-1',
      {
        bucket: 'studio',
        prefix: '',
        endpoint: 'https://s3.eu-central-1.amazonaws.com',
        isPathStyle: false,
        region: 'eu-central-1',
      },
    ],
    [
      's3://studio/site?endpoint=https://store.example:9000&region=auto',
      {
        bucket: 'studio',
        prefix: 'site/',
        endpoint: 'https://store.example:9000',
        isPathStyle: true,
        region: 'auto',
      },
    ],
    ...['localhost:1', '127.0.0.1:2', '[::1]:3'].map((host): [string, object] => [
      `s3://studio?endpoint=${encodeURIComponent(`http://${host}`)}`,
      { bucket: 'studio', prefix: '', endpoint: `http://${host}`, isPathStyle: true, region: 'us-east-1' },
    ]),
  ])('takes %s', (text, expected) => {
    expect(loadConfig({ ...keys, MEDIA_URL: text }).MEDIA_URL).toEqual(expected);
  });

  it.each([
    ['https://store.example/b', 'must be an address such as'],
    ['s3:/studio', 'must be an address such as'],
    ['s3://', 'must name a bucket'],
    ['s3://no', 'must name a bucket'],
    ['s3://Studio', 'must name a bucket'],
    ['s3://a_b_c', 'must name a bucket'],
    ['s3://studio:9000', 'must name a bucket'],
    ['s3://HUSH:HUSH@studio', 'must not have a user name or password'],
    ['s3://HUSH@studio?endpoint=https://store.example', 'must not have a user name or password'],
    ['s3://studio/../other', 'the prefix must be'],
    ['s3://studio/a b', 'the prefix must be'],
    ['s3://studio/%2e%2e/other', 'the prefix must be'],
    ['s3://studio#a', 'must not have a fragment'],
    ['s3://studio?secret=HUSH', 'has the unknown parameter secret; only endpoint and region'],
    ['s3://studio?access_key=HUSH&region=x', 'has the unknown parameter access_key'],
    ['s3://studio?%0a=HUSH', 'has a parameter other than'],
    ['s3://studio?region=a&region=b', 'repeats region'],
    ['s3://studio?region=EU', 'region must be a name'],
    ['s3://studio?endpoint=store.example', 'endpoint must be an https:// address'],
    ['s3://studio?endpoint=http://store.example', 'endpoint must be https'],
    ['s3://studio?endpoint=http://localhost.example', 'endpoint must be https'],
    ['s3://studio?endpoint=http://127.0.0.1.example', 'endpoint must be https'],
    ['s3://studio?endpoint=http://store.localhost', 'endpoint must be https'],
    ['s3://studio?endpoint=https://HUSH:HUSH@store.example', 'endpoint must not have a user name'],
    ['s3://studio?endpoint=https://store.example/path', 'endpoint must not have a path'],
  ])('refuses %s: %s', (text, says) => {
    const problems = problemsOf({ ...keys, MEDIA_URL: text });
    expect(problems.join('\n')).toContain(`  MEDIA_URL: ${says}`);
    expect(problems.join('\n')).not.toContain('HUSH');
  });

  it('needs its keys', () => {
    expect(problemsOf({ MEDIA_URL: 's3://studio' })).toEqual([
      '  AWS_ACCESS_KEY_ID: must be set when MEDIA_URL is set',
      '  AWS_SECRET_ACCESS_KEY: must be set when MEDIA_URL is set',
    ]);
    expect(problemsOf({ AWS_ACCESS_KEY_ID: 'somebody else', AWS_SECRET_ACCESS_KEY: 'x' })).not.toEqual([]);
    expect(problemsOf(keys)).toEqual([]);
  });
});
