import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import type { HostAnswer } from './case.ts';

/**
 * An API host that answers with exactly the bytes set for the number in the path; it answers every other request
 * honestly.
 */
export interface ToldHost {
  url: string;
  answers: Map<number, HostAnswer>;
  close(): Promise<void>;
}

export async function startToldHost(): Promise<ToldHost> {
  const answers = new Map<number, HostAnswer>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let received = Buffer.alloc(0);
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece]);
      for (let request = takeRequest(); request !== undefined; request = takeRequest())
        answer(socket, request);
    });
    /**
     * Returns the first line of a request that has arrived completely. The product always states the length of a
     * body.
     */
    const takeRequest = (): string | undefined => {
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return undefined;
      const head = received.subarray(0, end).toString('latin1');
      const whole = end + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (received.length < whole) return undefined;
      received = received.subarray(whole);
      return head.split('\r\n', 1)[0];
    };
  });
  const answer = (socket: Socket, line: string) => {
    const number = Number(/\/(\d+)(?=[.?/ ])/.exec(line)?.[1]);
    const told = answers.get(number);
    if (!told) {
      socket.write(honest(line));
      return;
    }
    if (told.closes) socket.end(told.bytes);
    else socket.write(told.bytes);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function honest(line: string): string {
  const data = { data: [], current_page: 1, last_page: 1, per_page: 10, total: 0 };
  const isLogin = line.startsWith('POST /api/login ');
  const body = JSON.stringify({ status: 1, data: isLogin ? { token: 'told-host-token' } : data });
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${line.startsWith('HEAD') ? '' : body}`;
}
