import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** A pooler in front of a PostgreSQL. */
interface Pooler {
  /** As `url`, through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

/** Which of the free connections a transaction gets: the one that was used last, as in PgBouncer, or the one that rested longest. */
type Choice = 'last used' | 'longest at rest';

/** A connection to the server, and the client that it belongs to until its transaction is over. */
interface Backend {
  socket: Socket;
  client: Client | undefined;
}

interface Client {
  socket: Socket;
  backend: Backend | undefined;
  /** Messages that wait for a connection. */
  waiting: Buffer[];
  /** Answers ("ready for query") that are still to come. */
  unanswered: number;
}

const [sslRequest, cancelRequest] = [80_877_103, 80_877_102];

/**
 * Starts a pooler that gives each transaction one of `connections` connections to the server, as PgBouncer does with
 * `pool_mode = transaction`: what belongs to a session (locks, LISTEN, settings) stays with a connection, and not with who asked for it.
 * Messages are passed on as they are (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */
export async function startPooler(url: string, choice: Choice, connections = 2): Promise<Pooler> {
  const free: Backend[] = [];
  const queue: Client[] = [];
  const clients = new Set<Socket>();
  const opened = await Promise.all(
    Array.from({ length: connections }, async () => {
      // It signs in, and then only its socket is used.
      const signedIn = new pg.Client(url);
      signedIn.on('error', () => {});
      await signedIn.connect();
      const { stream } = (signedIn as unknown as { connection: { stream: Socket } }).connection;
      stream.removeAllListeners('data');
      return stream;
    }),
  );
  for (const socket of opened) {
    const backend: Backend = { socket, client: undefined };
    free.push(backend);
    socket.on(
      'data',
      framed((message) => answer(backend, message)),
    );
  }

  function answer(backend: Backend, message: Buffer): void {
    const { client } = backend;
    // A notice for a session that nobody has: there is nobody to give it to.
    if (!client) return;
    client.socket.write(message);
    if (message[0] !== code('Z')) return;
    client.unanswered -= 1;
    if (client.unanswered === 0 && message[5] === code('I')) release(backend);
  }

  function release(backend: Backend): void {
    if (backend.client) backend.client.backend = undefined;
    backend.client = undefined;
    free.push(backend);
    const next = queue.shift();
    if (next) link(next);
  }

  function link(client: Client): void {
    const backend = choice === 'last used' ? free.pop() : free.shift();
    if (!backend) {
      queue.push(client);
      return;
    }
    backend.client = client;
    client.backend = backend;
    for (const message of client.waiting.splice(0)) ask(client, message);
  }

  function ask(client: Client, message: Buffer): void {
    if (!client.backend) {
      client.waiting.push(message);
      if (client.waiting.length === 1) link(client);
      return;
    }
    if (message[0] === code('Q') || message[0] === code('S')) client.unanswered += 1;
    client.backend.socket.write(message);
  }

  const server = createServer((socket) => {
    clients.add(socket);
    const client: Client = { socket, backend: undefined, waiting: [], unanswered: 0 };
    let isStarted = false;
    const leave = () => {
      clients.delete(socket);
      const at = queue.indexOf(client);
      if (at >= 0) queue.splice(at, 1);
      // In the middle of a transaction: the server is to forget it.
      if (client.backend) ask(client, rollback);
    };
    socket.on('error', () => {}).on('close', leave);
    socket.on(
      'data',
      framed(
        (message) => {
          if (isStarted) return message[0] === code('X') ? void socket.end() : ask(client, message);
          const request = message.readInt32BE(4);
          if (request === sslRequest) return void socket.write('N');
          if (request === cancelRequest) return void socket.destroy();
          isStarted = true;
          // Signed in; no key to cancel by; ready.
          socket.write(Buffer.from('520000000800000000' + '5a0000000549', 'hex'));
        },
        () => !isStarted,
      ),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    async close() {
      for (const socket of clients) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      for (const socket of opened) socket.destroy();
    },
  };
}

const code = (letter: string) => letter.charCodeAt(0);

/** Of the simple query protocol. */
const rollback = Buffer.from('Q\0\0\0\x0drollback\0', 'latin1');

/** Cuts a stream into messages: a letter, the length, and the rest; the letter is missing while `isBare`. */
function framed(take: (message: Buffer) => void, isBare = () => false): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const from = isBare() ? 0 : 1;
      if (rest.length < from + 4) return;
      const end = from + rest.readInt32BE(from);
      if (rest.length < end) return;
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      take(message);
    }
  };
}
