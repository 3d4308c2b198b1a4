import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptedNames, type FileKind } from '#shared/limits.ts';
import { assertPlausibleHead, headBytes, typeOfFile } from '../../../server/forms/file-types.ts';
import { animatedPng, animation, exe, image, pdf, svg, video } from '../../support/files.ts';
import { doc, officeZip, oleFile, storedZip } from '../../support/office-files.ts';

let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-types-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function onDisk(bytes: Buffer): Promise<string> {
  files += 1;
  const path = join(folder, `${files}`);
  await writeFile(path, bytes);
  return path;
}

const accepted: [string, FileKind, () => Buffer | Promise<Buffer>, string][] = [
  ['PNG', 'image', () => image('png'), 'image/png'],
  ['animated PNG', 'image', async () => animatedPng(await image('png')), 'image/png'],
  ['JPEG', 'image', () => image('jpeg'), 'image/jpeg'],
  ['WebP', 'image', () => image('webp'), 'image/webp'],
  ['moving WebP', 'image', () => animation('webp', 3), 'image/webp'],
  ['GIF', 'image', () => image('gif'), 'image/gif'],
  ['AVIF', 'image', () => image('avif'), 'image/avif'],
  ['MP4', 'video', () => video('mp4'), 'video/mp4'],
  ['WebM', 'video', () => video('webm'), 'video/webm'],
  ['MOV', 'video', () => video('mov'), 'video/quicktime'],
  ['WebVTT', 'captions', () => Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n'), 'text/vtt'],
  ['PDF', 'document', pdf, 'application/pdf'],
  [
    'PDF behind the head of a mail',
    'document',
    () => Buffer.concat([Buffer.from('Content-Type: application/pdf\r\n\r\n'), pdf()]),
    'application/pdf',
  ],
  ['DOC', 'document', doc, 'application/msword'],
  ['DOC whose last sector is not full', 'document', () => doc().subarray(0, -100), 'application/msword'],
  [
    'DOCX',
    'document',
    () => officeZip('document'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  [
    'DOCX with an unusual list of its parts',
    'document',
    () => storedZip({ '[Content_Types].xml': "<Types a='b'/>", 'word\\document2.xml': '<w/>' }),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
];

const refused: [string, FileKind, () => Buffer | Promise<Buffer>][] = [
  ['a program named anything', 'image', exe],
  ['SVG, which carries scripts', 'image', svg],
  ['a page', 'image', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a film in the place of an image', 'image', () => video('mp4')],
  ['an image in the place of a film', 'video', () => image('png')],
  ['Matroska that is not WebM', 'video', () => video('mkv')],
  ['a text in the place of captions', 'captions', () => Buffer.from('Once upon a time')],
  ['a film in the place of captions', 'captions', () => video('mp4')],
  ['a program in the place of a CV', 'document', exe],
  ['any ZIP', 'document', () => storedZip({ 'a.txt': 'a' })],
  ['a ZIP that only has a folder word/', 'document', () => storedZip({ 'word/document.xml': '<w/>' })],
  ['a Java archive', 'document', () => storedZip({ 'META-INF/MANIFEST.MF': 'Main-Class: X' })],
  [
    'a document with macros and an unusual list of its parts',
    'document',
    () =>
      storedZip({
        '[Content_Types].xml': '<Types/>',
        'word/document.xml': '<w/>',
        'word/vbaProject.bin': '',
      }),
  ],
  ['a PDF far behind other bytes', 'document', () => Buffer.concat([Buffer.alloc(1100, 'x'), pdf()])],
  ['a spreadsheet', 'document', () => officeZip('sheet')],
  ['a document with macros', 'document', () => officeZip('macro')],
  ['an image in the place of a CV', 'document', () => image('jpeg')],
  ['two bytes', 'document', () => Buffer.from('PK')],
  [
    'an OLE spreadsheet',
    'document',
    () =>
      oleFile([
        { name: 'Root Entry', type: 'root', child: 1 },
        { name: 'Workbook', type: 'stream' },
      ]),
  ],
  [
    'an OLE file that holds a Word document further down',
    'document',
    () =>
      oleFile([
        { name: 'Root Entry', type: 'root', child: 1 },
        { name: 'Workbook', type: 'stream', right: 2 },
        { name: 'MBD0001', type: 'storage', child: 3 },
        { name: 'WordDocument', type: 'stream' },
      ]),
  ],
  [
    'an OLE file with a folder called WordDocument',
    'document',
    () =>
      oleFile([
        { name: 'Root Entry', type: 'root', child: 1 },
        { name: 'WordDocument', type: 'storage' },
      ]),
  ],
  [
    'an OLE directory that runs in a circle',
    'document',
    () =>
      oleFile([
        { name: 'Root Entry', type: 'root', child: 1 },
        { name: 'a', type: 'stream', left: 2 },
        { name: 'b', type: 'stream', left: 1 },
      ]),
  ],
  ['an OLE file cut in its header', 'document', () => doc().subarray(0, 60)],
  ['an OLE file without the directory that it promises', 'document', () => doc().subarray(0, 1024)],
];

describe('the type of a file is what its bytes say', () => {
  it.each(accepted)('takes %s as %s', async (_name, kind, make, type) => {
    expect(await typeOfFile(await onDisk(await make()), kind, 'field')).toBe(type);
  });

  it.each(refused)('refuses %s (%s)', async (_name, kind, make) => {
    await expect(typeOfFile(await onDisk(await make()), kind, 'field')).rejects.toMatchObject({
      code: 'upload.wrongType',
      status: 415,
      fields: { field: [expect.stringContaining(acceptedNames[kind])] },
    });
  });

  it('tells a directory whose sectors run in a circle', async () => {
    const looped = doc();
    looped.writeUInt32LE(1, 512 + 4); // sector 1 points to itself
    await expect(typeOfFile(await onDisk(looped), 'document', 'cv')).rejects.toMatchObject({ status: 415 });
  });
});

describe('the head of a file', () => {
  it('is enough to refuse a film that is none', async () => {
    const head = Buffer.alloc(headBytes, 'not a film ');
    await expect(assertPlausibleHead(head, 'video', 'video')).rejects.toMatchObject({
      code: 'upload.wrongType',
    });
  });

  it.each(accepted.filter(([, kind]) => kind !== 'document'))(
    'is enough to let %s go on',
    async (_name, kind, make) => {
      const head = (await make()).subarray(0, headBytes);
      await expect(assertPlausibleHead(head, kind, 'field')).resolves.toBeUndefined();
    },
  );

  it('says nothing of documents, which are told by what stands further back', async () => {
    await expect(assertPlausibleHead(Buffer.alloc(headBytes), 'document', 'cv')).resolves.toBeUndefined();
  });
});
