import type { IncomingMessage } from 'node:http';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { limits, readableBytes } from '#shared/limits.ts';
import { type ErrorCode, messageText } from '#shared/messages.ts';
import { AppError, assertThat } from '../errors.ts';
import type { Admin } from './auth/repository.ts';
import type { Tokens } from './auth/tokens.ts';
import type { Form, FormReader } from './media/form.ts';
import { FieldErrors } from './validation/field-errors.ts';

/** What a handler knows of the request that it answers. */
export interface EngineCall {
  /** The `{id}` of the path: a positive whole number. 0 on a path without one, which no row has. */
  id: number;
  /** `?page`, checked by the row's own schema; 1 unless told. */
  page: number;
  /** Always there on rows whose access is `admin`. */
  admin: Admin | undefined;
  authorization: string | undefined;
  /** The body of a JSON call of at most so many bytes. */
  json(maxBytes: number): Promise<unknown>;
  /** The form of a multipart call, read by the row's upload policy. Its files go when the call ends. */
  form(): Promise<Form>;
}

export interface EngineAnswer {
  data?: unknown;
  message?: ErrorCode;
}

export type Handler = (call: EngineCall) => Promise<EngineAnswer>;
export type Handlers = Partial<Record<CallName, Handler>>;

/** Where the engine also answers a call: the BFF can be told other paths for sign-in and sign-out. */
export type Aliases = Record<string, CallName>;

/** Answers the rows of the contract that have a handler: finds the row, asks for the bearer token, then reads the body. */
export function answerCalls(
  handlers: Handlers,
  tokens: Tokens,
  readForm: FormReader,
  aliases: Aliases = {},
): RequestHandler {
  return async (req, res) => {
    const alias = Object.hasOwn(aliases, req.path) ? aliases[req.path] : undefined;
    const { row, params, allow } = matchContract(req.method, alias ? contract[alias].path : req.path);
    const handler = row && handlers[row.name as CallName];
    if (!row && allow.length > 0) throw methodNotAllowed(req.method, allow);
    assertThat(row && handler, 'request.notFound', 404);

    const admin = await tokens.bearer(req.headers.authorization);
    if (row.access === 'admin' && !admin) {
      throw new AppError('session.required', 401, { headers: { 'www-authenticate': 'Bearer' } });
    }
    let form: Form | undefined;
    let answer: EngineAnswer;
    try {
      answer = await handler({
        id: Number(params.id ?? 0),
        page: pageOf(row, req),
        admin,
        authorization: req.headers.authorization,
        json: (maxBytes) => readJson(req, res, maxBytes),
        form: async () => {
          form ??= await readForm(req, res, uploadOf(row));
          return form;
        },
      });
    } finally {
      await form?.discard();
    }
    res.json({
      status: 1,
      ...(answer.message && { message: messageText(answer.message) }),
      ...(answer.data !== undefined && { data: answer.data }),
    });
  };
}

/** 405 with the methods that the path takes (RFC 9110 §15.5.6). */
export function methodNotAllowed(method: string, allow: string[]): AppError {
  const list = allow.join(', ');
  return new AppError('request.methodNotAllowed', 405, {
    values: { method, allow: list },
    headers: { allow: list },
  });
}

function pageOf(row: ContractRow, req: Request): number {
  if (!row.query) return 1;
  const parsed = row.query.safeParse(req.query);
  if (!parsed.success) {
    const errors = new FieldErrors();
    errors.add('page', 'field.outOfRange', { min: 1, max: limits.page });
    errors.throwIfAny();
  }
  return (parsed.data as { page?: number }).page ?? 1;
}

function uploadOf(row: ContractRow) {
  if (!row.upload) throw new Error(`form: the row ${row.name} takes no form`);
  return row.upload;
}

async function readJson(req: Request, res: Response, maxBytes: number): Promise<unknown> {
  if (!req.is('application/json')) {
    throw new AppError('request.typeRefused', 415, { values: { expected: 'application/json' } });
  }
  const parse = express.json({ limit: maxBytes, type: () => true });
  await new Promise<void>((resolve, reject) => {
    parse(req as IncomingMessage & Request, res, (error?: unknown) => {
      error ? reject(bodyError(error, maxBytes)) : resolve();
    });
  });
  return req.body;
}

/** body-parser's errors carry a `type`; what they say of the body is not for the browser. */
function bodyError(error: unknown, maxBytes: number): unknown {
  const type = (error as { type?: unknown }).type;
  const status = (error as { status?: unknown }).status;
  if (type === 'entity.too.large') {
    return new AppError('request.bodyTooLarge', 413, { values: { limit: readableBytes(maxBytes) } });
  }
  if (type === 'request.aborted') return new AppError('request.aborted', 400, { cause: error });
  if (typeof status === 'number' && status < 500) {
    return new AppError('request.badJson', status === 415 ? 415 : 400, { cause: error });
  }
  return error;
}
