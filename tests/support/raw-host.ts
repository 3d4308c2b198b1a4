import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Starts an API host that writes raw bytes, since an HTTP server would repair them, and closes if the answer says so. */
export async function startRawHost(
  answer: (method: string, path: string) => { bytes: string; close?: boolean },
) {
  const sockets = new Set<Socket>();
  /** Method and path of every request, in order. */
  const seen: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk;
      for (;;) {
        const end = received.indexOf('\r\n\r\n');
        const whole = end + 4 + Number(/^content-length: *(\d+)/im.exec(received.slice(0, end))?.[1] ?? 0);
        if (end < 0 || received.length < whole) return;
        const [method = '', path = ''] = received.split(' ', 2);
        received = received.slice(whole);
        seen.push(`${method} ${path}`);
        const { bytes, close } = answer(method, path);
        if (close) socket.end(bytes, 'latin1');
        else socket.write(bytes, 'latin1');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
