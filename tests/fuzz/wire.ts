import { connect } from 'node:net';
import type { Case } from './case.ts';

/** The result of a case on its connection. */
export interface Outcome {
  /** Statuses of all answers, in order; empty if the server sent no answer. */
  statuses: number[];
  /** All received bytes, as latin1. */
  text: string;
  /** True if the server neither answered nor closed the connection in time. */
  isStuck: boolean;
}

/**
 * Milliseconds after which the client gives up on an unfinished request, and after which a silent server counts as
 * stuck.
 */
const leaveAfter = 40;
const stuckAfter = 60_000;
/** Milliseconds of silence after the first of several answers. */
const quietAfter = 25;

/** Writes a case onto a new connection and waits for the outcome. */
export function sendCase(url: string, { bytes, isWhole, isPipelined, methods }: Case): Promise<Outcome> {
  return new Promise((resolve) => {
    const expected = methods ?? [bytes.subarray(0, 5).toString('latin1') === 'HEAD ' ? 'HEAD' : 'any'];
    const pieces: Buffer[] = [];
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let timer: NodeJS.Timeout | undefined;
    let isStuck = false;
    const leave = () => socket.destroy();
    const giveUp = () => {
      isStuck = true;
      leave();
    };
    const after = (wait: number, then: () => void) => {
      clearTimeout(timer);
      timer = setTimeout(then, wait);
    };
    // The client ends its side in the middle of a request: the server has to close the connection.
    const endOurSide = () => {
      socket.end();
      after(stuckAfter, giveUp);
    };
    const waitOn = () => (isWhole ? after(stuckAfter, giveUp) : after(leaveAfter, endOurSide));
    socket.once('connect', () => socket.write(bytes));
    waitOn();
    socket.on('data', (piece) => {
      pieces.push(piece);
      if (wholeAnswers(Buffer.concat(pieces).toString('latin1'), expected) < expected.length) waitOn();
      else if (isPipelined) after(quietAfter, leave);
      else leave();
    });
    socket.on('end', leave);
    socket.on('error', leave);
    socket.once('close', () => {
      clearTimeout(timer);
      const text = Buffer.concat(pieces).toString('latin1');
      resolve({ statuses: statusesIn(text), text, isStuck });
    });
  });
}

function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => Number(status))
    .filter((status) => status >= 200);
}

/** Counts the complete answers to requests of these methods, in order. */
function wholeAnswers(text: string, methods: readonly string[]): number {
  let at = 0;
  for (const [index, method] of methods.entries()) {
    const end = text.indexOf('\r\n\r\n', at);
    if (end < 0) return index;
    const head = text.slice(at, end);
    const status = Number(head.slice(9, 12));
    const body = end + 4;
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    if (status < 200) return wholeAnswers(text.slice(body), methods.slice(index)) + index;
    if (method === 'HEAD' || status === 204 || status === 304) at = body;
    else if (length !== undefined) at = body + Number(length);
    else if (/^transfer-encoding: chunked/im.test(head)) {
      const last = text.indexOf('0\r\n\r\n', body);
      at = last < 0 ? Number.POSITIVE_INFINITY : last + 5;
    } else return index;
    if (text.length < at) return index;
  }
  return methods.length;
}
