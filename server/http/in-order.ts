import type { IncomingMessage } from 'node:http';
import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from 'express';

/** The passes of a request as one pass. */
export interface PassList {
  /** Adds a pass after the others. */
  use(pass: RequestHandler | ErrorRequestHandler): void;
  /** Adds a list of passes for some requests alone, and gives it: the others go by it, without a question to each pass. */
  when(isFor: (req: Request, res: Response) => boolean): PassList;
  /** The list as a pass: what none of it has answered goes to `next`, and so do errors that none of it takes. */
  readonly run: RequestHandler;
}

/**
 * Runs passes one after the other with the rules of Express: a pass answers or calls `next`; what it throws, rejects with or gives to
 * `next` goes to the next pass of four arguments. Express itself would look for the pass that an address is for before each of
 * them, and an app of thirty passes for everybody costs more in looking than in what the passes do. Addresses are judged as they
 * came (`originalUrl`), and are not changed on the way.
 */
export function inOrder(): PassList {
  const passes: (RequestHandler | ErrorRequestHandler)[] = [];
  const takesErrors: boolean[] = [];
  const add = (pass: RequestHandler | ErrorRequestHandler) => {
    passes.push(pass);
    takesErrors.push(pass.length === 4);
  };

  const run: RequestHandler = (req, res, done) => {
    let at = 0;
    const next = (error?: unknown): void => {
      const isError = Boolean(error);
      while (at < passes.length && takesErrors[at] !== isError) at += 1;
      const pass = passes[at];
      at += 1;
      if (!pass) done(error);
      else if (isError) callWith(error, pass as ErrorRequestHandler, req, res, next);
      else call(pass as RequestHandler, req, res, next);
    };
    next();
  };

  return {
    use: add,
    when(isFor) {
      const list = inOrder();
      add((req: Request, res: Response, next: NextFunction) =>
        isFor(req, res) ? list.run(req, res, next) : next(),
      );
      return list;
    },
    run,
  };
}

function call(pass: RequestHandler, req: Request, res: Response, next: NextFunction): void {
  try {
    hearOf(pass(req, res, next), next);
  } catch (thrown) {
    next(thrown ?? new Error('thrown'));
  }
}

function callWith(
  error: unknown,
  pass: ErrorRequestHandler,
  req: Request,
  res: Response,
  next: NextFunction,
): void {
  try {
    hearOf(pass(error, req, res, next), next);
  } catch (thrown) {
    next(thrown ?? new Error('thrown'));
  }
}

/** What is rejected later counts as what is thrown at once. */
function hearOf(pending: unknown, next: NextFunction): void {
  if (pending instanceof Promise) pending.catch((reason) => next(reason ?? new Error('rejected')));
}

/** True for the addresses at and below a path without a slash at its end, to the letter. */
export function isBelow(path: string, { url = '' }: IncomingMessage): boolean {
  if (!url.startsWith(path)) return false;
  const following = url[path.length];
  return following === undefined || following === '/' || following === '?';
}
