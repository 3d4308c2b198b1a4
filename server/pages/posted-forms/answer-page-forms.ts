import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { type ContractRow, contract, type UploadPolicy } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { idInAddress } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { type ErrorCode, messages, messageText } from '#shared/messages.ts';
import {
  type PageFormName,
  type PageOutcome,
  portfolioAddresses,
  type RejectedForm,
  receiptAddress,
  receiptOf,
  receiptParam,
  storageFullText,
} from '#shared/page-forms.ts';
import { routes } from '#shared/routes.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { plainTexts } from '#shared/schemas/fields.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import { isOffPath } from '#shared/site/off-pages.ts';
import { callOf, comesFromOurPages } from '../../bff/call.ts';
import { type FormKind, formKinds } from '../../bff/form-kinds.ts';
import {
  type AcceptedForm,
  addressOf,
  browserOf,
  type SubmittedForms,
} from '../../bff/intake/accept-forms.ts';
import type { Intake } from '../../bff/intake/intake.ts';
import { fileOf, textsOf } from '../../bff/intake/visitor-form.ts';
import { lingerThenClose, type ReadPageForm, type UploadGate } from '../../bff/uploads/bodies.ts';
import {
  dumpAnswer,
  isRedirect,
  refusalEnvelope,
  saysNo,
  unusableAnswer,
} from '../../bff/upstream/answers.ts';
import { jsonBody, type Upstream, type UpstreamAnswer } from '../../bff/upstream/upstream.ts';
import { AppError, type AppErrorOptions } from '../../errors.ts';
import { refusalOfHeaders } from '../../forms/multipart.ts';
import type { FilePart, Part } from '../../forms/read-form.ts';
import { errorPage } from '../../http/errors.ts';
import { causeOf, noteFindings, noteProblems, requestIdOf } from '../../http/requests.ts';
import type { Receipts } from './receipts.ts';

/** One public form: its page, its call, and its rules. */
interface PageForm {
  name: PageFormName;
  /** The path of the form's page, without a slash at the end. */
  path: string;
  row: ContractRow;
  /** The path of the call; for the application to a job, with the id of that job. */
  callPath: string;
  params?: { id: string };
  policy: UploadPolicy;
  /** The rules of the call. */
  kind: FormKind;
}

const pages: Record<string, Pick<PageForm, 'name' | 'row'>> = {
  [routes.contact]: { name: 'contact', row: contract.contactUs },
  [routes.deleteAccount]: { name: 'deletion', row: contract.requestAccountDeletion },
  [routes.careersApply]: { name: 'application', row: contract.applyJob },
};

const jobPath = new RegExp(`^/careers/apply/(${idInAddress})$`);

/** Returns the path of the page with the form of this call; undefined for a call without a form. */
function pagePathOf({ name }: ContractRow, { id = '' }: { id?: string }) {
  if (name === contract.applyJobFor.name) return `${routes.careersApply}/${id}`;
  return Object.keys(pages).find((path) => pages[path]?.row.name === name);
}

/** Returns the form of the page at this path; undefined if that page has no form. */
function pageFormAt(given: string): PageForm | undefined {
  const path = /[^/]\/$/.test(given) ? given.slice(0, -1) : given;
  const [, id] = jobPath.exec(path) ?? [];
  const ofPage = Object.hasOwn(pages, path) ? pages[path] : undefined;
  const form = id ? { name: 'application' as const, row: contract.applyJobFor } : ofPage;
  const kind = formKinds[form?.row.name ?? ''];
  if (!form || !kind) return undefined;
  const params = id ? { id } : undefined;
  const policy = form.row.upload ?? textsOnly(Object.keys(kind.schema.shape));
  return { ...form, kind, path, params, callPath: callPath(form.row, params), policy };
}

/** Returns the rules of a form whose call has a JSON body; a page posts it as a multipart form all the same. */
function textsOnly(names: readonly string[]): UploadPolicy {
  return {
    files: [],
    texts: names.map((name) => ({ name, size: name === 'message' ? 'long' : 'short' })),
  };
}

/**
 * Converts the typed texts to the fields of the call. A visitor without scripts types both URLs into `portfolio_url`;
 * if `linkedin_url` is present, the page's scripts have already separated them.
 */
