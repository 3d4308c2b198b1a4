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

/** Server rendering has no network before it: it hands in what answers a public read on the spot. */
export function setTransport(next: Transport): void {
  transport = next;
}

export function send(path: string, init: RequestInit): Promise<TransportAnswer> {
  return transport(path, init);
}
