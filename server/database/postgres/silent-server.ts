import type pg from 'pg';

/**
 * A server whose machine has stopped says nothing, not even that a statement took too long. What has waited for `query_timeout` is rejected
 * by pg, but its connection would be used again, with an answer still to come, or for ever none. It is cut off instead.
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

/** pg's own words (its client.js); they have no code. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Which, with a query that is not answered, closes the socket at once; the pool takes no client back that is ending. */
function cutOff(client: pg.ClientBase): void {
  (client as unknown as pg.Client).end().catch(() => {});
}
