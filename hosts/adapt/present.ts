import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import { isJson, jsonAnswer, readJson } from '../../server/bff/upstream/answers.ts';
import type { UpstreamAnswer } from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import { badAnswer, oneOf, pageOf, refusalOf, refusalStatus } from './answers.ts';
import type { EntityCodec } from './entity-codec.ts';
import type { HostMap, MappedCall, Tell } from './host-map.ts';
import { roleIn, signInAnswer } from './sign-in.ts';

interface PresentOptions {
  file: HostMap['file'];
  things: EntityCodec;
  log?: Pick<Logger, 'warn'>;
  tell: Tell;
  /** Ends the token of a person without a role on this site. */
  endToken(token: string): void;
}

/** Converts an answer of the host to the contract's envelope. `page` is the requested page of a list. */
export async function present(
  options: PresentOptions,
  mapped: MappedCall,
  answer: UpstreamAnswer,
  page: number,
) {
  const { row } = mapped;
  const { status, headers } = answer;
  const isSignIn = row.name === contract.login.name;
  if (row.download && status < 400) return answer;
  if (hasNothing(answer, row) || (isSignIn && !isJson(answer) && status < 300)) {
    answer.body.on('error', () => {}).resume();
    return isSignIn ? admit(options, {}, headers) : jsonAnswer(200, { status: 1 }, headers);
  }
  if (!isJson(answer)) return answer;
  const json = await readJson(answer);
  if (status >= 500) return jsonAnswer(status, json, headers);
  if (status >= 300 && status < 400) return answer;
  const refused = refusalStatus(mapped, status, json);
  if (refused !== undefined) {
    const body = refusalOf(mapped, refused, json);
    // Many hosts answer 400 to errors in single fields, for which the contract has 422.
    return jsonAnswer(refused === 400 && body.errors ? 422 : refused, body, headers);
  }
  if (isSignIn) return admit(options, json, headers);
  const { things, tell, log } = options;
  const data = mapped.isList
    ? pageOf(mapped, { json, headers }, page, things, tell)
    : oneOf(mapped, json, things);
  // Only a read needs the record. A write succeeds even if the answer contains none.
  if (data === undefined && row.method === 'GET' && mapped.entity) {
    const problem = `the answer to ${row.name} has no record with a usable id at the place that host.json names`;
    throw badAnswer(problem, log, row.name);
  }
  return jsonAnswer(200, { status: 1, data }, headers);
}

/** True for a success without a body, or for one of a change without a Content-Type header. */
function hasNothing({ status, headers }: UpstreamAnswer, { method }: MappedCall['row']) {
  if (status >= 300) return false;
  if (status === 204 || status === 205 || headers['content-length'] === '0') return true;
  return method !== 'GET' && headers['content-type'] === undefined;
}

/** Returns the answer to an accepted sign-in. Throws AppError 403 for a person without a role on this site. */
function admit({ file, endToken, tell }: PresentOptions, json: unknown, headers: UpstreamAnswer['headers']) {
  const signedIn = signInAnswer(file, json, headers, tell);
  const { user, check } = file.token;
  if (roleIn(user.role, json, check?.user.role) !== null) return jsonAnswer(200, signedIn, headers);
  if (signedIn.data.token) endToken(signedIn.data.token);
  throw new AppError('login.noRole', 403);
}
