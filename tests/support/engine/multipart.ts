const boundary = 'studio-test-boundary';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** One part of a form as raw bytes, including parts that no well-behaved client would send. */
export interface RawPart {
  /** The complete header block of the part, without the empty line after it. */
  head: string;
  content: string | Buffer;
}

export function part(name: string, content: string | Buffer, filename?: string): RawPart {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  return { head: `Content-Disposition: form-data; name="${name}"${file}`, content };
}

/** Returns a body of these parts; without `end` it stops before the closing boundary. */
export function multipart(parts: readonly RawPart[], { end = true } = {}): Buffer {
  const chunks = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(end ? `--${boundary}--\r\n` : '')]);
}
