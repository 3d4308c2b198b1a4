import { timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, link, open, readFile, writeFile } from 'node:fs/promises';
import { parse as parseQuery } from 'node:querystring';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { CallName, Contract, ContractRow, UploadPolicy } from '#shared/contract/index.ts';
import { type IdOf, mayCall, withoutWithheld } from '#shared/contract/row.ts';
import { type TextCode, textOf } from '#shared/desk-messages.ts';
import { type Id, readId } from '#shared/id.ts';
import type { Principal } from '#shared/roles.ts';
import { ownNumber } from '#shared/schemas/fields.ts';
import { type TrashResource, trashKinds } from '#shared/schemas/trash.ts';
import { type NamedTable, rowIdOf, rowIdsOf } from '../database/rows.ts';
import type { Db, RowId } from '../database/types.ts';
import { AppError, assertThat } from '../errors.ts';
import { formHeaders } from '../forms/form-headers.ts';
import { refuseCutImage } from '../forms/form-rules.ts';
import type { FormFolder, SentForm, SentPart, TempFolders } from '../forms/read-form.ts';
import { isReference } from '../forms/reference.ts';
import { storageFullError } from '../process/data-dir.ts';
import { withPlainImages, withPlainTexts } from '../rich-text/inline-images.ts';
import type { Admin } from './auth/accounts.ts';
import { type AnsweredFile, type EngineReply, type FileRequest, fileReply } from './media/serve.ts';

/** The type of the query or body, as parsed by the row's schema; undefined if the row has no such schema. */
type Parsed<Part extends 'query' | 'body'> = {
  [Name in CallName]: Contract[Name] extends Record<Part, infer Schema extends z.ZodType>
    ? WithRowIds<Name, z.infer<Schema>>
    : undefined;
};

/** The request as its handler sees it. */
export interface EngineCall<Name extends CallName = CallName> {
  /**
   * The database id of the record that `{id}` in the path names. 0, which no record has, if the path has no `{id}` or
   * the id is unknown.
   */
  id: RowId;
  /**
   * The query as parsed by the row's schema. A value that the schema refuses is answered with 422 and the name of the
   * parameter.
   */
  query: Parsed<'query'>[Name];
  /** `?page` of the query; 1 by default. */
  page: number;
  /** Always set on rows whose access is `admin`. */
  admin: Admin | undefined;
  authorization: string | undefined;
  /**
   * The IP address as reported by the BFF, for rate limits and for the list of an admin's own sessions; stored
   * nowhere else.
   */
  address: string;
  /** The User-Agent of the browser, as forwarded by the BFF. */
  agent: string | undefined;
  /** Name of the contract row. */
  row: string;
  /** Statements of the engine's caller about a form; empty for other calls. */
  receipt: Receipt;
  /** True on HEAD: the caller gets no content, and the call must have no side effects. */
  head: boolean;
  /** Returns the JSON body as parsed by the row's schema. Throws 415, or 422 with errors by field. */
  body(): Promise<Parsed<'body'>[Name]>;
  /** Returns the form of a multipart call. Its files are deleted when the call ends. */
  form(): Promise<Form>;
}

/** Facts about a form that its caller states (server/bff/intake/README.md). */
export interface Receipt {
  /** Idempotency-Key: the same for every repeat of one form. */
  key?: string;
  /** The reference that the visitor got. */
  reference?: string;
  /** When the form was received, which may be days ago. */
  receivedAt?: Date;
  /** True if the caller has already counted the form against the limit for the sender's IP address. */
  isCounted: boolean;
}

export interface EngineAnswer {
  data?: unknown;
  message?: TextCode;
  /** The file of a download row, sent instead of the envelope. */
  file?: AnsweredFile;
}

type Handler<Name extends CallName = CallName> = (call: EngineCall<Name>) => Promise<EngineAnswer>;
export type Handlers = { [Name in CallName]?: Handler<Name> };

/** Returns the admin who makes the request, if any; `address` is the IP address. */
export type Identify = (request: EngineRequest, address: string) => Promise<Admin | undefined>;

/**
 * Answers the rows of the contract that have a handler: identifies the admin, then reads the body. A caller that
 * sends `assertion` is trusted when it states a form's reference and time, and that the form was counted. `onChange`
 * is called after calls that may have changed something. Rejects with AppError.
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
          const values = { expected: 'application/json' };
          assertThat(request.json !== undefined, 'request.typeRefused', 415, { values });
          const sent = await withPlainTexts(parseFields(bodyOf(row), request.json), refuseCutImage);
          return (await withRowIds(db, row, sent)) as Awaited<ReturnType<EngineCall['body']>>;
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
      message: answer.message && textOf(answer.message),
      data: answer.data === undefined ? undefined : withoutWithheld(answer.data, row, admin?.role),
    });
  };
}

/**
 * The BFF sends exactly one address, and forwards no address that a browser forged (server/bff/upstream/README.md,
 * "Headers to the upstream").
 */