function wireTexts({ policy }: PageForm, typed: Record<string, string>): Record<string, string> {
  const texts = Object.fromEntries(
    policy.texts.map(({ name }) => [name, (typed[name] ?? '').replace(/\r\n?/g, '\n')]),
  );
  return typed.linkedin_url || !('linkedin_url' in texts)
    ? texts
    : { ...texts, ...portfolioAddresses(typed.portfolio_url ?? '') };
}

/** Returns the field of the page at which an error in a field of the call is shown. */
const shownAt = (field: string) => (field === 'linkedin_url' ? 'portfolio_url' : field);

interface PageFormsOptions {
  publicUrl: URL;
  uploads: UploadGate;
  upstream: Upstream;
  intake: Intake;
  submittedForms: SubmittedForms;
  receipts: Receipts;
  site: LiveSite;
  log: Logger;
}

/** The result of a form that was posted to a page, and the HTTP status of the page that shows the result. */
interface FormAnswer {
  outcome: PageOutcome;
  status: number;
}

const answers = new WeakMap<Response, FormAnswer>();

/** Returns the result of the form that was posted to the page of this request; undefined if none was posted. */
export function formAnswerOf(res: Response) {
  return answers.get(res);
}

/**
 * Handles the public forms of browsers without scripts, or whose scripts have not loaded yet. A form is posted to its
 * own page and answered with a page. Cookies are ignored, because no account is needed. A post that another site
 * caused is refused. Errors are shown in the form, together with everything that was typed. After an accepted form
 * the browser is redirected to the receipt (303, RFC 9110 §15.4.4), which can be reloaded without sending the form
 * again.
 */
export function answerPageForms(options: PageFormsOptions): RequestHandler {
  return (req, res, next) => {
    const [path = '', query = ''] = req.originalUrl.split('?', 2);
    const form = pageFormAt(path);
    if (!form) next();
    else if (req.method === 'POST' && isOffPath(options.site().pages, path))
      next(new AppError('request.notFound', 404));
    else if (req.method === 'POST') answerPost(options, form, path, req, res, next).catch(next);
    else if (req.method === 'GET' || req.method === 'HEAD') {
      const token = new URLSearchParams(query).get(receiptParam);
      const receipt = token === null ? undefined : options.receipts.read(form.name, form.path, token);
      if (receipt) answers.set(res, { outcome: { receipt }, status: 200 });
      next();
    } else next();
  };
}

/** Lets the answer to a visitor's form contain the token of its receipt, so that the page can show the receipt. */
export function offerReceipts(receipts: Receipts): RequestHandler {
  return (_req, res, next) => {
    const call = callOf(res);
    const path = call.row && pagePathOf(call.row, call.params);
    const form = path === undefined ? undefined : pageFormAt(path);
    if (form) call.receiptOf = (data) => receipts.write(form.name, form.path, receiptOf(data));
    next();
  };
}

/** A form that was posted to a page. */
interface Post {
  form: PageForm;
  path: string;
  req: Request;
  res: Response;
  read: ReadPageForm;
  /** The texts of the form, as typed. */
  typed: Record<string, string>;
  file: FilePart | undefined;
}

async function answerPost(
  options: PageFormsOptions,
  form: PageForm,
  path: string,
  req: Request,
  res: Response,
  next: NextFunction,
) {
  noteFindings(res, { call: { row: form.row } });
  try {
    if (!comesFromOurPages(req, options.publicUrl)) throw new AppError('pageForm.crossSite', 403);
    if (refusalOfHeaders(req)) throw new AppError('pageForm.wrongType', 415);
    await options.intake.countRefusal(addressOf(req), res);
  } catch (error) {
    // The body is not read, and the host is not called.
    if (!(error instanceof AppError)) throw error;
    const { status, message, headers } = error;
    noteRefusal(options, form, res, error);
    lingerThenClose(req, res);
    const { language } = options.site();
    const page = errorPage({ status, message, requestId: requestIdOf(res), language, form: path });
    res
      .status(status)
      .set({ ...headers, 'Cache-Control': 'no-store' })
      .type('html')
      .send(page);
    return;
  }
  const read = await options.uploads.readPageForm(req, res, form.policy);
  if (res.destroyed) return;
  const file = fileOf(read.parts);
  const post = { form, path, req, res, read, typed: textsOf(read.parts), file };
  try {
    const taken = await take(options, post);
    res.status(303);
    res.set({ Location: addressOfReceipt(options, post, taken), 'Cache-Control': 'no-store' }).end();
  } catch (error) {
    showAgain(options, post, error);
    next();
  }
}

