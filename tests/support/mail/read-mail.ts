/** A mail as it was received, parsed. */
export interface ReceivedMail {
  /** Sender of the envelope. */
  from: string;
  to: string[];
  raw: string;
  /** Headers by lower-case name; unfolded, with encoded words decoded; a list has one item for each occurrence. */
  headers: Record<string, string[]>;
  text: string;
  html: string;
}

export function readMail(from: string, to: string[], raw: string): ReceivedMail {
  const { headers, body } = splitHead(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type']?.[0] ?? '')?.[1] ?? '';
  const parts = body.split(`--${boundary}`).slice(1, -1).map(readPart);
  const partOf = (type: string) => parts.find((part) => part.type.startsWith(type))?.content ?? '';
  return { from, to, raw, headers, text: partOf('text/plain'), html: partOf('text/html') };
}

function readPart(raw: string): { type: string; content: string } {
  const { headers, body } = splitHead(raw.replace(/^\r\n/, '').replace(/\r\n$/, ''));
  const coding = headers['content-transfer-encoding']?.[0];
  const bytes =
    coding === 'base64'
      ? Buffer.from(body, 'base64')
      : coding === 'quoted-printable'
        ? quotedPrintable(body.replace(/=\r\n/g, ''))
        : Buffer.from(body);
  return { type: headers['content-type']?.[0] ?? '', content: bytes.toString().replace(/\r\n/g, '\n') };
}

function splitHead(raw: string): { headers: Record<string, string[]>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const headers: Record<string, string[]> = {};
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers[name] = [...(headers[name] ?? []), decodeWords(line.slice(colon + 1).trim())];
  }
  return { headers, body: raw.slice(end + 4) };
}

/** Decodes encoded words (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_word, coding: string, content: string) =>
      coding.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64').toString()
        : quotedPrintable(content.replace(/_/g, ' ')).toString(),
    );
}

function quotedPrintable(text: string): Buffer {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_mark, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
