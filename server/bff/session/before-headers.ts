import type { ServerResponse } from 'node:http';

/**
 * Calls `pass` with the final status just before the headers of `res` are sent: the result of the request is known
 * then, and headers can still be set. Node calls `writeHead` itself if no other code does.
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
