import type { RequestHandler, Response } from 'express';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import type { TextCode } from '#shared/desk-messages.ts';
import { type Id, readId } from '#shared/id.ts';
import type { ActivityLine } from '#shared/schemas/activity.ts';
import { readJsonId } from '#shared/schemas/id.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { findingsOf } from '../../http/request-notes.ts';
import { type Call, callOf } from '../call.ts';
import type { Activity } from './activity.ts';
import { type Sent, sentInForm, sentInJson, thingOf } from './sent.ts';
import type { Actor } from './store.ts';

type Outcome = ActivityLine['outcome'];

export interface NoteActivityOptions {
  /** Somebody else's host never says that an applicant was erased: what it deletes, or has not, is taken for that. */
  isForeign: boolean;
}

/**
 * The pass that follows a call of an admin to its end, and then tells the activity log what it was (docs/product.md §21): ids and names of
 * fields, no values. The answer is out by then, and nothing waits for the log.
 */
export function noteActivity(
  activity: Pick<Activity, 'note' | 'erase'>,
  { isForeign }: NoteActivityOptions,
): RequestHandler {
  return (req, res, next) => {
    const call = callOf(res);
    const { row } = call;
    if (!row || req.method === 'HEAD') return next();
    // Express may know another address once the socket is gone.
    const address = req.ip ?? null;
    let json: Sent | undefined;
    // A proof that is sent to the host is no field of a thing.
    if (row.log && (row.access === 'admin' || row.origin === 'session')) {
      call.noteJson = (body) => {
        json = sentInJson(row, body);
      };
    }
    res.once('close', () => {
      const outcome = outcomeOf(res, call, row);
      if (outcome && row.log) {
        const sent = json ?? sentInForm(row, call.parts ?? []);
        const line = {
          ...{ actor: actorOf(call, outcome), action: row.name, fields: sent.fields },
          ...{ resource: thingOf(row, sent) ?? null },
          ...{ address, request: requestIdOf(res), outcome },
        };
        for (const resourceId of thingsOf(row, call, sent)) activity.note({ ...line, resourceId });
      }
      const gone = isForeign ? applicantGone(res, call, row, outcome) : undefined;
      if (gone !== undefined) activity.erase({ resource: 'applicant', ids: [gone] });
    });
    next();
  };
}

/** What was proved was wrong. A second step that came too late was not looked at. */
const wrongSignIn: ReadonlySet<string> = new Set<TextCode>([
  'login.wrong',
  'secondStep.wrong',
  'secondStep.used',
  'passkey.wrong',
]);

/** Undefined for what was refused, and so has changed nothing. */
function outcomeOf(
  res: Response,
  { answered, session, started }: Call,
  row: ContractRow,
): Outcome | undefined {
  const status = res.headersSent ? res.statusCode : undefined;
  if (row.signsIn && wrongSignIn.has(findingsOf(res).code ?? '')) return 'refused';
  if (!session && !started) return undefined;
  // Who leaves before the answer may have got what they wanted, and so may a host that did not say.
  if (status === undefined || status === 502 || status === 504)
    return row.method === 'GET' || row.signsIn ? undefined : 'unknown';
  return status < 400 && !answered?.isRefusal ? 'done' : undefined;
}

function actorOf({ started, session, tried }: Call, outcome: Outcome): Actor | undefined {
  if (outcome === 'refused') return tried === undefined ? undefined : { tried };
  const user = (started ?? session)?.user;
  return user && { user };
}

/** The ids that the call is about; one undefined where there is none, which is a line all the same. */
function thingsOf(row: ContractRow, { params, answered }: Call, sent: Sent): readonly (Id | null)[] {
  const named = readId(params.id);
  if (named !== undefined) return [named];
  if (sent.ids.length > 0) return sent.ids;
  // What is put in order has answers with ids too, perhaps; only what is new is called by its answer.
  return [
    row.path.includes('{') || !/^(add|save|create|invite)/.test(row.name)
      ? null
      : (readJsonId(answered?.id) ?? null),
  ];
}

/** The applicant whom a host has deleted, or says that it has not. */
function applicantGone(
  res: Response,
  { params, session }: Call,
  row: ContractRow,
  outcome: Outcome | undefined,
): Id | undefined {
  if (!session || actionOfApplicant(row) !== true) return undefined;
  const isGone = [404, 410].includes(res.statusCode) && findingsOf(res).code !== 'host.callMissing';
  const isDeleted = row.name === contract.deleteApplicant.name && outcome === 'done';
  return isGone || isDeleted ? readId(params.id) : undefined;
}

const ofApplicants: ReadonlySet<string> = new Set([
  contract.getSingleApplicant.name,
  contract.updateApplicantStatus.name,
  contract.deleteApplicant.name,
]);

function actionOfApplicant({ name }: ContractRow): boolean {
  return ofApplicants.has(name);
}
