import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

const requests: ClientRequest[] = [];

/** Opens a stream of `GET /api/live`. */
export async function follow(url: string, cookie: string) {
  const asked = request(new URL('/api/live', url), {
    headers: { cookie, 'accept-encoding': 'gzip' },
    agent: false,
  });
  requests.push(asked);
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise((resolve) => response.once('close', resolve));
  response.on('error', () => {});
  return {
    response,
    /** Text received so far. */
    text: () => text,
    /** Resolves when this text has arrived. */
    async has(part: string) {
      while (!text.includes(part)) await Promise.race([once(response, 'data'), ended.then(gone)]);
    },
    ended,
    leave: () => asked.destroy(),
  };
}

/** Closes every stream that a test has opened. */
export function leaveStreams() {
  for (const each of requests.splice(0)) each.destroy();
}

const gone = () => Promise.reject(new Error('The stream has ended.'));
