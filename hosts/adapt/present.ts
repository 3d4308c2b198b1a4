import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import { isJson, jsonAnswer, readJson } from '../../server/bff/upstream/json-answer.ts';
import type { UpstreamAnswer } from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import { oneOf, pageOf, refusalOf, refusalStatus } from './answers.ts';
import type { EntityCodec } from './entity-codec.ts';
import type { HostMap, MappedCall } from './host-map.ts';
import { roleIn } from './host-roles.ts';
import type { Tell } from './lacks.ts';
import { signInAnswer } from './sign-in.ts';

interface PresentOptions {
  file: HostMap['file'];
  things: EntityCodec;
  log?: Pick<Logger, 'warn'> | undefined;
  tell: Tell;
  /** Ends the token of a person without a role on this site. */
  endToken(token: string): void;
}

/** Answer of the host that is converted to the contract's envelope. */
interface Presented {
  options: PresentOptions;
  mapped: MappedCall;
  answer: UpstreamAnswer;
  /** Requested page of a list. */
  page: number;
}

/** Each step returns an answer or undefined. The first answer is used. */
const stepsBeforeBody = [passDownload, presentNothing, passWithoutJson];
const stepsWithBody = [presentFailure, passRedirect, presentRefusal, presentSignIn, presentList, presentOne];

/** Converts an answer of the host to the contract's envelope. */
export async function present(presented: Presented): Promise<UpstreamAnswer> {
  for (const step of stepsBeforeBody) {
    const answer = step(presented);
    if (answer) return answer;
  }
  const json = await readJson(presented.answer);
  for (const step of stepsWithBody) {
    const answer = step(presented, json);
    if (answer) return answer;
  }
  throw new Error('present: the last step gives an answer');
}

function passDownload({ mapped, answer }: Presented): UpstreamAnswer | undefined {
  return mapped.row.download && answer.status < 400 ? answer : undefined;
}

/** Handles a success without a body, or without content to read. */
function presentNothing({ options, mapped, answer }: Presented): UpstreamAnswer | undefined {
  const isSignIn = isForSignIn(mapped);
  const isEmpty =
    isNothing(answer) ||
    (isSilent(answer) && mapped.row.method !== 'GET') ||
    (isSignIn && !isJson(answer) && answer.status < 300);
  if (!isEmpty) return undefined;
  answer.body.on('error', () => {}).resume();
  if (isSignIn) return admit(options, {}, answer.headers);
  return jsonAnswer(200, { status: 1 }, answer.headers);
}

function passWithoutJson({ answer }: Presented): UpstreamAnswer | undefined {
  return isJson(answer) ? undefined : answer;
}

function presentFailure({ answer }: Presented, json: unknown): UpstreamAnswer | undefined {
  return answer.status >= 500 ? jsonAnswer(answer.status, json, answer.headers) : undefined;
}

function passRedirect({ answer }: Presented): UpstreamAnswer | undefined {
  return answer.status >= 300 && answer.status < 400 ? answer : undefined;
}

function presentRefusal({ mapped, answer }: Presented, json: unknown): UpstreamAnswer | undefined {
  const refused = refusalStatus(mapped, answer.status, json);
  if (refused === undefined) return undefined;
  const body = refusalOf(mapped, refused, json);
  // Many hosts answer 400 to errors in single fields, for which the contract has 422.
  return jsonAnswer(refused === 400 && body.errors ? 422 : refused, body, answer.headers);
}

function presentSignIn({ options, mapped, answer }: Presented, json: unknown): UpstreamAnswer | undefined {
  return isForSignIn(mapped) ? admit(options, json, answer.headers) : undefined;
}

function presentList(
  { options, mapped, answer, page }: Presented,
  json: unknown,
): UpstreamAnswer | undefined {
  if (!mapped.isList) return undefined;
  const { headers } = answer;
  const data = pageOf(mapped, { json, headers }, page, options.things, options.tell);
  return jsonAnswer(200, { status: 1, data }, headers);
}

function presentOne({ options, mapped, answer }: Presented, json: unknown): UpstreamAnswer {
  const { row, entity } = mapped;
  const data = oneOf(mapped, json, options.things);
  // Only a read needs the record. A write succeeds even if the answer contains none.
  if (data === undefined && row.method === 'GET' && entity) throw unreadable(row.name, options.log);
  return jsonAnswer(200, { status: 1, ...(data !== undefined && { data }) }, answer.headers);
}

function isForSignIn({ row }: MappedCall): boolean {
  return row.name === contract.login.name;
}

/** Returns the answer to an accepted sign-in. Throws AppError 403 for a person without a role on this site. */
function admit(
  { file, endToken, tell }: PresentOptions,
  json: unknown,
  headers: UpstreamAnswer['headers'],
): UpstreamAnswer {
  const signedIn = signInAnswer(file, json, headers, tell);
  if (roleIn(file.token.user.role, json) !== null) return jsonAnswer(200, signedIn, headers);
  if (signedIn.data.token) endToken(signedIn.data.token);
  throw new AppError('login.noRole', 403);
}

/** True for a success without a Content-Type header. */
function isSilent({ status, headers }: UpstreamAnswer): boolean {
  return status < 300 && headers['content-type'] === undefined;
}

function isNothing({ status, headers }: UpstreamAnswer): boolean {
  return status === 204 || status === 205 || (status < 300 && headers['content-length'] === '0');
}

function unreadable(call: string, log: PresentOptions['log']): AppError {
  const cause = new Error(
    `the answer to ${call} has no record with a usable id at the place that host.json names`,
  );
  log?.warn({ call }, cause.message);
  return new AppError('upstream.badAnswer', 502, { cause });
}
