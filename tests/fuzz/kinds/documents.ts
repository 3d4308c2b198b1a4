import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { exe, pdf } from '../../support/files.ts';
import { applicationForm } from '../../support/forms.ts';
import { doc, officeZip, storedZip } from '../../support/office-files.ts';
import { callerHeaders, type Maker, requestBytes } from '../case.ts';
import type { Chance } from '../chance.ts';
import { damaged } from '../mutate.ts';
import { filePart, formOf, textPart } from './form-parts.ts';

const tokens = [
  'PK\x03\x04',
  'PK\x01\x02',
  'PK\x05\x06',
  'PK\x06\x06',
  'PK\x07\x08',
  '[Content_Types].xml',
  '../',
  '\\',
  '%PDF-',
  '%%EOF',
  'endstream',
  'obj',
  '/JavaScript',
  '/Launch',
  '/OpenAction',
  'xref',
  '\xff\xff\xff\xff',
  '\0\0\0\0',
  '\xfe\xff\xff\xff',
  'WordDocument',
  '<!DOCTYPE x [<!ENTITY a "aaaa">]>',
];
const fileNames = [
  'cv.pdf',
  'cv.docx',
  'cv.doc',
  '../../cv.pdf',
  'cv.pdf.exe',
  'cv\0.pdf',
  '.htaccess',
  `${'ق'.repeat(200)}.pdf`,
  '\u202efdp.exe',
  '',
];

/** Makes applications with files that only pretend to be documents, or that contain more than a document. */
export function documentsMaker(): Maker {
  const whole = [pdf(), doc(), officeZip('document'), officeZip('sheet'), officeZip('macro')];
  const bombs = [zipBomb(), pdfBomb(), overlapping()];
  return (chance, place, number) => {
    const texts = applicationForm({ email: `a${number}@applicant.example` }).flatMap((each) =>
      'text' in each ? [textPart(each.name, each.text)] : [],
    );
    const types = ['application/pdf', 'application/msword', 'application/zip', 'text/html', 'x'];
    const cv = filePart('cv', chance.pick(fileNames), chance.pick(types), oddDocument(chance, whole, bombs));
    const body = formOf([...texts, cv]);
    const headers: [string, string][] = [
      ...callerHeaders(chance, place, chance.percent(30)),
      ['Content-Type', body.type],
    ];
    return { bytes: requestBytes('POST /api/applyJob HTTP/1.1', headers, body.bytes), isWhole: true };
  };
}

function oddDocument(chance: Chance, whole: readonly Buffer[], bombs: readonly Buffer[]): Buffer {
  const document = chance.pick(whole);
  switch (chance.upTo(9)) {
    case 0:
      return document.subarray(0, chance.upTo(document.length));
    case 1:
      return chance.pick(bombs);
    case 2:
      return storedZip({
        [chance.pick([
          '../../../etc/cron.d/x',
          '/etc/passwd',
          'C:\\x',
          '..\\x',
          'a\0b',
          '[Content_Types].xml/',
          '',
        ])]: 'x',
        '[Content_Types].xml': '<Types/>',
      });
    case 3:
      return Buffer.concat([
        document,
        chance.pick([exe(), Buffer.from('<script>'), document, Buffer.alloc(100_000)]),
      ]);
    case 4:
      return Buffer.concat([
        chance.pick([
          Buffer.from('GIF89a'),
          Buffer.from('\n\n\n'),
          Buffer.alloc(1_020, 32),
          Buffer.from('\xef\xbb\xbf'),
        ]),
        document,
      ]);
    case 5:
      return lying(chance, document);
    default:
      return damaged(chance, document, tokens, 8);
  }
}

function lying(chance: Chance, document: Buffer): Buffer {
  const copy = Buffer.from(document);
  const at = chance.upTo(Math.max(1, copy.length - 4));
  if (copy.length > at + 4)
    copy.writeUInt32LE(chance.pick([0, 1, 0xffff, 0x7fff_ffff, 0xffff_ffff, 0xffff_fffe]), at);
  return copy;
}

/** Returns a ZIP with one entry, named as the description of the types, which unpacks to a gigabyte. */
function zipBomb(): Buffer {
  const name = Buffer.from('[Content_Types].xml');
  const packed = deflateRawSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });
  const head = Buffer.alloc(30);
  head.write('PK\x03\x04', 0, 'latin1');
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(crc32(Buffer.alloc(0)), 14);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(0xffff_fff0, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name, packed]);
}

/** Returns a ZIP that lists the same entry at the same offset a thousand times. */
function overlapping(): Buffer {
  const whole = officeZip('document');
  const at = whole.indexOf('PK\x01\x02');
  const end = whole.indexOf('PK\x05\x06');
  const entry = whole.subarray(at, end);
  return Buffer.concat([whole.subarray(0, at), ...Array<Buffer>(1_000).fill(entry), whole.subarray(end)]);
}

function pdfBomb(): Buffer {
  const stream = deflateSync(deflateSync(Buffer.alloc(20_000_000)));
  const head = `%PDF-1.7\n1 0 obj<</Filter[/FlateDecode/FlateDecode]/Length ${stream.length}/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>stream\n`;
  return Buffer.concat([
    Buffer.from(head),
    stream,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R/Prev 0>>\n%%EOF'),
  ]);
}
