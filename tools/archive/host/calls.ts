import { setTimeout as wait } from 'node:timers/promises';
import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import type { Id } from '#shared/id.ts';
import { isRecord } from '#shared/json.ts';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import { adaptUpstream } from '../../../hosts/adapt/adapted-upstream.ts';
import { createHostMap } from '../../../hosts/adapt/host-map.ts';
import { bodyOf, type Values } from '../../../hosts/call-body.ts';
import { hasByFile } from '../../../hosts/open-host-file.ts';
import { readSignIn } from '../../../server/bff/session/sign-in/sign-in.ts';
import { dumpAnswer, isJson, readJson, retryAfterMs, saysNo } from '../../../server/bff/upstream/answers.ts';
import { createUpstream } from '../../../server/bff/upstream/client.ts';
import { jsonBody, type Upstream, type UpstreamAnswer } from '../../../server/bff/upstream/upstream.ts';
import { loadConfig } from '../../../server/config.ts';
import { createWindow } from '../../../server/database/site/limiter.ts';
import { AppError } from '../../../server/errors.ts';
import { openHost } from '../../../server/product/open-company.ts';
import { askAccount } from '../../terminal.ts';
import { openFetcher } from '../fetcher.ts';
import { ArchiveProblem } from '../format.ts';

/** The contract's calls to a host as one signed-in person. */
export type HostCalls = Awaited<ReturnType<typeof openHostCalls>>;

