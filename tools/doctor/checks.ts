import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { isRecord } from '#shared/json.ts';
import { parseHostFile } from '../../hosts/host-file/load.ts';
import { readAt } from '../../hosts/host-file/pieces.ts';
import { tokenEnd, tokenIn } from '../../server/bff/session/token-in-answers.ts';
import type { Upstream } from '../../server/bff/upstream/upstream.ts';
import { checkRow, lists } from './calls.ts';
import {
  absent,
  type CheckOptions,
  type Examination,
  fatal,
  inGroup,
  there,
  untried,
  wrong,
} from './finding.ts';
import { adaptedHost, causeOf, createHost, type Host, isTimeout } from './host.ts';
import { checkMedia } from './media.ts';
import { placesIn } from './propose/matching.ts';
import { tryWrites } from './try-writes.ts';

/** Signs in once if there are credentials, and reports where the token is in the answer. */
async function* checkSignIn(exam: Examination) {
  const found = await signIn(exam).catch(async (error) => fatal(await causeOf(error, exam.upstream)));
  yield inGroup('sign-in')(`POST ${exam.config.UPSTREAM_LOGIN_PATH}`, found);
}

async function signIn(exam: Examination) {
  const { host, adapted } = exam;
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, UPSTREAM_LOGIN_PATH: path } = exam.config;
  if (!password)
    return untried('not tried: set ADMIN_EMAIL and ADMIN_PASSWORD to sign in once and find the token');
  const { status, json } = await host.ask('POST', path, { body: { email, password } });
  const isThere = status !== 404 && status !== 405;
  const ofPath = adapted
    ? 'set the path of calls.login in host.json; outside of the path of root it needs "from": "origin"'
    : 'set UPSTREAM_LOGIN_PATH to the sign-in path of the host';
  const ofAccount = 'check that ADMIN_EMAIL and ADMIN_PASSWORD belong to an admin of the host';
  if (status >= 300) return fatal(`answers ${status}`, isThere ? ofAccount : ofPath);
  const answer = isRecord(json) ? json : {};
  const token = tokenIn(answer);
  if (token === undefined) {
    const texts = placesIn(json).flatMap(({ place, values }) => (typeof values[0] === 'string' ? place : []));
    return fatal(
      `answers ${status} without a token in ${tokenPlaces.join(', ')}`,
      `name its place in DATA_DIR/host.json, "token": { "from": { "body": "…" } } (docs/hosts.md); the text fields are ${texts.join(', ') || 'none'}`,
    );
  }
  exam.token = token;
  // Behind an adapter this is the place of the contract, and not that of the host.
  const place = adapted
    ? 'where host.json says'
    : `in ${tokenPlaces.find((each) => readAt(json, each) === token)}`;
  const now = Date.now();
  const left = (tokenEnd(answer, now) ?? Number.POSITIVE_INFINITY) - now;
  const life =
    left < exam.config.SESSION_MAX_HOURS * 3_600_000
      ? `; the session here ends with it, after ${Math.round(left / 60_000)} minutes`
      : '';
  return there(`the token (${token.length} characters) is ${place}${life}`);
}

async function signOut({ host, config, token }: Examination) {
  // Ends the session of this check. A host without a sign-out is no problem, since the site does not need it.
  if (token) await host.ask('POST', config.UPSTREAM_LOGOUT_PATH, { token }).catch(() => {});
}

/** Places where the token is searched for, in this order. */
const tokenPlaces = ['token', 'access_token', 'data.token', 'data.access_token'];

/**
 * Checks an API host against the contract, and yields one finding after the other. Unless `triesWrites`, changes
 * nothing on the host: a call that writes is only checked with OPTIONS (RFC 9110 §9.3.7), and with a host.json not at
 * all. With ADMIN_PASSWORD, signs in once and signs out again. If the host does not answer, ends after two timeouts.
 * Respects the host's rate limit.
 */
