import { isRecord } from '#shared/is-record.ts';
import { readAt } from '../../hosts/host-file/map-path.ts';
import { tokenIn } from '../../server/bff/session/sign-in/answer.ts';
import { type Examination, fatal, inGroup, there, untried } from './finding.ts';
import { causeOf } from './host.ts';
import { placesIn } from './propose/matching.ts';

/** Signs in once if there are credentials, and reports where the token is in the answer. */
export async function* checkSignIn(exam: Examination) {
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
  const token = isRecord(json) ? tokenIn(json) : undefined;
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
  return there(`the token (${token.length} characters) is ${place}`);
}

export async function signOut({ host, config, token }: Examination) {
  // Ends the session of this check. A host without a sign-out is no problem, since the site does not need it.
  if (token) await host.ask('POST', config.UPSTREAM_LOGOUT_PATH, { token }).catch(() => {});
}

/** Places where the token is searched for, in this order. */
const tokenPlaces = ['token', 'access_token', 'data.token', 'data.access_token'];
