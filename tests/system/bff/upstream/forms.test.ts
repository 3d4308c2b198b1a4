import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { createUpstream } from '../../../../server/bff/upstream/client.ts';
import type { SentPart } from '../../../../server/forms/read-form.ts';

const parts: SentPart[] = [
  { kind: 'text', name: 'title', source: Buffer.from('A title'), size: 7 },
  {
    kind: 'file',
    name: 'cv',
    fileName: 'a.pdf',
    type: 'application/pdf',
    source: Buffer.from('%PDF'),
    size: 4,
  },
];

test('a form goes over HTTP as multipart of known length, its file from where it has waited', async () => {
  const seen: { type: string; length: number; body: string }[] = [];
  const server = createServer(async (req, res) => {
    const body = await text(req);
    seen.push({
      type: req.headers['content-type'] ?? '',
      length: Number(req.headers['content-length']),
      body,
    });
    res.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream = createUpstream(
    new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    60_000,
  );
  onTestFinished(async () => {
    await upstream.close();
    await new Promise((resolve) => server.close(resolve));
  });
  async function* readFile() {
    yield Buffer.from('%pdf');
  }
  const call = { method: 'POST', path: '/api/applyJob', row: contract.applyJob, headers: {} };
  const elsewhere = parts.map((part) => (part.kind === 'file' ? { ...part, source: 'elsewhere' } : part));
  for (const form of [{ parts }, { parts: elsewhere, readFile }])
    (await upstream.request({ ...call, form })).body.resume();
  const [plain, waited] = seen;
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(plain?.type ?? '')?.[1];
  expect(plain?.body).toBe(
    `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nA title\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="cv"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF\r\n` +
      `--${boundary}--\r\n`,
  );
  expect(plain?.length).toBe(plain?.body.length);
  expect(waited?.body).toContain('%pdf');
  expect(waited?.length).toBe(waited?.body.length);
});
