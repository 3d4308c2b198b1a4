import { isRecord } from '#shared/is-record.ts';
import { readAt } from '../../hosts/host-file/map-path.ts';
import { tokenIn } from '../../server/bff/session/sign-in/answer.ts';
import type { Examination, Finding } from './finding.ts';
import { causeOf } from './host.ts';
import { placesIn } from './propose/matching.ts';

/** Signs in once if there are credentials, and reports where the token is in the answer. */
export async function* checkSignIn(exam: Examination): AsyncGenerator<Finding> {
  const { host, config, upstream, adapted } = exam;
  const common = { group: 'sign-in', subject: `POST ${config.UPSTREAM_LOGIN_PATH}` } as const;
  if (!config.ADMIN_PASSWORD) {
    const text = 'not tried: set ADMIN_EMAIL and ADMIN_PASSWORD to sign in once and find the token';
    yield { ...common, result: 'untried', text };
    return;
  }
  try {
    const body = { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD };
    const answer = await host.ask('POST', config.UPSTREAM_LOGIN_PATH, { body });
    const token = isRecord(answer.json) ? tokenIn(answer.json) : undefined;
    if (answer.status === 404 || answer.status === 405) {
      const mend = adapted
        ? 'set the path of calls.login in host.json; outside of the path of root it needs "from": "origin"'
        : 'set UPSTREAM_LOGIN_PATH to the sign-in path of the host';
      yield { ...common, result: 'wrong', text: `answers ${answer.status}`, mend, fatal: true };
    } else if (answer.status >= 300) {
      const mend = 'check that ADMIN_EMAIL and ADMIN_PASSWORD belong to an admin of the host';
      yield { ...common, result: 'wrong', text: `answers ${answer.status}`, mend, fatal: true };
    } else if (token === undefined) {
      const texts = placesIn(answer.json).filter(({ values }) => typeof values[0] === 'string');
      yield {
        ...common,
        result: 'wrong',
        text: `answers ${answer.status} without a token in ${tokenPlaces.join(', ')}`,
        mend: `name its place in DATA_DIR/host.json, "token": { "from": { "body": "…" } } (docs/hosts.md); the text fields are ${texts.map(({ place }) => place).join(', ') || 'none'}`,
        fatal: true,
      };
    } else {
      exam.token = token;
      const place = tokenPlaces.find((path) => readAt(answer.json, path) === token);
      // Behind an adapter this is the place of the contract, and not that of the host.
      const text = adapted ? 'where host.json says' : `in ${place}`;
      yield { ...common, result: 'there', text: `the token (${token.length} characters) is ${text}` };
    }
  } catch (error) {
    const text = await causeOf(error, upstream.url, upstream.timeoutMs);
    yield { ...common, result: 'wrong', text, fatal: true };
  }
}

export async function signOut({ host, config, token }: Examination): Promise<void> {
  // Ends the session of this check. A host without a sign-out is no problem, since the site does not need it.
  if (token) await host.ask('POST', config.UPSTREAM_LOGOUT_PATH, { token }).catch(() => {});
}

/** Places where the token is searched for, in this order. */
const tokenPlaces = ['token', 'access_token', 'data.token', 'data.access_token'];
