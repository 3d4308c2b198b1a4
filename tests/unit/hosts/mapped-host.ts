import { Readable } from 'node:stream';
import { matchContract } from '#shared/contract/match.ts';
import { adaptUpstream } from '../../../hosts/adapt/adapted-upstream.ts';
import { createHostMap } from '../../../hosts/adapt/host-map.ts';
import { parseHostFile } from '../../../hosts/host-file/load.ts';
import { readJson } from '../../../server/bff/upstream/answers.ts';
import {
  jsonBody,
  type Upstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '../../../server/bff/upstream/upstream.ts';
import type { SentPart } from '../../../server/forms/read-form.ts';

type Given = { status?: number; body?: unknown; headers?: UpstreamAnswer['headers'] };

/** A host that is mapped by host.json, and the calls to it. */
export function hostOf(
  file: Record<string, unknown>,
  answer: (request: UpstreamRequest) => Given,
  log?: Parameters<typeof adaptUpstream>[2]['log'],
) {
  const asked: UpstreamRequest[] = [];
  const inner = {
    mayRefresh: () => true,
    request: async (wanted: UpstreamRequest) => {
      asked.push(wanted);
      const { status = 200, body, headers } = answer(wanted);
      const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
      return {
        status,
        headers: { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers },
        body: Readable.from([bytes], { objectMode: false }),
      };
    },
  } as unknown as Upstream;
  const text = JSON.stringify({
    version: 1,
    root: 'https://api.example/cms/v2',
    dates: { zone: 'Asia/Karachi' },
    ...file,
  });
  const upstream = adaptUpstream(inner, createHostMap(parseHostFile(text, 'host.json')), {
    mediaPaths: ['/storage'],
    ...(log && { log }),
  });
  const ask = async (method: string, path: string, rest: Partial<UpstreamRequest> = {}) => {
    const { row, params } = matchContract(method, path);
    const given = await upstream.request({ method, path, row, params, headers: {}, ...rest });
    return { status: given.status, headers: given.headers, body: await readJson(given) };
  };
  /** Returns the rows of a list. */
  const list = async <Row = { id: number }>(path: string) => {
    const { body } = await ask('GET', path);
    return (body as { data: { data: Row[] } }).data.data;
  };
  return {
    ask,
    asked,
    list,
    upstream,
    paths: () => asked.map(({ path }) => path),
    /** Returns the JSON that was sent. */
    sent: (at: number) => JSON.parse(sentOf(asked[at])),
  };
}

/** A host with the same answer to all. */
export const hostThatSays = (
  file: Record<string, unknown>,
  body: unknown,
  log?: Parameters<typeof hostOf>[2],
) => hostOf(file, () => ({ body }), log);

export const json = (value: unknown): Partial<UpstreamRequest> => ({
  headers: { 'content-type': 'application/json', authorization: 'Bearer t0ken' },
  json: jsonBody(value),
});

export const form = (
  texts: Record<string, string>,
  files: readonly string[] = [],
): Partial<UpstreamRequest> => {
  const parts: SentPart[] = Object.entries(texts).map(([name, text]) => ({
    kind: 'text',
    name,
    source: Buffer.from(text),
    size: Buffer.byteLength(text),
  }));
  for (const name of files)
    parts.push({
      kind: 'file',
      name,
      fileName: 'a.png',
      type: 'image/png',
      source: Buffer.from(name),
      size: name.length,
    });
  return { headers: { authorization: 'Bearer t0ken' }, form: { parts }, body: [] };
};

/** Returns the body that was sent, as text. */
export const sentOf = (request: UpstreamRequest | undefined) =>
  Buffer.concat((request?.body ?? []) as readonly Buffer[]).toString();
