import type { Readable } from 'node:stream';
import { type ContractRow, rows } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
import { limits } from '#shared/limits.ts';
import { envelopeOf } from '#shared/schemas/envelope.ts';
import type { Upstream } from '../../server/bff/upstream/upstream.ts';
import type { Config } from '../../server/config.ts';

/** What one check found, in words for the engineer. */
export interface Finding {
  result: 'pass' | 'fail' | 'skip';
  subject: string;
  text: string;
}

interface Answer {
  status: number;
  body: unknown;
  milliseconds: number;
}

/** Where an API host may put the token of a sign-in (DESIGN §4). */
const tokenPlaces = [['token'], ['access_token'], ['data', 'token'], ['data', 'access_token']];

/** Runs all checks in order, each as soon as the one before is done. Nothing on the host is changed. */
export async function* checkUpstream(upstream: Upstream, config: Config): AsyncGenerator<Finding> {
  try {
    await upstream.probe();
    yield { result: 'pass', subject: 'host', text: 'answers' };
  } catch (error) {
    yield { result: 'fail', subject: 'host', text: `does not answer (${reason(error)})` };
    return;
  }
  const ids = new Map<string, number>();
  for (const row of rows.filter((each) => each.method === 'GET' && each.origin !== 'session')) {
    yield await checkRead(upstream, row, ids);
  }
  yield* checkSignIn(upstream, config);
}

async function checkRead(upstream: Upstream, row: ContractRow, ids: Map<string, number>): Promise<Finding> {
  const subject = `GET ${row.path}`;
  const id = ids.get(row.path.includes('Category') ? 'category' : 'post');
  if (row.path.includes('{id}') && id === undefined) {
    return { result: 'skip', subject, text: 'no entry known to ask for' };
  }
  try {
    const answer = await ask(upstream, 'GET', callPath(row, { id: id ?? 0 }));
    if (row.access === 'admin') {
      return answer.status === 401 || answer.status === 403
        ? { result: 'pass', subject, text: `asks for a token (${answer.status})` }
        : { result: 'fail', subject, text: `answers ${answer.status} to somebody without a token` };
    }
    if (answer.status === 404 && row.origin === 'extension') {
      return { result: 'skip', subject, text: 'not there; this is an extension, its page stays empty' };
    }
    const checked = envelopeOf(row.data).safeParse(answer.body);
    if (answer.status !== 200 || !checked.success) {
      const issue = checked.error?.issues[0];
      const detail = issue ? ` at ${issue.path.join('.') || 'the top'}: ${issue.message}` : '';
      return { result: 'fail', subject, text: `answers ${answer.status}${detail}` };
    }
    rememberId(row, answer.body, ids);
    return { result: 'pass', subject, text: `${answer.milliseconds} ms` };
  } catch (error) {
    return { result: 'fail', subject, text: reason(error) };
  }
}

async function* checkSignIn(upstream: Upstream, config: Config): AsyncGenerator<Finding> {
  const subject = `POST ${config.UPSTREAM_LOGIN_PATH}`;
  if (!config.ADMIN_PASSWORD) {
    yield { result: 'skip', subject, text: 'set ADMIN_EMAIL and ADMIN_PASSWORD to try a sign-in' };
    return;
  }
  try {
    const credentials = { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD };
    const answer = await ask(upstream, 'POST', config.UPSTREAM_LOGIN_PATH, { body: credentials });
    const place = tokenPlaces.find((path) => typeof dig(answer.body, path) === 'string');
    const token = place && (dig(answer.body, place) as string);
    if (answer.status !== 200 || !token) {
      yield {
        result: 'fail',
        subject,
        text: `answers ${answer.status}, and no token is in ${tokenPlaces.map((path) => path.join('.')).join(', ')}`,
      };
      return;
    }
    yield {
      result: 'pass',
      subject,
      text: `gives a token of ${token.length} characters in ${place.join('.')}`,
    };
    const admin = rows.find(
      (row) => row.method === 'GET' && row.access === 'admin' && !row.path.includes('{'),
    );
    if (admin) {
      const read = await ask(upstream, 'GET', admin.path, { token });
      const ok = read.status === 200 && envelopeOf(admin.data).safeParse(read.body).success;
      yield {
        result: ok ? 'pass' : 'fail',
        subject: `GET ${admin.path} with the token`,
        text: `answers ${read.status}`,
      };
    }
    const out = await ask(upstream, 'POST', config.UPSTREAM_LOGOUT_PATH, { token });
    const text = `answers ${out.status}`;
    yield {
      result: out.status < 400 ? 'pass' : 'skip',
      subject: `POST ${config.UPSTREAM_LOGOUT_PATH}`,
      text,
    };
  } catch (error) {
    yield { result: 'fail', subject, text: reason(error) };
  }
}

async function ask(
  upstream: Upstream,
  method: string,
  path: string,
  { body, token }: { body?: unknown; token?: string } = {},
): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const started = performance.now();
  const answer = await upstream.request({
    method,
    path,
    headers: {
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    },
    ...(text && { body: text }),
  });
  const read = await readText(answer.body);
  return { status: answer.status, body: parse(read), milliseconds: Math.round(performance.now() - started) };
}

async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > 2 * limits.richTextBytes) throw new Error('the answer does not end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function rememberId(row: ContractRow, body: unknown, ids: Map<string, number>): void {
  const id = Number(dig(body, ['data', 'data', '0', 'id']));
  if (id > 0) ids.set(row.path.includes('Category') ? 'category' : 'post', id);
}

function dig(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
    value,
  );
}

function reason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  return cause?.code ?? (error instanceof Error ? error.message : String(error));
}
