import type pg from 'pg';

/**
 * Closes the connection of a query that gets no answer. A server whose machine has stopped sends nothing, not even a
 * statement timeout. pg rejects a query after `query_timeout`, but would use the connection again while the answer is
 * still outstanding.
 */
export function cutOffWhenSilent<Client extends pg.ClientBase>(client: Client): Client {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const asked = query(...given);
    if (!(asked instanceof Promise)) return asked;
    return asked.catch((error: unknown) => {
      if (isSilence(error)) cutOff(client);
      throw error;
    });
  }) as Client['query'];
  return client;
}

/** True for pg's own timeout; its error has this message (pg's client.js) and no code. */
function isSilence(error: unknown) {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * Closes the connection. With a query in progress, `end` closes the socket immediately, and the pool does not reuse a
 * client that is ending.
 */
function cutOff(client: pg.ClientBase): void {
  (client as unknown as pg.Client).end().catch(() => {});
}
