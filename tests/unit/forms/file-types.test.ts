import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acceptedNames, type FileKind } from '#shared/limits.ts';
import { assertPlausibleHead, typeOfFile } from '../../../server/forms/file-types.ts';
import { animatedPng, animation, exe, image, pdf, svg, video } from '../../support/files.ts';
import { doc, officeZip, oleFile, storedZip } from '../../support/office-files.ts';
import { folderForAll } from '../../support/temp-folder.ts';

let folder: string;
folderForAll((made) => (folder = made));

async function typeOf(bytes: Buffer, kind: FileKind) {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return typeOfFile(path, kind, 'field');
}

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const root = { name: 'Root Entry', type: 'root', child: 1 } as const;
const parts = { '[Content_Types].xml': "<Types a='b'/>", 'word\\document2.xml': '<w/>' };
const mail = Buffer.from('Content-Type: application/pdf\r\n\r\n');

const accepted: [FileKind, string, () => Buffer | Promise<Buffer>][] = [
  ['image', 'image/png', async () => animatedPng(await image('png'))],
  ['image', 'image/webp', () => animation('webp', 3)],
  ['image', 'image/avif', () => image('avif')],
  ['video', 'video/webm', () => video('webm')],
  ['video', 'video/quicktime', () => video('mov')],
  ['captions', 'text/vtt', () => Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n')],
  // Behind the head of a mail.
  ['document', 'application/pdf', () => Buffer.concat([mail, pdf()])],
  // The last sector is not full.
  ['document', 'application/msword', () => doc().subarray(0, -100)],
  ['document', docx, () => officeZip('document')],
  ['document', docx, () => storedZip(parts)],
];

describe('the type of a file is what its bytes say', () => {
  it.each(accepted)('takes as %s %s', async (kind, type, make) => {
    const bytes = await make();
    expect(await typeOf(bytes, kind)).toBe(type);
    // Its head is enough to let it go on.
    await expect(assertPlausibleHead(bytes.subarray(0, 4100), kind, 'field')).resolves.toBeUndefined();
  });

  it.each<[string, FileKind, () => Buffer | Promise<Buffer>]>([
    ['a program', 'image', exe],
    ['SVG, which carries scripts', 'image', svg],
    ['Matroska that is not WebM', 'video', () => video('mkv')],
    ['a ZIP that only has a folder word/', 'document', () => storedZip({ 'word/document.xml': '<w/>' })],
    [
      'a document with macros and an unusual list of its parts',
      'document',
      () => storedZip({ ...parts, 'word/vbaProject.bin': '' }),
    ],
    ['a document with macros', 'document', () => officeZip('macro')],
    ['a PDF far behind other bytes', 'document', () => Buffer.concat([Buffer.alloc(1100, 'x'), pdf()])],
    ['an OLE spreadsheet', 'document', () => oleFile([root, { name: 'Workbook', type: 'stream' }])],
    ['an OLE file without the directory that it promises', 'document', () => doc().subarray(0, 1024)],
  ])('refuses %s as %s', async (_name, kind, make) => {
    await expect(typeOf(await make(), kind)).rejects.toMatchObject({
      code: 'upload.wrongType',
      status: 415,
      fields: { field: [expect.stringContaining(acceptedNames[kind])] },
    });
  });
});

it('the head of a file is enough to refuse a film that is none', async () => {
  const head = Buffer.alloc(4100, 'not a film ');
  await expect(assertPlausibleHead(head, 'video', 'video')).rejects.toMatchObject({
    code: 'upload.wrongType',
  });
});