export interface Asked {
  id?: Id;
  query?: Readonly<Record<string, string>>;
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

/** Maximum number of 429 answers in a row after which the command still waits, and of milliseconds to wait once. */
const patience = { times: 5, ms: 120_000 };
/** Wait after a 429 answer without Retry-After, in milliseconds. */
const unnamedMs = 30_000;

const again = 'Run the same command again: it continues from here.';

/** The connection of one person to one host. `token` is there after the sign-in. */
function connect(upstream: Upstream, { misspelledHeader, say, wait }: CallsOptions) {
  const name = upstream.url.origin;
  const connection = { name, token: undefined as string | undefined, headersFor, failed, ask };

  function headersFor(row: ContractRow): Record<string, string> {
    const bearer = connection.token && `Bearer ${connection.token}`;
    return {
      host: upstream.url.host,
      accept: 'application/json',
      'user-agent': 'studio-site moving',
      ...(bearer && { authorization: bearer, ...(row.misspelledAuth && { [misspelledHeader]: bearer }) }),
    };
  }

  /** Returns a function that throws the error of a failed call with an explanation for the operator. */
  function failed(row: ContractRow) {
    return (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      const { cause, message } = error;
      // If a host name has several IP addresses, there is an error for each. The first one is reported.
      const { message: reason, code = message }: Partial<NodeJS.ErrnoException> =
        (cause instanceof AggregateError ? cause.errors[0] : cause) ?? {};
      throw new ArchiveProblem(`${name} does not answer ${row.name}: ${reason || code}. ${again}`, {
        cause: error,
      });
    };
  }

  /** Returns why the move ends with an answer of this status; undefined if it goes on. */
  function endAt(status: number, row: ContractRow) {
    if (status === 401 && !connection.token) return `${name} requires a sign-in for ${row.name} (401).`;
    if (status === 401) return `${name} no longer accepts the sign-in (401 to ${row.name}). ${again}`;
    const isEnd = status === 408 || status >= 500 || (status >= 300 && status < 400);
    return isEnd ? `${name} answered ${status} to ${row.name}. ${again}` : undefined;
  }

  /** Sends a request. Waits and retries if the host asks to wait. Rejects if the move cannot continue. */
  async function ask(row: ContractRow, { id, query = {} }: Asked, body?: ReturnType<typeof bodyOf>) {
    const search = new URLSearchParams(query);
    const params: Record<string, string> = id === undefined ? {} : { id: String(id) };
    const path = `${callPath(row, params)}${search.size > 0 ? `?${search}` : ''}`;
    const headers = { ...headersFor(row), ...body?.headers };
    for (let times = 1; ; times += 1) {
      const asked = { ...body, method: row.method, row, params, path, headers };
      const answer = await upstream.request(asked).catch(failed(row));
      const end = endAt(answer.status, row);
      if (!end && answer.status !== 429) return answer;
      dumpAnswer(answer);
      if (end) throw new ArchiveProblem(end);
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
  return connection;
}

/** Signs in once, and returns the calls. Rejects with ArchiveProblem, whose message never contains the password. */
export async function openHostCalls(
  upstream: Upstream,
  credentials: { email: string; password: string } | undefined,
  options: CallsOptions,
) {
  const connection = connect(upstream, options);
  const { name, headersFor, failed, ask } = connection;
  if (credentials) {
    const json = jsonBody(credentials);
    const row: ContractRow = contract.login;
    const type = { 'content-type': 'application/json', 'content-length': String(json.bytes.length) };
    const headers = { ...headersFor(row), ...type };
    const path = options.loginPath;
    const answered = upstream.request({ method: 'POST', path, row, headers, json });
    const outcome = await answered.then((answer) => readSignIn(answer)).catch(failed(row));
    if (!('token' in outcome)) throw new ArchiveProblem(`${name} does not accept this name and password.`);
    connection.token = outcome.token;
  }
  /** Names of extension calls that the host has turned out to lack. Only needed for a host without host.json. */
  const missing = new Set<string>();

  /** Returns the `data` of an answer, or the host's words if it is a refusal. */
  async function read(answer: UpstreamAnswer, row: ContractRow) {
    const { status } = answer;
    const hasJson = isJson(answer);
    if (!hasJson) dumpAnswer(answer);
    // Some hosts send refusals as HTML. The status is then enough, as for an answer without content.
    if (!hasJson && status < 400 && status !== 204 && status !== 205)
      throw new ArchiveProblem(`${name} answered ${row.name} without JSON. ${again}`);
    const said = hasJson ? await readJson(answer).catch(failed(row)) : {};
    const json = isRecord(said) ? said : {};
    return status >= 400 || saysNo(json) ? { refused: wordsIn(json) } : { data: json.data };
  }

  return {
    /** Name of the host for reports. */
    name,
    /** False if the host is known to lack this call. */
    has: (call: CallName) => options.has(contract[call]) && !missing.has(call),
    /**
     * Makes a read and returns the `data` of its answer; undefined if the host has no such record or lacks the
     * call. Rejects with ArchiveProblem if the move cannot continue.
     */
    async get(call: CallName, asked: Asked = {}) {
      const row: ContractRow = contract[call];
      const answer = await ask(row, asked).catch((error: unknown) => {
        if (refusalOfAdapter(error)?.status !== 404) throw error;
      });
      if (!answer) return undefined;
      if ([404, 405, 410].includes(answer.status)) {
        dumpAnswer(answer);
        // With an id, it may be only the record that is missing.
        if (asked.id === undefined && row.origin === 'extension') missing.add(call);
        return undefined;
      }
      const found = await read(answer, row);
      if ('refused' in found)
        throw new HostRefusal(`${name} refuses ${call} (${answer.status}): ${found.refused}`);
      return found.data;
    },
    /** Makes a call that answers with a file, and returns that answer. */
    async file(call: CallName, asked: Asked) {
      const answer = await ask(contract[call], asked, { headers: { accept: '*/*' } });
      if (answer.status === 200) return answer;
      dumpAnswer(answer);
      return { refused: `answered ${answer.status}` };
    },
    /** Makes a call that changes data. `refused` is the host's message if it refused the call and stored nothing. */
    async send(
      call: CallName,
      { id, values, files }: { id?: Id; values: Values; files?: Parameters<typeof bodyOf>[2] },
    ): Promise<{ data: unknown } | { refused: string }> {
      const row: ContractRow = contract[call];
      const answer = await ask(row, { id }, bodyOf(row, values, files)).catch((error: unknown) => {
        const refusal = refusalOfAdapter(error);
        if (!refusal) throw error;
        return { refused: refusal.message };
      });
      if ('refused' in answer) return answer;
      const found = await read(answer, row);
      return 'refused' in found ? { refused: `${answer.status}: ${found.refused}` } : found;
    },
    async signOut() {
      const row: ContractRow = contract.logout;
      if (!connection.token || !options.has(row)) return;
      const headers = { ...headersFor(row), 'content-length': '0' };
      const sent = upstream.request({ method: 'POST', path: options.logoutPath, row, headers });
      await sent.then(dumpAnswer, () => {});
    },
  };
}

/** Returns the error of an adapter that refused a call without sending it, or found no such record in a list. */
function refusalOfAdapter(error: unknown) {
  const { cause } = error as Error;
  return cause instanceof AppError && cause.status >= 400 && cause.status < 500 ? cause : undefined;
}

/** Returns the host's message in a refusal, shortened. */
function wordsIn({ message, errors }: Record<string, unknown>) {
  const fields = Object.entries(isRecord(errors) ? errors : {}).map(
    ([field, texts]) => `${field}: ${[texts].flat().join(' ')}`,
  );
  const said = typeof message === 'string' ? [message] : [];
  return [...said, ...fields].join('; ').slice(0, 500) || 'without a message';
}

interface OpenOptions {
  email: string | undefined;
  /** True if the command must not prompt, because a program reads its output. */
  silent: boolean;
  /** Origins from which media may be fetched, in addition to those of host.json. */
  origins: MediaOrigins;
  say(text: string): void;
  environment?: Record<string, string | undefined>;
}

/**
 * Opens the API host that this environment configures by UPSTREAM_URL or DATA_DIR/host.json. Signs in with
 * ADMIN_EMAIL and ADMIN_PASSWORD, or asks for them at the terminal. Rejects with StartError.
 */
export async function openMovingHost(options: OpenOptions) {
  const { say, origins, environment = process.env } = options;
  // ADMIN_EMAIL and ADMIN_PASSWORD are left out: the credentials of another host need not satisfy this product's
  // rules for them.
  const { ADMIN_EMAIL: _email, ADMIN_PASSWORD: _password, ...others } = environment;
  const given = loadConfig(others);
  const { config, file } = (await openHost(given, say)) ?? { config: given };
  const url = config.UPSTREAM_URL;
  if (!url)
    throw new ArchiveProblem(
      `There is no host: set UPSTREAM_URL, or put host.json into ${config.DATA_DIR}. For the embedded engine, use npm run studio -- export and npm run studio -- import.`,
    );
  // Without `origins` the adapter leaves the URLs of media as the host writes them, so that no text is changed by the
  // move.
  const map =
    file && createHostMap({ ...file, calls_per_minute: undefined, media: { ...file.media, origins: {} } });
  await using opening = new AsyncDisposableStack();
  const raw = createUpstream(url, config.UPSTREAM_TIMEOUT_MS);
  opening.defer(raw.close);
  const paced = paceOf(raw, file?.calls_per_minute);
  const mediaPaths = config.UPSTREAM_MEDIA_PATHS;
  const upstream = map
    ? adaptUpstream(paced, map, { mediaPaths, mostPages: Number.POSITIVE_INFINITY })
    : paced;
  const media = openFetcher(
    { host: { url, allowPrivate: true }, ...file?.media.origins, ...origins },
    { config, isNeeded: true },
  );
  opening.defer(media.close);
  const needsNobody = file !== undefined && !map?.answererOf({ name: 'login' });
  const question = `Email or user name for ${url.origin}: `;
  const account = needsNobody
    ? undefined
    : await askAccount(question, { email: options.email, environment, silent: options.silent });
  if (account && !(account.name && account.password))
    throw new ArchiveProblem(
      `A sign-in at ${url.origin} is needed: run this at a terminal, or set ADMIN_EMAIL and ADMIN_PASSWORD.`,
    );
  const credentials = account && { email: account.name, password: account.password };
  const calls = await openHostCalls(upstream, credentials, {
    loginPath: config.UPSTREAM_LOGIN_PATH,
    logoutPath: config.UPSTREAM_LOGOUT_PATH,
    misspelledHeader: config.VIEW_BLOG_AUTH_HEADER,
    has: map && file ? hasByFile(file, map) : () => true,
    say,
    wait: (ms) => wait(ms),
  });
  opening.defer(calls.signOut);
  const closing = opening.move();
  return {
    calls,
    map,
    // Some hosts store paths without a leading slash in their tables: `storage/x.png`.
    fetch: (address: string) => media.fetch(URL.parse(address, url.origin)?.href ?? address),
    /** Signs out and closes the connections. */
    close: () => closing.disposeAsync(),
  };
}

/** A call beyond `calls_per_minute` of host.json waits here, whereas the server would refuse it. */
function paceOf(inner: Upstream, perMinute: number | undefined): Upstream {
  if (perMinute === undefined) return inner;
  const minute = createWindow(perMinute, 60_000, () => performance.now());
  return {
    ...inner,
    async request(wanted) {
      for (let ms = minute.waitMs(perMinute); ms > 0; ms = minute.waitMs(perMinute)) await wait(ms);
      minute.count();
      return inner.request(wanted);
    },
  };
}