export async function* checkUpstream(
  upstream: Upstream,
  { config, adapted, say, triesWrites }: CheckOptions,
) {
  const host = createHost(adapted?.upstream ?? upstream, say);
  const exam: Examination = {
    host,
    upstream,
    config,
    adapted,
    ids: {},
    media: [],
    results: new Map(),
    silences: 0,
  };
  const root = inGroup('host')(host.origin, await checkRoot(upstream, adapted ? createHost(upstream) : host));
  yield root;
  if (root.fatal) return;
  yield* checkSignIn(exam);
  yield inGroup('sign-in')(
    'who is an admin',
    adapted?.namesAdmins ? there('defined in host.json') : openToAll,
  );
  for (const [name, row] of ordered()) {
    const finding = await checkRow(exam, name, row);
    exam.results.set(name, finding.result);
    yield finding;
    if (exam.silences === 2) {
      yield inGroup('host')(
        host.origin,
        fatal(
          'stopped answering; the remaining calls were not tested',
          'try again when the host is up, or raise UPSTREAM_TIMEOUT_MS if it is only slow',
        ),
      );
      return;
    }
  }
  for (const [place, text] of adapted?.lacks ?? [])
    yield inGroup('known')(
      `host.json: ${place}`,
      (/^envelope\.(list|last_page|paging)/.test(place) ? fatal : wrong)(text),
    );
  for (const [call, fields] of Object.entries(adapted?.unreceived ?? {}))
    yield inGroup('extension')(
      `calls.${call} in host.json`,
      absent(
        `the host does not get these fields of the form: ${fields.join(', ')}`,
        'name them in "body" or "add_body" if it has a place for them',
      ),
    );
  yield* await checkMedia(host, exam.media, { ...adapted, paths: config.UPSTREAM_MEDIA_PATHS });
  yield inGroup('limits')('calls a minute', limitOf(host));
  await signOut(exam);
  if (triesWrites) yield* await tryWrites(adapted ?? asContract(upstream), config);
}

/** A host without a host.json, for which the contract's own calls count. */
function asContract(upstream: Upstream) {
  const file = { version: 1, root: upstream.url.origin, unnamed: 'as_contract', dates: { zone: 'UTC' } };
  return adaptedHost(upstream, parseHostFile(JSON.stringify(file), 'the contract'), []);
}

/**
 * Content that the site itself stores for admins, such as waiting forms, is then open to every account that may read
 * similar content at the host, and customers may have such accounts.
 */
const openToAll = untried(
  'not defined: waiting forms with their CVs, the activity log and redirects are open to every account that may read applicants, messages or posts at the host',
  'if customers can also sign in at the host, list your admins in DATA_DIR/host.json: "admins": { "emails": ["…"] } (docs/hosts.md)',
);

function ordered() {
  const place = ([name, row]: [string, ContractRow]) => {
    const index = lists.indexOf(name as CallName);
    return (index < 0 ? lists.length - 1 : index) + (row.method === 'GET' ? 0 : 100);
  };
  return Object.entries<ContractRow>(contract)
    .filter(([, row]) => row.origin !== 'session')
    .sort((one, other) => place(one) - place(other));
}

async function checkRoot(upstream: Upstream, host: Host) {
  try {
    const { status, type, milliseconds } = await host.ask('GET', '/');
    const text = `answers at / with ${status}${type && ` ${type}`}, ${milliseconds} ms`;
    return status < 500
      ? there(text)
      : wrong(text, 'the site’s /readyz answers 503 until the host answers at / with a status below 500');
  } catch (error) {
    return fatal(
      await causeOf(error, upstream),
      isTimeout(error)
        ? 'check that the host is up and that this machine can reach it; raise UPSTREAM_TIMEOUT_MS only if the host is slow but works'
        : 'check that UPSTREAM_URL has the right scheme, name and port, and that the host is up',
    );
  }
}

function limitOf({ rate: { limit, refusals } }: Host) {
  if (limit === undefined && refusals === 0) return there('the host states no limit');
  return wrong(
    `${limit ?? 'an unknown number of'} calls are allowed from one address${refusals > 0 ? `; answered 429 ${refusals} times` : ''}`,
    'the host sees all visitors under the address of this server: exempt it, or raise the limit for all of them together',
  );
}
