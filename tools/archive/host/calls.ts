import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { isRecord } from '#shared/is-record.ts';
import { bodyOf } from '../../../hosts/call-body.ts';
import { askUpstream } from '../../../server/bff/session/sign-in/ask-upstream.ts';
import { dumpAnswer, isJson, readJson, retryAfterMs, saysNo } from '../../../server/bff/upstream/answers.ts';
import {
  jsonBody,
  type Params,
  type Upstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '../../../server/bff/upstream/upstream.ts';
import { AppError } from '../../../server/errors.ts';
import type { SentPart } from '../../../server/forms/read-form.ts';
import { ArchiveProblem } from '../problem.ts';

/** The contract's calls to a host as one signed-in person. */
export type HostCalls = Awaited<ReturnType<typeof openHostCalls>>;

export interface Asked {
  id?: Id;
  query?: Readonly<Record<string, string | number>>;
}

interface CallsOptions {
  loginPath: string;
  logoutPath: string;
  /** VIEW_BLOG_AUTH_HEADER: name of a second header for the token, which some calls need. */
  misspelledHeader: string;
  has(row: Pick<ContractRow, 'name'>): boolean;
  /** Prints the reason when the command waits because the host asked for it. */
  say(text: string): void;
  wait(ms: number): Promise<void>;
}

/** Thrown if the host does not allow the signed-in person to read something. */
export class HostRefusal extends ArchiveProblem {}

/**
 * Maximum number of 429 answers in a row after which the command still waits and retries, and the longest time for
 * which it waits once, in milliseconds.
 */
const patience = { times: 5, ms: 120_000 };
/** Wait after a 429 answer without Retry-After, in milliseconds. */
const unnamedMs = 30_000;

const again = 'Run the same command again: it continues from here.';

/** Connection of one person to one host. */
interface Connection extends Pick<CallsOptions, 'misspelledHeader' | 'say' | 'wait'> {
  upstream: Upstream;
  name: string;
  token: string | undefined;
  common: Readonly<Record<string, string>>;
}

/** Signs in once, and returns the calls. Rejects with ArchiveProblem, whose message never contains the password. */
export async function openHostCalls(
  upstream: Upstream,
  credentials: { email: string; password: string } | undefined,
  options: CallsOptions,
) {
  const name = upstream.url.origin;
  const common = { host: upstream.url.host, accept: 'application/json', 'user-agent': 'studio-site moving' };
  const token = credentials && (await signIn(upstream, credentials, common, options.loginPath));
  const connection: Connection = { ...options, upstream, name, token, common };
  /** Names of extension calls that the host has turned out to lack. Only needed for a host without host.json. */
  const missing = new Set<string>();
  const noteMissing = (row: ContractRow, id: Id | undefined) => {
    // If the call has an id, a 404 may mean that only the record is missing. So this call is not recorded as missing.
    if (id === undefined && row.origin === 'extension') missing.add(row.name);
  };

  return {
    /** Name of the host for reports. */
    name,
    /** False if the host is known to lack this call. */
    has: (call: CallName) => options.has(contract[call]) && !missing.has(call),
    /**
     * Makes a read and returns the `data` of its answer; undefined if the host answers that there is no such record.
     * Rejects with ArchiveProblem if the move cannot continue.
     */
    async get(call: CallName, asked: Asked = {}): Promise<unknown> {
      const row: ContractRow = contract[call];
      const answer = await ask(connection, row, asked).catch(nothingIfMissing);
      if (!answer) return undefined;
      const { status } = answer;
      if (status === 404 || status === 405 || status === 410) {
        dumpAnswer(answer);
        noteMissing(row, asked.id);
        return undefined;
      }
      const json = await jsonOf(answer, name, row);
      if (status >= 400 || saysNo(json))
        throw new HostRefusal(`${name} refuses ${row.name} (${status}): ${wordsIn(json)}`);
      return json.data;
    },
    /** Makes a call that answers with a file, and returns that answer. */
    async file(call: CallName, asked: Asked) {
      const answer = await ask(connection, contract[call], asked, { headers: { accept: '*/*' } });
      if (answer.status === 200) return answer;
      dumpAnswer(answer);
      return { refused: `answered ${answer.status}` };
    },
    /** Makes a call that changes data. `refused` is the host's message if it refused the call and stored nothing. */
    async send(
      call: CallName,
      said: {
        id?: Id;
        values: readonly (readonly [name: string, value: unknown])[];
        files?: readonly Extract<SentPart, { kind: 'file' }>[];
      },
    ): Promise<{ data: unknown } | { refused: string; code?: string }> {
      const { id, values, files = [] } = said;
      const row: ContractRow = contract[call];
      const answer = await ask(connection, row, { id }, bodyOf(row, values, files)).catch(refusalOfAdapter);
      if ('refused' in answer) return answer;
      const { status } = answer;
      if (status === 204 || status === 205) {
        dumpAnswer(answer);
        return { data: undefined };
      }
      if (status === 404 || status === 405) noteMissing(row, id);
      const json = await jsonOf(answer, name, row);
      return status >= 400 || saysNo(json) ? { refused: `${status}: ${wordsIn(json)}` } : { data: json.data };
    },
    async signOut() {
      const row: ContractRow = contract.logout;
      if (!token || !options.has(row)) return;
      const headers = { ...headersFor(connection, row), 'content-length': '0' };
      const sent = upstream.request({ method: 'POST', path: options.logoutPath, row, headers });
      await sent.then(dumpAnswer, () => {});
    },
  };
}

function headersFor({ common, token, misspelledHeader }: Connection, row: ContractRow) {
  const bearer = token && { authorization: `Bearer ${token}` };
  const misspelled = token && row.misspelledAuth && { [misspelledHeader]: `Bearer ${token}` };
  return { ...common, ...bearer, ...misspelled };
}

/**
 * Sends a request to the host. Waits and retries if the host asks to wait. Rejects with ArchiveProblem if the move
 * cannot continue.
 */
async function ask(
  connection: Connection,
  row: ContractRow,
  { id, query = {} }: Asked,
  body: Partial<UpstreamRequest> = {},
) {
  const { upstream, name, token, say, wait } = connection;
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)] as [string, string]),
  );
  const params: Params = id === undefined ? {} : { id: String(id) };
  const path = `${callPath(row, params)}${search.size > 0 ? `?${search}` : ''}`;
  const headers = { ...headersFor(connection, row), ...body.headers };
  for (let times = 1; ; times += 1) {
    const answer = await upstream
      .request({ ...body, method: row.method, row, params, path, headers })
      .catch((error: unknown) => {
        throw failureIn(error, name, row.name);
      });
    const { status } = answer;
    const isEnd = [401, 408].includes(status) || status >= 500 || (status >= 300 && status < 400);
    if (!isEnd && status !== 429) return answer;
    dumpAnswer(answer);
    if (status === 401)
      throw new ArchiveProblem(
        token
          ? `${name} no longer accepts the sign-in (401 to ${row.name}). ${again}`
          : `${name} requires a sign-in for ${row.name} (401).`,
      );
    if (isEnd) throw new ArchiveProblem(`${name} answered ${status} to ${row.name}. ${again}`);
    const ms = Math.max(0, retryAfterMs(answer.headers['retry-after'], Date.now()) ?? unnamedMs);
    const seconds = Math.ceil(ms / 1000);
    if (ms > patience.ms || times > patience.times)
      throw new ArchiveProblem(
        `${name} refuses more calls now (429), and asks to wait ${seconds} seconds. ${again}`,
      );
    say(`${name} asks to wait (429): continuing in ${seconds} seconds.`);
    await wait(ms);
  }
}

