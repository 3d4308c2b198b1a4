import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Request } from 'express';
import { expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { loadConfig } from '../../../server/config.ts';
import { allowanceOf } from '../../../server/forms/allowance.ts';
import { readForm } from '../../../server/forms/read-form.ts';
import type { FormFolder } from '../../../server/forms/temp-folders.ts';
import { folderForAll } from '../../support/temp-folder.ts';

const allowance = allowanceOf(loadConfig({}));
const works: Promise<unknown>[] = [];
let place: string;
folderForAll((made) => (place = made));

const onDisk: FormFolder = {
  newPath: async () => join(place, 'file'),
  track(work) {
    works.push(work);
    return work;
  },
};
/** A folder on a disk that fails with this error code. */
const failing = (code: string): FormFolder => ({
  ...onDisk,
  newPath: () => Promise.reject(Object.assign(new Error('the disk says no'), { code })),
});
const typed = { 'content-type': 'multipart/form-data; boundary=b' };
const head = (part: string) => `--b\r\nContent-Disposition: form-data; ${part}\r\n\r\n`;

function receive(part: string, content: Buffer | string, folder: FormFolder) {
  const body = Buffer.concat(
    [head(part), content, '\r\n--b--\r\n'].map((each) => Buffer.from(each as string)),
  );
  const headers = { ...typed, 'content-length': String(body.length) };
  const req = Object.assign(Readable.from([body], { objectMode: false }), {
    headers,
    socket: { bytesRead: 0 },
  });
  return readForm(req as unknown as Request, { policy: contract.saveBlog.upload, allowance, folder });
}
const long = 'x'.repeat(100_000);

it('short texts need no disk, and long ones wait there', async () => {
  expect(await receive('name="description"', 'short', failing('EIO'))).toEqual([
    { kind: 'text', name: 'description', source: Buffer.from('short'), size: 5 },
  ]);
  const [spilt] = await receive('name="description"', long, onDisk);
  expect(spilt).toMatchObject({ source: join(place, 'file'), size: long.length });
  expect(await readFile(join(place, 'file'), 'utf8')).toBe(long);
});
