import type { IncomingMessage } from 'node:http';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';

/** The passes of a request as one pass. */
export interface PassList {
  /** Adds a pass after the others. */
  use(pass: RequestHandler | ErrorRequestHandler): void;
  /** Adds a list of passes for the addresses at and below a path without a slash at its end, to the letter. */
  below(path: string, list: PassList): void;
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

  const run: RequestHandler = (req, res, done) => {
    let at = 0;
    const next = (error?: unknown): void => {
      let pass = passes[at++];
      while (pass && takesErrors(pass) !== Boolean(error)) pass = passes[at++];
      if (pass) call(pass, error, req, res, next);
      else done(error);
    };
    next();
  };

  return {
    use: (pass) => void passes.push(pass),
    below(path, list) {
      const pass: RequestHandler = (req, res, next) =>
        isBelow(path, req) ? list.run(req, res, next) : next();
      passes.push(pass);
    },
    run,
  };
}

function call(
  pass: RequestHandler | ErrorRequestHandler,
  error: unknown,
  req: Request,
  res: Response,
  next: (error?: unknown) => void,
): void {
  try {
    const pending: unknown = takesErrors(pass) ? pass(error, req, res, next) : pass(req, res, next);
    if (pending instanceof Promise) pending.catch((reason) => next(reason ?? new Error('rejected')));
  } catch (thrown) {
    next(thrown ?? new Error('thrown'));
  }
}

function takesErrors(pass: RequestHandler | ErrorRequestHandler): pass is ErrorRequestHandler {
  return pass.length === 4;
}

function isBelow(path: string, { url = '' }: IncomingMessage): boolean {
  if (!url.startsWith(path)) return false;
  const following = url[path.length];
  return following === undefined || following === '/' || following === '?';
}
