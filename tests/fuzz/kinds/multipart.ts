import { rows } from '#shared/contract/index.ts';
import { image, pdf } from '../../support/files.ts';
import {
  applicationForm,
  blogEditForm,
  blogForm,
  categoryForm,
  type FormPart,
  projectForm,
} from '../../support/forms.ts';
import { callerHeaders, type Maker, requestBytes } from '../case.ts';
import type { Chance } from '../chance.ts';
import { damaged, formTokens } from '../mutate.ts';
import { filePart, textPart } from './form-parts.ts';

const forms = rows.flatMap((row) => (row.upload ? [{ ...row, upload: row.upload }] : []));
const boundaries = [
  'b',
  'fuzz',
  '----WebKitFormBoundaryAAAA',
  "'()+_,-./:=? b",
  'x'.repeat(70),
  'x'.repeat(300),
  '--',
  '\u00e9',
  'a"b',
];
const oddNames = [
  '',
  '__proto__',
  '__proto__[x]',
  'constructor[prototype][x]',
  'a[b][c][d][e]',
  'images[999999999]',
  'images[-1]',
  'images[',
  'images]',
  'images[]',
  'tech_image[0][file][file]',
  'title\0',
  'title\r\nX: y',
  'title"',
  'x'.repeat(3_000),
  '_method',
  'پ',
  '\u202e',
  '../../x',
  'a.b.c',
  'title[]',
];
const fileNames = [
  'a.png',
  '',
  '../../../etc/passwd',
  '..\\..\\a.exe',
  'a\0.png',
  '/absolute.png',
  'C:\\a.png',
  'CON',
  '.',
  '..',
  'a.png.svg',
  `${'ü'.repeat(300)}.png`,
  'a"b.png',
  'a%00b',
  '%2e%2e%2fa',
  'a\r\nX: y',
  '\u202egnp.exe',
  '🎬.png',
  ' ',
  'a;b=c.png',
];
const texts = [
  '',
  'Title',
  'a\0b',
  'پشاور',
  '1',
  '-1',
  '99999999999',
  'x'.repeat(9_000),
  'x'.repeat(70_000),
  '<p>x</p>',
  '<'.repeat(3_000),
  '{}',
  'null',
  '2026-02-30',
  'a@b.example',
  '\r\n',
  '\xff',
];

/**
 * Makes forms for every call that accepts one: false boundaries, names, encodings and lengths, and files in each
 * other's fields.
 */
export async function multipartMaker(): Promise<Maker> {
  const files = [
    await image('png', 4, 4),
    await image('jpeg', 4, 4),
    await image('gif', 4, 4),
    pdf(),
    Buffer.alloc(0),
    Buffer.from('GIF89a'),
    Buffer.from('MZ'),
  ];
  const sound = await soundForms();
  return (chance, place) => {
    // Half of the cases are valid forms with one to three damages: a form that is refused at once does not test the
    // later checks.
    const [call, soundParts] = chance.pick(sound);
    const isSound = chance.percent(50);
    const row = isSound
      ? (forms.find(({ name }) => name === call) ?? chance.pick(forms))
      : chance.pick(forms);
    const boundary = chance.percent(80) ? 'fuzz' : chance.pick(boundaries);
    const made = Array.from({ length: chance.upTo(chance.percent(3) ? 300 : 9) }, () =>
      part(chance, row.upload, files),
    );
    const parts = isSound ? soundParts : made;
    const whole = Buffer.concat([
      ...parts.flatMap((each) => [Buffer.from(`--${boundary}\r\n`), each, Buffer.from('\r\n')]),
      Buffer.from(`--${boundary}--\r\n`),
    ]);
    const body = chance.percent(isSound ? 75 : 45)
      ? damaged(chance, whole, formTokens(boundary), isSound ? 2 : 4)
      : whole;
    const type = chance.percent(90)
      ? `multipart/form-data; boundary=${boundary}`
      : chance.pick([
          'multipart/form-data',
          'multipart/form-data; boundary=',
          'multipart/form-data; boundary="fuzz',
          `multipart/form-data; boundary=fuzz; boundary=other`,
          'multipart/mixed; boundary=fuzz',
          'MULTIPART/FORM-DATA; BOUNDARY=fuzz',
          "multipart/form-data; boundary*=utf-8''fuzz",
        ]);
    const headers = callerHeaders(chance, place, row.access === 'admin' && !chance.percent(5));
    headers.push(['Content-Type', type]);
    const lies = chance.percent(8);
    if (lies)
      headers.push([
        'Content-Length',
        String(chance.pick([0, 1, body.length - 1, body.length + 10, body.length + 100_000, 10 ** 15])),
      ]);
    const id = chance.pick(['1', '2', '987654321']);
    const bytes = requestBytes(`POST ${row.path.replace('{id}', id)} HTTP/1.1`, headers, body);
    const cut = chance.percent(5);
    return {
      bytes: cut ? bytes.subarray(0, chance.upTo(bytes.length)) : bytes,
      isWhole: !cut && !lies,
      isPipelined: lies,
    };
  };
}

/** Valid forms, by the name of their call. */
async function soundForms(): Promise<[call: string, parts: Buffer[]][]> {
  const asParts = (all: readonly FormPart[]) =>
    all.map((each) =>
      'text' in each
        ? textPart(each.name, each.text)
        : filePart(each.name, each.filename, each.type, each.file),
    );
  return [
    ['saveBlog', asParts(await blogForm())],
    ['editBlog', asParts(await blogEditForm(1))],
    ['addProjectCategory', asParts(await categoryForm())],
    ['addProject', asParts(await projectForm(1))],
    ['applyJob', asParts(applicationForm())],
  ];
}

type Upload = NonNullable<(typeof forms)[number]['upload']>;

function part(chance: Chance, { texts: fields, files }: Upload, contents: readonly Buffer[]): Buffer {
  const isFile = chance.percent(30) && files.length > 0;
  const own = isFile
    ? sampleName(chance.pick(files).name)
    : fields.length > 0
      ? chance.pick(fields).name
      : 'x';
  const name = chance.percent(85) ? own : chance.pick(oddNames);
  const lines = [
    `Content-Disposition: ${chance.percent(96) ? 'form-data' : chance.pick(['attachment', 'inline', 'form-data;', '', 'FORM-DATA'])}; name="${name}"` +
      (isFile ? `; filename="${chance.pick(fileNames)}"` : '') +
      (chance.percent(3) ? "; filename*=utf-8''%e2%82%ac%ff%00.png" : ''),
  ];
  if (isFile || chance.percent(10))
    lines.push(
      `Content-Type: ${chance.pick(['image/png', 'application/pdf', 'text/plain; charset=utf-16le', 'text/html', 'multipart/mixed; boundary=inner', '', 'x', 'application/octet-stream'])}`,
    );
  if (chance.percent(4))
    lines.push(`Content-Transfer-Encoding: ${chance.pick(['base64', 'quoted-printable', '7bit', 'x'])}`);
  if (chance.percent(2)) lines.push(`X-Long: ${'x'.repeat(20_000)}`);
  if (chance.percent(3)) lines.push(lines[0] ?? '');
  const content = isFile
    ? chance.pick(contents)
    : Buffer.from(
        chance.percent(70) ? chance.pick(texts) : chance.text(60),
        chance.percent(95) ? 'utf8' : 'latin1',
      );
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
}

/** Returns the name under which a file field accepts files, for fields with brackets. */
function sampleName(name: string): string {
  return { images: 'images[0]', tech_image: 'tech_image[]' }[name] ?? name;
}
