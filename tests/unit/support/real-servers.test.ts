import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startPostgres } from '../../support/postgres-server.ts';
import { s3Keys, startS3 } from '../../support/s3-server.ts';
import { testBucket, testDatabase } from '../../support/shared-servers.ts';

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

it('each database of a run is empty, speaks Unicode and knows trigrams', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()]);
  await one.query('create table here (x int)');
  await expect(other.query('select * from here')).rejects.toThrow('does not exist');
  await one.query('create extension pg_trgm');
  expect(await one.query(`select lower('ÄÖ') as low, similarity('یہ دن', 'یہ دن') as same`)).toEqual([
    { low: 'äö', same: 1 },
  ]);
  await Promise.all([one.drop(), other.drop()]);
  await expect(one.query('select 1')).rejects.toThrow('does not exist');
});

it('PostgreSQL that is killed starts again with all that was committed, and leaves no folder behind', async () => {
  const server = await startPostgres();
  const url = `${server.origin}postgres`;
  await query(url, 'create table kept as select 1 as x');
  await server.signal('SIGKILL');
  await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED');
  await server.startAgain();
  expect(await query(url, 'select x from kept')).toEqual([{ x: 1 }]);
  const [{ folder }] = (await query(url, `select current_setting('data_directory') as folder`)) as [
    { folder: string },
  ];
  expect(existsSync(folder)).toBe(true);
  await server.stop();
  expect(existsSync(join(folder, '..'))).toBe(false);
});

it('the S3 server keeps what it has over a SIGKILL', async () => {
  const server = await startS3();
  await server.makeBucket('one');
  const client = s3Client(server.endpoint);
  await client.send(new PutObjectCommand({ Bucket: 'one', Key: 'a/b', Body: 'text' }));
  await server.signal('SIGKILL');
  await expect(client.send(new GetObjectCommand({ Bucket: 'one', Key: 'a/b' }))).rejects.toThrow(
    'ECONNREFUSED',
  );
  await server.startAgain();
  const found = await client.send(new GetObjectCommand({ Bucket: 'one', Key: 'a/b' }));
  expect(await found.Body?.transformToString()).toBe('text');
  await server.stop();
  expect(existsSync(server.directory)).toBe(false);
});

it('each bucket of a run is empty', async () => {
  const bucket = await testBucket();
  const client = s3Client(bucket.endpoint);
  expect((await client.send(new ListObjectsV2Command({ Bucket: bucket.name }))).KeyCount).toBe(0);
  await bucket.drop();
  await expect(client.send(new ListObjectsV2Command({ Bucket: bucket.name }))).rejects.toThrow('bucket');
});

function s3Client(endpoint: string): S3Client {
  return new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    credentials: {
      accessKeyId: s3Keys.AWS_ACCESS_KEY_ID,
      secretAccessKey: s3Keys.AWS_SECRET_ACCESS_KEY,
    },
  });
}