function addressOf(headers: EngineRequest['headers']) {
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
    reference: reference && isReference(reference) ? reference : undefined,
    receivedAt: Number.isNaN(receivedAt.getTime()) ? undefined : receivedAt,
    isCounted: true,
  };
}

function uploadOf(row: ContractRow) {
  if (!row.upload) throw new Error(`form: the row ${row.name} accepts no form`);
  return row.upload;
}

function bodyOf(row: ContractRow) {
  if (!row.body) throw new Error(`body: the row ${row.name} accepts no JSON`);
  return row.body;
}

/** Tables whose rows may have text ids; all other ids are numbers. */
const tables: Partial<Record<IdOf, NamedTable>> = Object.fromEntries(
  trashKinds.map(({ resource, table }) => [resource, table as NamedTable]),
);

type FieldsOf<Name> = Name extends CallName
  ? Contract[Name] extends { ids: infer Ids }
    ? keyof Ids
    : never
  : never;

type RowIdIn<Value> = Value extends readonly unknown[] ? RowId[] : Value extends Id ? RowId : Value;

/**
 * The values sent with a call of this name, with database ids instead of public ids. The value `none` of `job_id`
 * (applicants without a job) stays.
 */
export type WithRowIds<Name, Sent> = [FieldsOf<Name>] extends [never]
  ? Sent
  : {
      [Field in keyof Sent]: Field extends FieldsOf<Name>
        ? RowIdIn<Sent[Field]> | (Field extends 'job_id' ? 'none' : never)
        : Sent[Field];
    };

/** Returns the database id of the record that the path of a call names; 0, which no record has, for an unknown id. */
async function rowIdAt(db: Db, { id: of = 'own' }: ContractRow, id: Id | undefined) {
  const table = tables[of];
  return table ? rowIdOf(db, table, id) : ownNumber(id);
}

/** Returns the parsed values of a call, with database ids instead of public ids; 0 for an unknown id. */
async function withRowIds(db: Db, { ids = {} }: ContractRow, sent: unknown): Promise<unknown> {
  const read = { ...(sent as Record<string, unknown>) };
  for (const [field, of] of Object.entries(ids)) {
    const value = read[field];
    if (value === undefined || value === null || value === 'none') continue;
    const named = (Array.isArray(value) ? value : [value]) as Id[];
    const found = await rowsOf(db, of === 'resource' ? (read.resource as TrashResource) : of, named);
    read[field] = Array.isArray(value) ? [...new Set(found)] : found[0];
  }
  return read;
}

async function rowsOf(db: Db, of: IdOf, ids: readonly Id[]) {
  const table = tables[of];
  if (!table) return ids.map(ownNumber);
  const known = await rowIdsOf(db, table, ids);
  return ids.map((id) => known.get(id) ?? 0);
}

/** One call to the engine. The code that makes the call has matched the row and checked the form. */
export interface EngineRequest extends FileRequest {
  /**
   * The row of the contract, and the values of the `{…}` in its path; absent for files, and for paths outside the
   * contract.
   */
  row?: ContractRow;
  params?: Readonly<Record<string, string>>;
  /** The value of a JSON body; undefined without a body. */
  json?: unknown;
  /** The parts of a form. Their files are not moved: the engine stores copies. */
  form?: SentForm;
  /** In hybrid mode: the admin who makes the request. */
  principal?: Principal;
}

/** Answers a call. Rejects only when `signal` is aborted. */
export type HandleCall = (request: EngineRequest) => Promise<EngineReply>;

export function jsonReply(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): EngineReply {
  const body = Buffer.from(JSON.stringify(value));
  return {
    status,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
    },
    body,
  };
}

/** Collects the errors in the fields of one request, so that a person gets all of them in one answer. */
export class FieldErrors {
  readonly #texts: Record<string, string[]> = Object.create(null);

  /** Adds one error of one field. */
  add(field: string, code: TextCode, values: Record<string, string | number> = {}) {
    this.addText(field, textOf(code, values));
  }

  addText(field: string, text: string) {
    this.#texts[field] = [...(this.#texts[field] ?? []), text];
  }

  has(field: string) {
    return field in this.#texts;
  }

