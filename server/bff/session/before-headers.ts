import type { ServerResponse } from 'node:http';

/**
 * Runs `pass` with the final status just before the headers of `res` go out, when it is known how the request ended.
 * Node calls `writeHead` itself when nobody else does.
 */
export function beforeHeaders(res: ServerResponse, pass: (status: number) => void): void {
  const writeHead = res.writeHead;
  let done = false;
  res.writeHead = (...given: unknown[]) => {
    if (!done) {
      done = true;
      pass(Number(given[0]));
    }
    return Reflect.apply(writeHead, res, given);
  };
}
