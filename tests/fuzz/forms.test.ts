import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '#shared/contract/index.ts';
import { engineProblems } from '../support/engine/engine-data.ts';
import { exe, gifScript, image, pdf, pngHeader, sparseGif, svg } from '../support/files.ts';
import {
  applicationForm,
  blogEditForm,
  blogForm,
  categoryForm,
  type FormPart,
  projectForm,
} from '../support/forms.ts';
import { doc, officeZip } from '../support/office-files.ts';
import {
  bytes,
  damaged,
  expectSound,
  framing,
  latin1,
  mostly,
  oneOf,
  runs,
  send,
  startFuzzed,
  statusOf,
  visitor,
} from './wire.ts';

const token = oneOf(
  '\r\n--fuzz\r\n ¦ \r\n--fuzz-- ¦ --fuzz ¦ \r\n\r\n ¦ \r ¦ \n ¦ \0 ¦ \xff\xfe ¦ " ¦ name="__proto__[x]" ¦ name="a[0][1][2][3]" ¦ Content-Disposition: form-data; name="title" ¦ ' +
    'Content-Disposition: attachment; filename="x" ¦ ; filename*=utf-8\'\'%ff%00 ¦ Content-Type: text/plain; charset=utf-16le ¦ Content-Transfer-Encoding: base64 ¦ PK\x03\x04 ¦ %PDF- ¦ IDAT ¦ \xff\xff\xff\xff',
);
const written = (parts: readonly string[]) =>
  `${parts.map((part) => `--fuzz\r\nContent-Disposition: form-data; name="${part}\r\n`).join('')}--fuzz--\r\n`;
const partOf = (part: FormPart) =>
  'text' in part
    ? `${part.name}"\r\n\r\n${latin1(part.text)}`
    : `${part.name}"; filename="${latin1(part.filename)}"\r\nContent-Type: ${part.type}\r\n\r\n${latin1(part.file)}`;

/** Forms that are taken as they are: one that is refused at its first part does not try the checks behind. */
const sound: Record<string, FormPart[]> = {
  '/api/saveBlog': await blogForm(),
  '/api/editBlog': await blogEditForm(1),
  '/api/addProjectCategory': await categoryForm(),
  '/api/addProject': await projectForm(1),
  '/api/applyJob': applicationForm(),
};
const pictures = await Promise.all(
  (['png', 'jpeg', 'gif', 'webp'] as const).map((format) => image(format, 8, 8)),
);
const others = [
  pdf(),
  doc(),
  officeZip('document'),
  officeZip('macro'),
  exe(),
  svg(),
  gifScript(),
  Buffer.alloc(0),
];
const bombs = [pngHeader(40_000, 40_000), sparseGif(65_535, 65_535, 1), sparseGif(12_000, 6_000, 3)];
const content = damaged(fc.constantFrom(...[...pictures, ...others, ...bombs].map(latin1)), token);
const fileName = oneOf(
  `a.png ¦ cv.pdf ¦ cv.docx ¦  ¦ ../../etc/passwd ¦ ..\\a.exe ¦ a\0.png ¦ CON ¦ .. ¦ a"b ¦ a%00b ¦ a\r\nX: y ¦ ${'\xc3\xbc'.repeat(300)}.png`,
);
const type = oneOf('image/png ¦ application/pdf ¦ text/html ¦ multipart/mixed; boundary=inner ¦ ');
const text = fc.oneof(
  oneOf(` ¦ Title ¦ 1 ¦ -1 ¦ a\0b ¦ ${'x'.repeat(70_000)} ¦ <p>x</p> ¦ 2026-02-30 ¦ a@b.example ¦ {} ¦ \xff`),
  bytes(40),
);
const oddName = oneOf(
  ` ¦ __proto__ ¦ __proto__[x] ¦ constructor[prototype][x] ¦ images[999999999] ¦ images[-1] ¦ images[ ¦ a[b][c][d] ¦ title\0 ¦ title\r\nX: y ¦ _method ¦ ${'x'.repeat(3_000)}`,
);

/** Forms that are made up of the fields of each row, and of others. */
const madeUp = rows.flatMap(({ path, upload }) => {
  if (!upload) return [];
  const name = fc.oneof(
    ...upload.files.map(({ pattern }) => fc.stringMatching(pattern)),
    fc.constantFrom('x', ...upload.texts.map((field) => field.name)),
  );
  const part = fc.oneof(
    fc.tuple(mostly(name, oddName), text).map((each) => each.join('"\r\n\r\n')),
    fc
      .tuple(mostly(name, oddName), fileName, type, content)
      .map(
        ([field, file, kind, bytes]) =>
          `${field}"; filename="${file}"\r\nContent-Type: ${kind}\r\n\r\n${bytes}`,
      ),
  );
  return [
    fc.tuple(
      fc.constant(path.replace('{id}', '1')),
      damaged(fc.array(part, { maxLength: 9 }).map(written), token, 1),
    ),
  ];
});
const form = fc.oneof(
  fc.oneof(
    ...Object.entries(sound).map(([path, parts]) =>
      fc.tuple(fc.constant(path), damaged(fc.constant(written(parts.map(partOf))), token, 2)),
    ),
  ),
  fc.oneof(...madeUp),
);
const contentType = mostly(
  fc.constant('multipart/form-data; boundary=fuzz'),
  oneOf(
    "multipart/form-data ¦ multipart/form-data; boundary= ¦ multipart/form-data; boundary=\"fuzz ¦ multipart/mixed; boundary=fuzz ¦ multipart/form-data; boundary*=utf-8''fuzz",
  ),
);

let app: Awaited<ReturnType<typeof startFuzzed>>;
beforeAll(async () => {
  app = await startFuzzed();
});
afterAll(() => app?.close());

test('any form is refused, or stored whole; no file of it is left elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(form, contentType, framing, visitor, async ([path, body], type, framed, head) => {
      const answer = await send(
        app.url,
        `POST ${path} HTTP/1.1\r\n${head}${app.admin}Connection: close\r\nContent-Type: ${type}\r\n${framed(body)}`,
      );
      expectSound(answer);
      expect(statusOf(answer)).toBeGreaterThanOrEqual(200);
      await app.noFileIsLeft();
    }),
    runs(40),
  );
  expect(engineProblems(app.dataDir)).toEqual([]);
  await app.isWell();
});