  /** Throws 422 fields.invalid if there is any error. */
  throwIfAny() {
    if (Object.keys(this.#texts).length > 0) {
      throw new AppError('fields.invalid', 422, { fields: { ...this.#texts } });
    }
  }
}

/** Returns the error 422 fields.invalid for one error of one field. */
export function badField(field: string, code: TextCode) {
  return new AppError('fields.invalid', 422, { fields: { [field]: [textOf(code)] } });
}

/** Returns the parsed `input`, or throws 422 with a text for each bad field. */
export function parseFields<Schema extends z.ZodType>(schema: Schema, input: unknown) {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors = new FieldErrors();
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? 'body');
    if (!errors.has(field)) errors.addText(field, message);
  }
  errors.throwIfAny();
  throw parsed.error;
}

/**
 * Returns the parsed texts of a form; undefined, with a text in `errors` for each bad field, when the schema refuses
 * them. The errors are not thrown here, so that errors in the files are reported together with them.
 */
export function formFields<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  form: Pick<Form, 'text'>,
  errors: FieldErrors,
) {
  const texts = Object.keys(schema.shape).map((name) => [name, form.text(name)]);
  const parsed = schema.safeParse(Object.fromEntries(texts));
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = String(path[0]);
    if (!errors.has(field)) errors.addText(field, message);
  }
  return parsed.data;
}

/** A received file of a type that its field accepts. */
export interface IncomingFile {
  path: string;
  /** The media type, detected from the first bytes and never from the name. */
  type: string;
  /** The original file name; without one, the last part of the path is used. */
  name?: string;
}

/** A file of a form. */
export interface ReceivedFile extends IncomingFile {
  /** Bytes. */
  size: number;
  /** The sender's file name; pass it through `displayName` before showing it. */
  name: string;
}

/** A form. Its files are in a separate folder, and of the types that their fields accept. */
export interface Form {
  /** Returns the unchanged text of a field; undefined when the field was not sent. */
  text(name: string): string | undefined;
  /**
   * Returns the files of a field by the field's plain name, sorted by index (`images[2]` before `images[10]`),
   * otherwise in order of arrival.
   */
  files(name: string): ReceivedFile[];
  /** Removes files that were not moved into storage. */
  removeFiles(): Promise<void>;
}

export type FormReader = (form: SentForm | undefined, policy: UploadPolicy) => Promise<Form>;

/**
 * Makes the reader for forms that the upload gate (server/bff/uploads) has read and checked. Each file gets a second
 * hard link in a folder of the engine, or is copied there if a link is not possible. So the call does not depend on
 * whether the sender removes the file or sends the form again. The files are flushed to the disk, since they are
 * about to be stored. Rejects with AppError 415 without a form, and 507 when the disk is full; then it leaves nothing
 * on the disk.
 */
export function createFormReader(folders: TempFolders, log: Logger): FormReader {
  return async (form, policy) => {
    if (!form) throw new AppError('upload.multipartRequired', 415);
    const folder = folders.open();
    // A failure is only logged, because a finished change must not fail if its folder of temporary files remains. The
    // next start removes the folder.
    const removeFiles = () =>
      folder.remove().catch((error: unknown) => {
        log.warn({ err: error }, 'content API: temporary files could not be removed; retrying later');
      });
    try {
      return { ...(await takeOver(form, policy, folder)), removeFiles };
    } catch (error) {
      await removeFiles();
      throw storageFullError(error, 'upload.noSpace') ?? error;
    }
  };
}

async function takeOver(
  { parts, readFile: readLast }: SentForm,
  policy: UploadPolicy,
  folder: FormFolder,
): Promise<Pick<Form, 'text' | 'files'>> {
  const texts = new Map<string, string>();
  const files = new Map<string, ReceivedFile[]>();
  for (const { kind, name, source } of parts) {
    if (kind !== 'text') continue;
    const text = await textIn(source);
    const isRich = policy.texts.some((field) => field.name === name && field.size === 'rich');
    texts.set(name, isRich ? await withPlainImages(text, () => refuseCutImage(name)) : text);
  }
  const inOrder = parts
    .filter((part) => part.kind === 'file')
    .sort((one, other) => indexOf(one) - indexOf(other));
  for (const part of inOrder) {
    const { name, type, size, fileName, source } = part;
    const path = await folder.newPath();
    await folder.track(keep(readLast ? readLast() : source, path));
    const field = policy.files.find(({ pattern }) => pattern.test(name))?.name ?? name;
    files.set(field, [...(files.get(field) ?? []), { path, type, size, name: fileName }]);
  }
  return { text: (name) => texts.get(name), files: (name) => files.get(name) ?? [] };
}

/** Returns the text of a field: a short text is in memory, a long one in a file. */
async function textIn(source: SentPart['source']) {
  return Buffer.isBuffer(source) ? source.toString() : readFile(source, 'utf8');
}

async function keep(source: SentPart['source'] | AsyncIterable<Buffer>, path: string) {
  if (typeof source === 'string') await link(source, path).catch(() => copyFile(source, path));
  else if (Buffer.isBuffer(source)) await writeFile(path, source, { flag: 'wx', mode: 0o600 });
  else await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  const file = await open(path);
  await file.sync().finally(() => file.close());
}

/**
 * Returns the number in `images[2]` or `tech_image[2][file]`; 0 for a name without a number, so that such files stay
 * in order of arrival.
 */
function indexOf({ name }: SentPart) {
  return Number(/\[(\d+)\]/.exec(name)?.[1] ?? 0);
}
