import fc from 'fast-check';
import { expect, it } from 'vitest';
import { acceptedTypes } from '#shared/limits.ts';
import { displayName, shortFileName } from '../../../server/forms/file-types.ts';

const pdf = 'application/pdf';

it.each([
  ['سیرت – Ωmega.pdf', 'سیرت – Ωmega.pdf'],
  ['../../etc/cron.d/cv.pdf', 'cv.pdf'],
  ['C:\\Users\\me\\cv.pdf', 'cv.pdf'],
  ['../', 'file.pdf'],
  ['...', 'file.pdf'],
  ['.htaccess', 'htaccess.pdf'],
  ['.pdf', 'pdf.pdf'],
  ['cv.pdf.exe', 'cv.pdf.exe.pdf'],
  ['CV.PDF', 'CV.pdf'],
  // It hides its ending by writing backwards.
  ['cv\u202Efdp.exe', 'cv_fdp.exe.pdf'],
  ['a\r\nSet-Cookie: b.pdf', 'a_Set-Cookie_ b.pdf'],
  ['cv.pdf\0.exe', 'cv.pdf_.exe.pdf'],
  ['a\ud800b.pdf', 'a\ufffdb.pdf'],
  ['my "best" cv.pdf', 'my _best_ cv.pdf'],
  ['  cv .pdf  ', 'cv.pdf'],
  // Cut between characters, with its ending.
  [`${'🎬'.repeat(200)}.pdf`, `${'🎬'.repeat(62)}.pdf`],
  [`${'e\u0323\u0302'.repeat(80)}.pdf`, `${'\u1ec7'.repeat(80)}.pdf`],
])('the file %j is called %j', (sent, shown) => expect(displayName(sent, pdf)).toBe(shown));

it('a name is cut between letters with their marks, as people see them', () => {
  expect(shortFileName(`x${'कि'.repeat(60)}.jpeg`)).toBe(`x${'कि'.repeat(41)}.jpeg`);
});

it('it is always fit to be a file name', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.constantFrom(...acceptedTypes.document),
      (sent, type) => {
        const shown = displayName(sent, type);
        expect(shown).toMatch(/^[^./\\\p{Cc}\p{Cf}][^/\\\p{Cc}\p{Cf}]*\.(pdf|doc|docx)$/u);
        expect([Buffer.byteLength(shown) <= 255, shown.isWellFormed()]).toEqual([true, true]);
      },
    ),
  );
});