/** Records a refusal as `handleErrors` records others. */
function noteRefusal({ log }: PageFormsOptions, form: PageForm, res: Response, error: AppError) {
  const { status, cause, code } = error;
  noteFindings(res, { code });
  if (status >= 500) noteProblems(res, [{ call: form.row.name, cause: causeOf(error) }]);
  if (cause !== undefined) log.error({ id: requestIdOf(res), code, err: cause }, 'request failed');
}

/** Shows the page again with the typed texts and the errors. Throws `error` if it is not a refusal of the form. */
function showAgain(options: PageFormsOptions, { form, typed, file, res }: Post, error: unknown) {
  if (!(error instanceof AppError)) throw error;
  const { status, headers } = error;
  noteRefusal(options, form, res, error);
  res.set(headers);
  answers.set(res, { outcome: { rejected: rejectedForm(form, typed, file, error) }, status });
}

/** Sends the form to the host; only once, even if the button was pressed several times. */
async function take(options: PageFormsOptions, post: Post) {
  const { submittedForms } = options;
  const { form, typed, file, read, req, res } = post;
  const sent = wireTexts(form, typed);
  const missingFile = file ? undefined : options.intake.requiredFile(form.kind);
  const problem = problemOf(form, sent, missingFile, read.problems);
  if (problem) throw problem;
  const texts = plainTexts(form.kind.schema, sent);
  const key = await read.keepFiles(submittedForms.keyOf(form.callPath, texts, file?.source));
  const press = submittedForms.pressOf(key, typed.form_token);
  const whole = { ...texts, form_token: typed.form_token ?? '' };
  const send = () => sendPageForm(options, form, whole, file, { req, res, key: press });
  return submittedForms.once(key, () => read.keepFiles(send()));
}

function addressOfReceipt({ receipts }: PageFormsOptions, { form, path, req }: Post, taken: AcceptedForm) {
  const query = new URLSearchParams(req.originalUrl.split('?', 2)[1] ?? '');
  return receiptAddress(form.name, path, query, receipts.write(form.name, form.path, taken));
}

/**
 * Returns everything that prevents the form from being sent, in the words that the client's form uses; undefined if
 * nothing does.
 */
function problemOf(
  form: PageForm,
  texts: Record<string, string>,
  missingFile: string | undefined,
  problems: readonly AppError[],
) {
  const fields: Record<string, string[]> = {};
  for (const [name, text] of problems.flatMap((problem) => Object.entries(problem.fields ?? {}))) {
    fields[shownAt(name)] ??= [withoutField(text[0] ?? '', name)];
  }
  const whole = problems.find((problem) => !problem.fields);
  // If the form was not read to its end, fields that the visitor filled in may be missing. So only the reason why the
  // reading ended is reported.
  if (whole && Object.keys(fields).length === 0) return whole;
  for (const { path, message } of form.kind.schema.safeParse(texts).error?.issues ?? []) {
    fields[shownAt(String(path[0]))] ??= [message];
  }
  if (missingFile) fields[missingFile] ??= [messages['applicant.cvRequired']];
  if (Object.keys(fields).length === 0) return undefined;
  const status = Math.min(...[...problems.map((problem) => problem.status), 422]);
  return new AppError('fields.invalid', status, { fields });
}

/**
 * Removes the field's name from the beginning of a message ("cv: this file is empty."), because the message is shown
 * next to the field.
 */
