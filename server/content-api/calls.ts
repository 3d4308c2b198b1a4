import { timingSafeEqual } from 'node:crypto';
import { parse as parseQuery } from 'node:querystring';
import type { z } from 'zod';
import type { CallName, ContractRow, contract } from '#shared/contract/index.ts';
import { mayCall, withoutWithheld } from '#shared/contract/may-call.ts';
import { type TextCode, textOf } from '#shared/desk-messages.ts';
import { readId } from '#shared/id.ts';
import type { RowId } from '../database/row-id.ts';
import type { Db } from '../database/types.ts';
import { AppError, assertThat } from '../errors.ts';
import { formHeaders } from '../forms/form-headers.ts';
import { isReference } from '../forms/reference.ts';
import { withPlainImagesIn } from '../rich-text/inline-images.ts';
import type { Admin } from './auth/repository.ts';
import { type EngineRequest, type HandleCall, jsonReply } from './exchange.ts';
import { readJson } from './json-body.ts';
import type { Form, FormReader } from './media/form.ts';
import { rowIdAt, type WithRowIds, withRowIds } from './row-ids.ts';
import { type AnsweredFile, fileReply } from './send-file.ts';
import { parseFields } from './validation/field-errors.ts';

/** What the row's schema of the query, or of the body, makes of what was sent; undefined where the row has none. */
type Parsed<Part extends 'query' | 'body'> = {
  [Name in CallName]: (typeof contract)[Name] extends Record<Part, infer Schema extends z.ZodType>
    ? WithRowIds<Name, z.infer<Schema>>
    : undefined;
};

/** What a handler knows of the request that it answers. */
export interface EngineCall<Name extends CallName = CallName> {
  /** The row that the `{id}` of the path names; 0, which no row has, on a path without one, and for an id that none has. */
  id: RowId;
  /** The query as the row's schema gives it; what the schema refuses is 422 with the name of the parameter. */
  query: Parsed<'query'>[Name];
  /** `?page` of the query; 1 by default. */
  page: number;
  /** Always there on rows whose access is `admin`. */
  admin: Admin | undefined;
  authorization: string | undefined;
  /** The network address, as the BFF tells it: for rate limits, and for the list of an admin's own sessions; kept nowhere else. */
  address: string;
  /** The User-Agent of the browser, as the BFF passes it on. */
  agent: string | undefined;
  /** Name of the contract row. */
  row: string;
  /** Of a form: what whoever stands in front of the engine says of it. */
  receipt: Receipt;
  /** True on HEAD: whoever asks gets no content, and leaves no mark. */
  head: boolean;
  /** The JSON body as the row's schema gives it. 400, 415, or 422 with errors by field. */
  body(): Promise<Parsed<'body'>[Name]>;
  /** The form of a multipart call. Its files go when the call ends. */
  form(): Promise<Form>;
}

/** Where a form comes from (docs/architecture.md §5, Intake). */
export interface Receipt {
  /** Idempotency-Key: the same form, sent again, has the same. */
  key?: string;
  /** What the visitor was told. */
  reference?: string;
  /** When it was received, which may be days ago. */
  receivedAt?: Date;
  /** Whoever stands in front has counted it for its address already. */
  isCounted: boolean;
}

export interface EngineAnswer {
  data?: unknown;
  message?: TextCode;
  /** On download rows, in the place of the envelope. */
  file?: AnsweredFile;
}

type Handler<Name extends CallName = CallName> = (call: EngineCall<Name>) => Promise<EngineAnswer>;
export type Handlers = { [Name in CallName]?: Handler<Name> };

/** Who asks, if it is an admin; `address` is where from. */
export type Identify = (request: EngineRequest, address: string) => Promise<Admin | undefined>;

/**
 * Answers the rows of the contract that have a handler: asks who it is, then reads the body. Who sends `assertion` is believed about a
 * form's reference, its time, and that it was counted. `onChange` hears of what may have changed something. Rejects with AppError.
 */
export function answerCalls(
  db: Db,
  handlers: Handlers,
  identify: Identify,
  readForm: FormReader,
  assertion?: string,
  onChange: () => void = () => {},
): HandleCall {
  return async (request) => {
    const { row, params = {}, headers } = request;
    const handler = row && (handlers[row.name as CallName] as Handler | undefined);
    assertThat(row && handler, 'request.notFound', 404);

    const address = addressOf(headers);
    const admin = await identify(request, address);
    if (row.access === 'admin' && !admin) {
      throw new AppError('session.required', 401, { headers: { 'www-authenticate': 'Bearer' } });
    }
    assertThat(mayCall(admin?.role, row), 'role.notAllowed', 403);
    let form: Form | undefined;
    let answer: EngineAnswer;
    try {
      const asked = row.query && parseQuery(request.path.split('?', 2)[1] ?? '');
      const query = row.query && (await withRowIds(db, row, parseFields(row.query, asked)));
      answer = await handler({
        id: await rowIdAt(db, row, readId(params.id)),
        query: query as EngineCall['query'],
        page: (query as { page?: number } | undefined)?.page ?? 1,
        admin,
        authorization: headers.authorization,
        address,
        agent: headers['user-agent'],
        row: row.name,
        receipt: receiptOf(headers, assertion),
        head: request.method === 'HEAD',
        body: async () => {
          const json = await withPlainImagesIn(readJson(request));
          const sent = await withRowIds(db, row, parseFields(bodyOf(row), json));
          return sent as Awaited<ReturnType<EngineCall['body']>>;
        },
        form: async () => {
          form ??= await readForm(request.form, uploadOf(row));
          return form;
        },
      });
    } finally {
      await form?.removeFiles();
    }
    if (row.method !== 'GET' || row.marks) onChange();
    if (answer.file) return fileReply(answer.file, request);
    return jsonReply(200, {
      status: 1,
      ...(answer.message && { message: textOf(answer.message) }),
      ...(answer.data !== undefined && { data: withoutWithheld(answer.data, row, admin?.role) }),
    });
  };
}

/** The BFF gives one address, and passes none on that a browser forged (docs/architecture.md §5, Headers to the upstream). */
function addressOf(headers: EngineRequest['headers']): string {
  const forwardedFor = headers['x-forwarded-for']?.split(',').at(-1)?.trim();
  return (forwardedFor || 'unknown').slice(0, 100);
}

function receiptOf(headers: EngineRequest['headers'], assertion: string | undefined): Receipt {
  const key = headers[formHeaders.key];
  const given = key && /^[\x21-\x7e]{1,255}$/.test(key) ? { key } : {};
  const asserted = Buffer.from(headers[formHeaders.assertion] ?? '');
  const expected = Buffer.from(assertion ?? '');
  const isTrusted =
    expected.length > 0 && asserted.length === expected.length && timingSafeEqual(asserted, expected);
  if (!isTrusted) return { ...given, isCounted: false };
  const reference = headers[formHeaders.reference];
  const receivedAt = new Date(headers[formHeaders.receivedAt] ?? '');
  return {
    ...given,
    ...(reference && isReference(reference) && { reference }),
    ...(!Number.isNaN(receivedAt.getTime()) && { receivedAt }),
    isCounted: true,
  };
}

function uploadOf(row: ContractRow) {
  if (!row.upload) throw new Error(`form: the row ${row.name} takes no form`);
  return row.upload;
}

function bodyOf(row: ContractRow) {
  if (!row.body) throw new Error(`body: the row ${row.name} takes no JSON`);
  return row.body;
}
