import { callMissing } from '../../server/bff/capabilities.ts';
import { bodyBytes, type RebuiltBody } from '../../server/bff/upstream/body-bytes.ts';
import type { Params, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { formHeaders } from '../../server/forms/form-headers.ts';
import type { SentPart } from '../../server/forms/read-form.ts';
import { addressOf } from './address.ts';
import type { EntityCodec } from './entity-codec.ts';
import {
  bodyAtHost,
  bodyTypes,
  type FieldsAtHost,
  hasFields,
  readSentFields,
  type SentFields,
  sendsAs,
  toHost,
} from './forms.ts';
import type { HostMap, MappedCall } from './host-map.ts';
import { tokenHeaders, tokenOf } from './sign-in.ts';

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

export type Requests = ReturnType<typeof createRequests>;

type FileOfForm = Extract<SentPart, { kind: 'file' }>;

export function createRequests(map: HostMap, things: EntityCodec) {
  const { file } = map;

  /** Returns what every request to the host has, and the caller's token. */
  function commonOf({ row }: MappedCall, { headers, signal }: UpstreamRequest) {
    const token = tokenOf({ headers });
    const passed = Object.entries(headers).filter(
      ([name, value]) => !ofOurs.has(name) && !(token && value.includes(token)),
    );
    const { json, json_api } = bodyTypes;
    const accept = file.preset === 'json_api' ? `${json_api}, ${json}` : json;
    const ofHost = { accept, ...map.headers, ...(token && tokenHeaders(file, token)), host: map.origin.host };
    return {
      common: { row, isSession: token !== undefined, signal },
      headers: { ...Object.fromEntries(passed), ...ofHost } as Record<string, string>,
    };
  }

  return {
    /**
     * Builds the host's request for a call of the contract. `uploaded` are the values that the host returned for
     * files uploaded before this call, and `stored` those of the record before the change, under the host's names; a
     * value of the change replaces a stored one. Throws AppError 404 (`request.notFound` or `host.callMissing`), and
     * AppError 422 (`host.takesNoFiles`) if the call has files and the host accepts none.
     */
    async make(
      mapped: MappedCall,
      wanted: UpstreamRequest,
      params: Params,
      query: URLSearchParams,
      uploaded: FieldsAtHost['values'] = [],
      stored: FieldsAtHost['values'] = [],
    ): Promise<UpstreamRequest> {
      const { headers, common } = commonOf(mapped, wanted);
      const { row, call } = mapped;
      const method = call.method ?? row.method;
      if (row.download) headers.accept = wanted.headers.accept ?? '*/*';
      const isRead = row.method === 'GET' && method === 'GET';
      const said = isRead ? undefined : await saidIn(mapped, wanted);
      const { path, taken } = addressOf(map, mapped, { params, query, said });
      const bare = { ...common, method, path, headers };
      if (method !== 'GET') headers['content-length'] = '0';
      if (!said || !hasFields(mapped)) return bare;
      const theirs = await toHost(mapped, said, params, taken, things);
      theirs.values.push(...uploaded);
      theirs.values.push(...stored.filter(([name]) => theirs.values.every(([sent]) => sent !== name)));
      const isEmpty = theirs.values.length === 0 && theirs.files.length === 0;
      // For a host to which the call itself says all.
      if (isEmpty && call.body && Object.keys(call.body).length === 0) return bare;
      const isAsked = said.values.some(([name]) => name !== 'updated_at') || said.files.length > 0;
      // If every field that the change contains is unknown to the host, there is nothing to send, so the whole call
      // counts as missing.
      if (isAsked && isEmpty) throw callMissing();
      return withBody(bare, bodyAtHost(sendsAs(mapped), theirs, call.json_part), wanted);
    },
    /** Builds the request that reads the record of a change from the path of the change. */
    async read(mapped: MappedCall, wanted: UpstreamRequest, params: Params): Promise<UpstreamRequest> {
      const { headers, common } = commonOf(mapped, wanted);
      const said = await readSentFields(wanted);
      const { path } = addressOf(map, mapped, { params, query: new URLSearchParams(), said });
      return { ...common, method: 'GET', path, headers };
    },
    /** Builds the request that uploads one file of a form, before the call that names the file. */
    upload(mapped: MappedCall, wanted: UpstreamRequest, part: FileOfForm): UpstreamRequest {
      const { upload } = file.media;
      if (!upload) throw callMissing();
      const { headers, common } = commonOf(mapped, wanted);
      const { send, name, add_body = {} } = upload;
      const request = { ...common, method: 'POST', path: map.pathOf(upload), headers };
      const files = [{ ...part, name, ours: part.name }];
      if (send !== 'raw')
        return withBody(request, bodyAtHost(send, { values: Object.entries(add_body), files }), wanted);
      headers['content-disposition'] = dispositionOf(part);
      const { source, size, type } = part;
      const piece = typeof source === 'string' ? { path: source, bytes: size } : source;
      return withBody(request, { contentType: type, length: size, pieces: [piece] }, wanted);
    },
  };
}

/** Reads what a call sends, and with a form that waited the reference that its sender got. */
async function saidIn({ call, fields }: MappedCall, wanted: UpstreamRequest): Promise<SentFields> {
  const said = await readSentFields(wanted);
  const { [formHeaders.reference]: reference } = wanted.headers;
  const isMeant = reference && (call.body || fields?.has('reference'));
  return isMeant ? { ...said, values: [...said.values, ['reference', reference]] } : said;
}

function withBody(
  request: UpstreamRequest,
  { contentType, length, pieces }: RebuiltBody,
  { form }: UpstreamRequest,
): UpstreamRequest {
  return {
    ...request,
    headers: { ...request.headers, 'content-type': contentType, 'content-length': String(length) },
    body: form?.readFile ? bodyBytes(pieces, form.readFile) : pieces,
    bodyLength: length,
  };
}

/** A header allows ASCII only, so the exact file name follows encoded as in RFC 8187. */
function dispositionOf({ fileName }: FileOfForm) {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\;%]/g, '_');
  const whole = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"${plain === fileName ? '' : `; filename*=UTF-8''${whole}`}`;
}
