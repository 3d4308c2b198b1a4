import { admin } from './product.ts';

/** Result of a call; `body` is the JSON of the answer. */
export interface CallAnswer {
  status: number;
  body: { status?: number; data?: unknown; code?: string };
}

/**
 * An admin who calls the product as the pages of the admin area do. Rejects if the connection ends without an answer.
 */
export interface AdminClient {
  get(path: string): Promise<CallAnswer>;
  post(path: string, body?: FormData | object): Promise<CallAnswer>;
}

/** Signs in; throws if that fails. */
export async function signInAt(url: string): Promise<AdminClient> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify(admin),
  });
  await answer.arrayBuffer();
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .filter((each) => each?.includes('studio_session='))
    .join('; ');
  if (answer.status !== 200 || !cookie) throw new Error(`Sign-in was answered with ${answer.status}.`);
  const call = async (path: string, init: RequestInit): Promise<CallAnswer> => {
    const headers = { cookie, 'x-csrf': '1', ...(init.headers as Record<string, string>) };
    const got = await fetch(`${url}${path}`, { ...init, headers });
    const text = await got.text();
    return { status: got.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
  };
  return {
    get: (path) => call(path, {}),
    post: (path, body) =>
      call(path, {
        method: 'POST',
        ...(body instanceof FormData && { body }),
        ...(body &&
          !(body instanceof FormData) && {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
      }),
  };
}
