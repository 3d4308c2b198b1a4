import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { type CallName, contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { loadConfig } from '../../../server/config.ts';
import { openContentApi } from '../../../server/content-api/content-api.ts';
import { openDatabases } from '../../../server/database/databases.ts';
import { listenFor } from './engine-port.ts';

interface Answer<Data> {
  status: number;
  headers: Headers;
  body: Envelope<Data>;
}

interface CallOptions {
  params?: Record<string, string | number>;
  query?: string;
  body?: FormData | string | Buffer;
  contentType?: string;
  /** `null` sends no token. */
  token?: string | null;
}

/** The engine alone, on a port, with its own data folder and an admin signed in. */
export interface TestEngine {
  url: URL;
  dataDir: string;
  token: string;
  firstAdmin: { email: string; password: string };
  logLines: Record<string, unknown>[];
  call<Data = unknown>(name: CallName, options?: CallOptions): Promise<Answer<Data>>;
  /** Sends any request; `token` as in `call`. */
  fetch(path: string, init?: RequestInit & { token?: string | null }): Promise<Response>;
  /** Lists every file under media, by relative path. */
  mediaFiles(): Promise<string[]>;
  /** Lists the files under tmp/engine: none between two calls. */
  tempFiles(): Promise<string[]>;
  close(options?: { keepData?: boolean }): Promise<void>;
}

export const testAdmin = { email: 'admin@studio.test', password: 'a password of the tests' };

/** Starts the engine; `environment` holds variables of docs/configuration.md. */
export async function startEngine(environment: Record<string, string> = {}) {
  const dataDir = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'studio-engine-')));
  const logLines: Record<string, unknown>[] = [];
  const config = loadConfig({
    SAMPLE_CONTENT: 'off',
    ADMIN_EMAIL: testAdmin.email,
    ADMIN_PASSWORD: testAdmin.password,
    ...environment,
    DATA_DIR: dataDir,
  });
  const log = pino({ base: null }, { write: (line) => void logLines.push(JSON.parse(line)) });
  const databases = await openDatabases(config, log);
  const api = await openContentApi(config, log, () => sampleSite, databases);
  const port = await listenFor(api, config, log);
  const engine: TestEngine = {
    url: port.url,
    dataDir,
    token: '',
    firstAdmin: (await api.makeFirstAdmin()) ?? testAdmin,
    logLines,
    fetch(path, { token = engine.token, ...init } = {}) {
      const headers = new Headers(init.headers);
      if (token !== null) headers.set('authorization', `Bearer ${token}`);
      return fetch(new URL(path, port.url), { ...init, headers });
    },
    async call(name, options = {}) {
      const row = contract[name];
      const path = callPath(row, options.params) + (options.query ?? '');
      const response = await engine.fetch(path, {
        method: row.method,
        ...(options.body !== undefined && { body: options.body as RequestInit['body'] }),
        ...(options.contentType && { headers: { 'content-type': options.contentType } }),
        ...(options.token !== undefined && { token: options.token }),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    mediaFiles: () => filesBelow(join(dataDir, 'media')),
    tempFiles: () => readdir(join(dataDir, 'tmp', 'engine')),
    async close({ keepData = false } = {}) {
      await port.close();
      await api.close();
      await databases.close();
      if (!keepData) await rm(dataDir, { recursive: true, force: true });
    },
  };
  engine.token = await signIn(engine, engine.firstAdmin);
  return engine;
}

export async function signIn(
  engine: Pick<TestEngine, 'call'>,
  credentials: { email: string; password: string },
) {
  const answer = await engine.call<{ token: string }>('login', {
    body: JSON.stringify(credentials),
    contentType: 'application/json',
    token: null,
  });
  return answer.body.data?.token ?? '';
}

async function filesBelow(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
