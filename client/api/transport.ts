import { messages } from '#shared/messages.ts';

/** What the request helper needs of an answer. */
export interface TransportAnswer {
  response: { ok: boolean; status: number };
  text: string;
}

export type Transport = (path: string, init: RequestInit) => Promise<TransportAnswer>;

/** In a browser every call goes over the network, to our own origin. */
const overNetwork: Transport = async (path, init) => {
  const response = await fetch(path, init);
  return { response, text: await response.text() };
};

let transport = overNetwork;
let report = (error: unknown): void => console.error(messages['api.callError'], error);

/**
 * Server rendering has no network before it: it hands in what answers a public read on the spot, and logs its failures
 * itself.
 */
export function setTransport(next: Transport): void {
  transport = next;
  report = () => {};
}

/** docs/product.md §8: a failed call is logged with 'API call error:'. */
export function reportCallError(error: unknown): void {
  report(error);
}

export function send(path: string, init: RequestInit): Promise<TransportAnswer> {
  return transport(path, init);
}
