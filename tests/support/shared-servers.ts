import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { listening } from './free-port.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { type S3Server, s3Keys, startS3 } from './s3-server.ts';

/** Secret of the sites that open each other's sessions. */
export const sharedSecret = 'the same thirty-two bytes everywhere';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address at which the tests of a run request a database or a bucket. */
    sharedServers: string;
  }
}

/**
 * File from which `npm run generate -- release-statements` reads the server's statements; unset in all other runs.
 */
const statementsLog = process.env.STATEMENTS_LOG;
/**
 * Logs each statement in a line: the client (application_name), the transaction, and the statement, with tabs before
 * its further lines.
 */
const toldEverything = { log_statement: 'all', log_line_prefix: '%a|%v|', log_parameter_max_length: '0' };

/**
 * The global set-up of all tests: one PostgreSQL and one S3 server for a run, started when the first test requests
 * one, and stopped after the last. Each test file gets its own database and bucket.
 */
export default async function shareServers(project: TestProject) {
  let postgres: Promise<PostgresServer> | undefined;
  let s3: Promise<S3Server> | undefined;
  let made = 0;
  let template: Promise<string> | undefined;
  const isFirstDepth = project.vitest.config.tagsFilter?.includes('!deep/*');
  const refuseFirstDepth = () => {
    if (isFirstDepth) throw new Error('A test that needs PostgreSQL or a bucket has the tag deep/postgres.');
  };
  const makeDatabase = async (from?: string) => {
    refuseFirstDepth();
    postgres ??= startPostgres(statementsLog ? toldEverything : {});
    const { origin } = await postgres;
    made += 1;
    const name = `test_${made}`;
    await administer(origin, `create database ${name}${from ? ` template ${from}` : ''}`);
    return { name, url: origin + name };
  };
  const makeTemplate = async () => {
    const { name, url } = await makeDatabase();
    await migrateEmpty(url);
    return name;
  };
  const answers: Record<string, (name: string) => Promise<unknown>> = {
    'POST /databases': () => makeDatabase(),
    async 'POST /migrated'() {
      template ??= makeTemplate();
      return makeDatabase(await template);
    },
    async 'DELETE /databases'(name) {
      const { origin } = await (postgres as Promise<PostgresServer>);
      await administer(origin, `drop database if exists ${name} with (force)`);
    },
    async 'POST /buckets'() {
      refuseFirstDepth();
      s3 ??= startS3();
      const server = await s3;
      made += 1;
      const name = `bucket-${made}`;
      await server.makeBucket(name);
      return { name, endpoint: server.endpoint };
    },
    async 'DELETE /buckets'(name) {
      await (await (s3 as Promise<S3Server>)).removeBucket(name);
    },
  };
  const server = createServer(async (req, res) => {
    const [, kind, name = ''] = (req.url ?? '').split('/');
    try {
      const answer = await answers[`${req.method} /${kind}`]?.(name);
      res.end(JSON.stringify(answer ?? {}));
    } catch (error) {
      res.writeHead(500).end(String(error));
    }
  });
  project.provide('sharedServers', await listening(server));
  return async () => {
    server.close();
    server.closeAllConnections();
    if (statementsLog) await writeFile(statementsLog, ((await postgres)?.log ?? []).join('\n'));
    const started = await Promise.allSettled([postgres, s3]);
    for (const each of started) if (each.status === 'fulfilled') await each.value?.stop();
  };
}

/** Creates every table that a site creates at its first start. */
async function migrateEmpty(url: string) {
  const { openDatabases } = await import('../../server/database/databases.ts');
  const databases = await openDatabases({ DATABASE_URL: url, DATA_DIR: '' }, pino({ enabled: false }));
  try {
    await databases.openContent();
    await databases.openSessions();
    await databases.openIntake();
  } finally {
    await databases.close();
  }
}

const administer = (origin: string, statement: string) => query(`${origin}postgres`, statement);

/** Runs one statement on a new connection. */
async function query(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function ask<Answer>(method: string, path: string) {
  const answer = await fetch(inject('sharedServers') + path, { method });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}

/** A PostgreSQL database without content. */
export type TestDatabase = Awaited<ReturnType<typeof testDatabase>>;

/**
 * Creates a database for this test on the server of the run; the test has to drop it. With `migrated` it already has
 * all tables, so that a site starts as quickly as at its second start.
 */
export async function testDatabase({ migrated = false } = {}) {
  const made = await ask<{ name: string; url: string }>('POST', migrated ? '/migrated' : '/databases');
  return {
    ...made,
    /** Values for DATABASE_URL and for the settings that it needs. */
    environment: { DATABASE_URL: made.url, SESSION_SECRET: sharedSecret },
    /** Runs one statement directly, past the site that uses the database. */
    query: (text: string, values?: unknown[]) => query(made.url, text, values),
    /** Removes the database, even if clients are connected. */
    drop: () => ask<void>('DELETE', `/databases/${made.name}`),
  };
}

/** An empty bucket. */
export type TestBucket = Awaited<ReturnType<typeof testBucket>>;

/**
 * Creates a bucket for this test on the S3 server of the run, with objects below `site/`; the test has to drop it.
 */
export async function testBucket() {
  const made = await ask<{ name: string; endpoint: string }>('POST', '/buckets');
  return {
    ...made,
    /** Values for MEDIA_URL and the keys. */
    environment: {
      ...s3Keys,
      MEDIA_URL: `s3://${made.name}/site?endpoint=${encodeURIComponent(made.endpoint)}`,
    },
    /** Removes the bucket and its objects. */
    drop: () => ask<void>('DELETE', `/buckets/${made.name}`),
  };
}
