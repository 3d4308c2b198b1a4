import { contract } from '#shared/contract/index.ts';
import { callMissing } from '../../server/bff/capabilities.ts';
import { bodyStream } from '../../server/bff/upstream/body-stream.ts';
import { type RebuiltBody, rebuildForm } from '../../server/bff/upstream/form-body.ts';
import type { BodyPiece, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import type { SentPart } from '../../server/forms/read-form.ts';
import { addressOf } from './address.ts';
import type { EntityCodec } from './entity-codec.ts';
import {
  asJson,
  asParts,
  asUrlEncoded,
  type FieldsAtHost,
  hasFields,
  isJsonKind,
  jsonTypes,
  readSentFields,
  sendsAs,
  toHost,
} from './forms.ts';
import type { HostMap, MappedCall } from './host-map.ts';
import { tokenHeaders } from './sign-in.ts';

/**
 * Headers of the caller that are not passed on, because they describe the caller's own body, token or cached answer
 * and not the request to the host.
 */
const ofOurs = new Set([
  'authorization',
  'content-type',
  'content-length',
  'if-none-match',
  'if-modified-since',
  'range',
]);

export interface Requests {
  /**
   * Builds the host's request for a call of the contract. Throws AppError 404 (`request.notFound` or
   * `host.callMissing`), and AppError 422 (`host.takesNoFiles`) if the call has files and the host accepts none.
   */
  make(
    mapped: MappedCall,
    wanted: UpstreamRequest,
    params: Readonly<Record<string, string>>,
    query: URLSearchParams,
    /** Values that the host returned for files uploaded before this call, under the host's names. */
    uploaded?: FieldsAtHost['values'],
  ): Promise<UpstreamRequest>;
  /** Builds the request that uploads one file of a form, before the call that names the file. */
  upload(mapped: MappedCall, wanted: UpstreamRequest, file: FileOfForm): UpstreamRequest;
}

type FileOfForm = Extract<SentPart, { kind: 'file' }>;

export function createRequests(map: HostMap, things: EntityCodec): Requests {
  const { file } = map;

  function headersFor({ headers }: UpstreamRequest): {
    headers: Record<string, string>;
    token: string | undefined;
  } {
    const token = /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
    const passed = Object.entries(headers).filter(
      ([name, value]) => !ofOurs.has(name) && !(token && value.includes(token)),
    );
    return {
      headers: {
        ...Object.fromEntries(passed),
        accept: file.preset === 'json_api' ? `${jsonTypes.json_api}, ${jsonTypes.json}` : jsonTypes.json,
        ...Object.fromEntries(
          Object.entries(file.headers).map(([name, value]) => [name.toLowerCase(), value]),
        ),
        ...(token && tokenHeaders(file, token)),
        host: map.origin.host,
      },
      token,
    };
  }

  return {
    async make(mapped, wanted, params, query, uploaded = []) {
      const { headers, token } = headersFor(wanted);
      const { row } = mapped;
      const call = withToken(mapped, token ?? '');
      const common = { row, isSession: token !== undefined, ...(wanted.signal && { signal: wanted.signal }) };
      const method = call.method ?? row.method;
      if (row.download) Object.assign(headers, { accept: wanted.headers.accept ?? '*/*' });
      if (row.method === 'GET' && method === 'GET') {
        const { path } = addressOf(map, { ...mapped, call }, { params, query });
        return { ...common, method: 'GET', path, headers };
      }
      const said = await readSentFields(wanted);
      const { path, taken } = addressOf(map, { ...mapped, call }, { params, query, said });
      if (!hasFields(mapped)) {
        if (method !== 'GET') headers['content-length'] = '0';
        return { ...common, method, path, headers };
      }
      const theirs = toHost({ ...mapped, call }, said, params, taken, things);
      theirs.values.push(...uploaded);
      const isAsked = said.values.some(([name]) => name !== 'updated_at') || said.files.length > 0;
      // If every field that the change contains is unknown to the host, there is nothing to send, so the whole call
      // counts as missing.
      if (isAsked && theirs.values.length === 0 && theirs.files.length === 0) throw callMissing();
      const body = bodyOf(mapped, theirs, wanted.form?.readFile);
      return {
        ...common,
        method,
        path,
        headers: { ...headers, 'content-type': body.contentType, 'content-length': String(body.length) },
        body: body.body,
        bodyLength: body.length,
      };
    },
    upload({ row }, wanted, part) {
      const { upload } = file.media;
      if (!upload) throw callMissing();
      const { headers, token } = headersFor(wanted);
      const { contentType, length, pieces } =
        upload.send === 'raw' ? rawBody(part) : rebuildForm(formOf(part, upload.name, upload.add_body));
      const readFile = wanted.form?.readFile;
      return {
        row,
        isSession: token !== undefined,
        ...(wanted.signal && { signal: wanted.signal }),
        method: 'POST',
        path: `${upload.from === 'root' ? map.rootPath : ''}${upload.path}`,
        headers: {
          ...headers,
          ...(upload.send === 'raw' && { 'content-disposition': dispositionOf(part) }),
          'content-type': contentType,
          'content-length': String(length),
        },
        body: readFile ? bodyStream(pieces, readFile) : pieces,
        bodyLength: length,
      };
    },
  };
}

function formOf(part: FileOfForm, name: string, beside: Record<string, unknown> = {}): SentPart[] {
  return asParts({ values: Object.entries(beside), files: [{ ...part, name, ours: part.name }] });
}

function rawBody({ source, size, type }: FileOfForm): RebuiltBody {
  const piece: BodyPiece = typeof source === 'string' ? { path: source, bytes: size } : source;
  return { contentType: type, length: size, pieces: [piece] };
}

/** A header allows ASCII only, so the exact file name follows encoded as in RFC 8187. */
function dispositionOf({ fileName }: FileOfForm): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\;%]/g, '_');
  const whole = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"${plain === fileName ? '' : `; filename*=UTF-8''${whole}`}`;
}

/**
 * Returns a sign-out call with the session's token in place of `{token}` in `add_body` and `add_query`; returns other
 * calls unchanged.
 */
function withToken({ row, call }: MappedCall, token: string): MappedCall['call'] {
  if (row.name !== contract.logout.name) return call;
  const filled = (added: typeof call.add_body) =>
    added &&
    Object.fromEntries(
      Object.entries(added).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replaceAll('{token}', () => token) : value,
      ]),
    );
  return { ...call, add_body: filled(call.add_body), add_query: filled(call.add_query) };
}

function bodyOf(
  mapped: MappedCall,
  said: ReturnType<typeof toHost>,
  readFile: (() => AsyncIterable<Buffer>) | undefined,
): { contentType: string; length: number; body: NonNullable<UpstreamRequest['body']> } {
  const kind = sendsAs(mapped);
  if (kind === 'multipart') {
    const { contentType, length, pieces } = rebuildForm(asParts(said, mapped.call.json_part));
    return { contentType, length, body: readFile ? bodyStream(pieces, readFile) : pieces };
  }
  const bytes = isJsonKind(kind) ? asJson(said, kind) : asUrlEncoded(said);
  const contentType = isJsonKind(kind) ? jsonTypes[kind] : 'application/x-www-form-urlencoded';
  return { contentType, length: bytes.length, body: [bytes] };
}
