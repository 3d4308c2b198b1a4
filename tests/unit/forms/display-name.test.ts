import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedTypes } from '#shared/limits.ts';
import { displayName, shortFileName } from '../../../server/forms/file-types.ts';

const pdf = 'application/pdf';

describe('the name of a file that somebody sent', () => {
  it.each([
    ['an innocent one', 'CV Ayesha Khan.pdf', 'CV Ayesha Khan.pdf'],
    ['of another script', 'سیرت – Ωmega.pdf', 'سیرت – Ωmega.pdf'],
    ['with folders', '../../etc/cron.d/cv.pdf', 'cv.pdf'],
    ['with folders of Windows', 'C:\\Users\\me\\cv.pdf', 'cv.pdf'],
    ['that is a folder', '../', 'file.pdf'],
    ['of dots', '...', 'file.pdf'],
    ['that is hidden', '.htaccess', 'htaccess.pdf'],
    ['nothing', '', 'file.pdf'],
    ['of an ending alone', '.pdf', 'pdf.pdf'],
    ['with another ending', 'cv.exe', 'cv.exe.pdf'],
    ['with two endings', 'cv.pdf.exe', 'cv.pdf.exe.pdf'],
    ['in capitals', 'CV.PDF', 'CV.pdf'],
    ['that hides its ending by writing backwards', 'cv\u202Efdp.exe', 'cv_fdp.exe.pdf'],
    ['with line ends', 'a\r\nSet-Cookie: b.pdf', 'a_Set-Cookie_ b.pdf'],
    ['with NUL', 'cv.pdf\0.exe', 'cv.pdf_.exe.pdf'],
    ['with a lone surrogate', 'a\ud800b.pdf', 'a\ufffdb.pdf'],
    ['with quotes', 'my "best" cv.pdf', 'my _best_ cv.pdf'],
    ['of blanks at its ends', '  cv .pdf  ', 'cv.pdf'],
  ])('%s', (_story, sent, shown) => {
    expect(displayName(sent, pdf)).toBe(shown);
  });

  it('is cut between characters, and keeps its ending', () => {
    const shown = displayName(`${'🎬'.repeat(200)}.pdf`, pdf);
    expect(shown).toBe(`${'🎬'.repeat(62)}.pdf`);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(255);
    // Letters with their marks, as people see them.
    expect(displayName(`${'e\u0323\u0302'.normalize('NFD').repeat(80)}.pdf`, pdf)).toBe(
      `${'\u1ec7'.repeat(80)}.pdf`,
    );
    expect(shortFileName(`x${'कि'.repeat(60)}.jpeg`)).toBe(`x${'कि'.repeat(41)}.jpeg`);
  });

  it('is always fit to be a file name', () => {
    const types = fc.constantFrom(...acceptedTypes.document);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), types, (sent, type) => {
        const shown = displayName(sent, type);
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(255);
        expect(shown).toMatch(/^[^./\\\p{Cc}\p{Cf}][^/\\\p{Cc}\p{Cf}]*\.(pdf|doc|docx)$/u);
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });
});
