import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** One part of a multipart form, as it arrived. */
interface SeenPart {
  name: string;
  filename?: string;
  contentType?: string;
  isFile: boolean;
  /** Value of a text part. */
  value?: string;
  /** Size in bytes. */
  size: number;
  sha256: string;
  bytes: Buffer;
}

/** One request, exactly as received. It is listed when its head arrives; the body is filled in afterwards. */
export interface SeenRequest {
  method: string;
  /** The raw request target. */
  url: string;
  /** Names and values alternately, in the case and order of the wire. */
  rawHeaders: string[];
  header(name: string): string | undefined;
  headerAll(name: string): string[];
  /** The raw body. */
  body: Buffer;
  bodyLength: number;
  /** Multipart parts, texts and files, in the order of the wire; none of a form that cannot be read. */
  parts: SeenPart[];
  /** True if the whole body arrived with the announced length. */
  complete: boolean;
}

/** Returns the record of a request of which only the head is known. */
export function seenHead(method: string, url: string, rawHeaders: string[]): SeenRequest {
  const headerAll = (name: string) =>
    rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name.toLowerCase());
  return {
    ...{ method, url, rawHeaders: [...rawHeaders], header: (name) => headerAll(name)[0], headerAll },
    ...{ body: Buffer.alloc(0), bodyLength: 0, parts: [], complete: false },
  };
}

/** Reads the body into the record. Resolves when the body ends, complete or not; never rejects. */
export async function readBody(req: IncomingMessage, seen: SeenRequest): Promise<void> {
  const kept: Buffer[] = [];
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) kept.push(chunk);
  } catch {}
  seen.body = Buffer.concat(kept);
  seen.bodyLength = seen.body.length;
  const type = seen.header('content-type') ?? '';
  if (/^multipart\/form-data/i.test(type)) seen.parts = await partsOf(seen.body, type).catch(() => []);
  seen.complete = req.complete;
}

async function partsOf(body: Buffer, type: string): Promise<SeenPart[]> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  return Promise.all(
    [...form].map(async ([name, value]) => {
      const isFile = typeof value !== 'string';
      const bytes = isFile ? Buffer.from(await value.arrayBuffer()) : Buffer.from(value);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return {
        ...{ name, isFile, size: bytes.length, sha256, bytes },
        // The reader decodes quotes in names, which other hosts leave as they are.
        ...(isFile ? { filename: value.name.replaceAll('"', '%22'), contentType: value.type } : { value }),
      };
    }),
  );
}