async function signIn(
  upstream: Upstream,
  { email, password }: { email: string; password: string },
  common: Record<string, string>,
  path: string,
) {
  const body = jsonBody({ email, password });
  const { length } = body.bytes;
  const headers = { ...common, 'content-type': 'application/json', 'content-length': String(length) };
  const name = upstream.url.origin;
  const outcome = await askUpstream(upstream, { row: contract.login, path }, headers, body).catch(
    (error: unknown) => {
      throw failureIn(error, name, contract.login.name);
    },
  );
  if (!('token' in outcome)) throw new ArchiveProblem(`${name} does not accept this name and password.`);
  return outcome.token;
}

/**
 * Returns undefined for the adapter's own 404, which means that the record is missing: the adapter sends it if single
 * records are answered from a list. Throws any other error again.
 */
function nothingIfMissing(error: unknown) {
  const { cause } = error as Error;
  if (!(cause instanceof AppError && cause.status === 404)) throw error;
}

/** Converts a refusal by the adapter, which has not sent the call, into an answer. */
function refusalOfAdapter(error: unknown) {
  const { cause } = error as Error;
  if (!(cause instanceof AppError && cause.status >= 400 && cause.status < 500)) throw error;
  return { refused: cause.message, code: cause.code };
}

async function jsonOf(answer: UpstreamAnswer, name: string, row: ContractRow): Promise<{ data?: unknown }> {
  if (!isJson(answer)) {
    dumpAnswer(answer);
    // Some hosts send refusals as HTML. The status is then enough.
    if (answer.status >= 400) return {};
    throw new ArchiveProblem(`${name} answered ${row.name} without JSON. ${again}`);
  }
  const json = await readJson(answer).catch((error: unknown) => {
    throw failureIn(error, name, row.name);
  });
  return isRecord(json) ? json : {};
}

/** Returns the error for a failed connection to the host, with an explanation for the operator. */
function failureIn(error: unknown, name: string, call: string) {
  if (!(error instanceof AppError)) return error;
  const { cause, message } = error;
  // If a host name has several IP addresses, there is an error for each. The first one is reported.
  const inner = (cause instanceof AggregateError ? cause.errors[0] : cause) as
    | NodeJS.ErrnoException
    | undefined;
  const reason = inner?.message || inner?.code || message;
  return new ArchiveProblem(`${name} does not answer ${call}: ${reason}. ${again}`, { cause: error });
}

/** Returns the host's message in a refusal, shortened. */
function wordsIn(json: unknown) {
  const { message, errors } = (json ?? {}) as { message?: unknown; errors?: unknown };
  const fields = Object.entries(isRecord(errors) ? errors : {}).map(
    ([field, texts]) => `${field}: ${[texts].flat().join(' ')}`,
  );
  const said = typeof message === 'string' ? [message] : [];
  return [...said, ...fields].join('; ').slice(0, 500) || 'without a message';
}
