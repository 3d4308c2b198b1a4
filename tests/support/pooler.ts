import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** A connection pooler in front of a PostgreSQL server. */
interface Pooler {
  /** The database's `url`, through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

/** Which free connection a transaction gets: the one used last, as in PgBouncer, or the one idle longest. */
type Choice = 'last used' | 'longest at rest';

/** A connection to the server, and the client that holds it until its transaction ends. */
interface Backend {
  socket: Socket;
  client: Client | undefined;
}

interface Client {
  socket: Socket;
  backend: Backend | undefined;
  /** Messages that wait for a connection. */
  waiting: Buffer[];
  /** Number of "ready for query" answers that are still outstanding. */
  unanswered: number;
}

const [sslRequest, cancelRequest] = [80_877_103, 80_877_102];

/**
 * Starts a pooler that gives each transaction one of `connections` connections to the server, as PgBouncer does with
 * `pool_mode = transaction`: session state (locks, LISTEN, settings) stays with the connection, not with the client.
 * Messages are passed on unchanged (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */
export async function startPooler(url: string, choice: Choice, connections = 2): Promise<Pooler> {
  const free: Backend[] = [];
  const queue: Client[] = [];
  const clients = new Set<Socket>();
  const opened = await Promise.all(
    Array.from({ length: connections }, async () => {
      // `pg` signs in; after that only its socket is used.
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
    // A notice for a connection that no client holds is dropped.
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
      // The client left during a transaction: the server must roll it back.
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
          // Signed in, no cancel key, ready for query.
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

/** A message of the simple query protocol. */
const rollback = Buffer.from('Q\0\0\0\x0drollback\0', 'latin1');

/** Splits a stream into messages: a letter, the length, and the content; the letter is missing while `isBare`. */
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