function withoutField(text: string, name: string) {
  const bare = text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

function rejectedForm(
  form: PageForm,
  typed: Record<string, string>,
  file: FilePart | undefined,
  refusal: AppError,
): RejectedForm {
  const { texts } = form.policy;
  const values = Object.fromEntries(
    texts
      .filter(({ name }) => name !== 'website' && typed[name])
      .map(({ name, size }) => {
        const most = size === 'short' ? limits.shortText : limits.longText;
        return [name, (typed[name] ?? '').replace(/\r\n?/g, '\n').slice(0, most)];
      }),
  );
  const known = new Set([...texts.map(({ name }) => name), form.kind.file]);
  const errors: Record<string, string> = {};
  const others: string[] = [];
  const { code, status, fields = {} } = refusal;
  for (const [name, [text = '']] of Object.entries(fields)) {
    const shown = shownAt(name);
    if (known.has(shown) && shown !== 'website' && shown !== 'form_token') errors[shown] ??= text;
    // The error of a hidden field is shown with the errors of the whole form, because it would not be visible at its
    // field.
    else others.push(text);
  }
  const noRoom = storageFullText(code, refusal.message);
  // A token that the host has refused is not put into the form again, because the page has a new one.
  if (fields.form_token !== undefined) delete values.form_token;
  return {
    form: form.name,
    values,
    errors,
    text: [noRoom ?? refusal.message, ...others].join(' '),
    ...(file && { file: file.fileName }),
    ...(status === 410 && { closed: true as const }),
    ...(code === 'host.callMissing' && { notTaken: true as const }),
    ...(noRoom !== undefined && { full: true as const }),
  };
}

/** Thrown when a form is refused with a text of the host. */
class FormRefusal extends AppError {
  constructor(code: ErrorCode, status: number, text: string, options: AppErrorOptions = {}) {
    super(code, status, options);
    this.message = text;
  }
}

/**
 * The error for a host that lacks the call of a form whose page was shown. The host's message would be about missing
 * routes, so visitors never see it.
 */
const notTaken = () => new FormRefusal('host.callMissing', 404, messages['pageForm.notTaken']);

/**
 * Sends a posted form as its call, with the headers, body and path that the client would use, but never with a
 * session. `key` is the Idempotency-Key, if there is one. The call is completed even if the browser disconnects,
 * because a visitor who presses the button twice aborts the first request. Rejects with FormRefusal, or with AppError
 * when the host fails.
 */
async function sendPageForm(
  { upstream, intake }: { upstream: Upstream; intake: Intake },
  form: PageForm,
  texts: Record<string, string>,
  file: FilePart | undefined,
  { req, res, key }: { req: Request; res: Response; key: string | undefined },
): Promise<AcceptedForm> {
  const content = form.row.upload ? partsOf(form, texts, file) : jsonBody(texts);
  const received = await intake
    .receive(
      {
        kind: form.kind,
        path: form.callPath,
        params: form.params,
        content,
        headers: browserOf(req, upstream),
      },
      { address: addressOf(req), requestId: requestIdOf(res), key },
    )
    .catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'host.callMissing' ? notTaken() : error;
    });
  if (received.kept) {
    const { why, ...taken } = received.kept;
    if (why) noteProblems(res, [why]);
    return taken;
  }
  const { answer, json } = received;
  return takenBy(answer, json);
}

function partsOf(form: PageForm, texts: Record<string, string>, file: FilePart | undefined) {
  const parts: Part[] = form.policy.texts.map(({ name }) => {
    const source = Buffer.from(texts[name] ?? '');
    return { kind: 'text', name, source, size: source.length };
  });
  return file ? [...parts, file] : parts;
}

/** Returns the accepted form, or throws the refusal. */
function takenBy(answer: UpstreamAnswer, json: unknown): AcceptedForm {
  const { status } = answer;
  dumpAnswer(answer);
  if (isRedirect(status)) {
    throw unusableAnswer(new Error(`The API host answered with a redirect, ${status}`));
  }
  if (status >= 400) {
    // The job of an application was removed meanwhile, or this site found that the host lacks the call. The intake
    // keeps a form that the host itself refuses so.
    if (status === 404) throw notTaken();
    throw refusalOf(status, json, [answer.headers['retry-after']].flat()[0]);
  }
  const envelope = (typeof json === 'object' && json !== null ? json : {}) as Partial<Envelope>;
  if (saysNo(envelope)) {
    const text = asText(envelope.message) ?? messages['request.failed'];
    throw new FormRefusal('fields.invalid', 422, text, { fields: fieldsOf(envelope) });
  }
  return receiptOf(envelope.data);
}

function refusalOf(status: number, json: unknown, retryAfter: string | undefined) {
  const envelope = refusalEnvelope(status, json);
  const code = status === 422 ? 'fields.invalid' : 'upstream.refused';
  const text = asText(envelope?.message) ?? messageText(code);
  return new FormRefusal(code, status, text, {
    fields: fieldsOf(envelope),
    retryAfter,
  });
}

/** Returns the first text of each field; some hosts send one text instead of a list. */
function fieldsOf(envelope: Partial<Envelope> | undefined): Record<string, string[]> {
  const errors = envelope?.errors;
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, texts]) => {
      const text = asText(Array.isArray(texts) ? texts[0] : texts);
      return text === undefined ? [] : [[name, [text]]];
    }),
  );
}

/** Returns a message of the host, cut to a reasonable length; undefined if it is not a text. */
function asText(value: unknown) {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, 1_000) : undefined;
}
