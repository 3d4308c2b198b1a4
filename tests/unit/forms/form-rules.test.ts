import { expect, it } from 'vitest';
import { contract, type UploadPolicy } from '#shared/contract/index.ts';
import { MIB } from '#shared/limits.ts';
import { loadConfig } from '../../../server/config.ts';
import { allowanceOf, totalBytes } from '../../../server/forms/allowance.ts';
import { assertFileName, createFormRules } from '../../../server/forms/form-rules.ts';

const allowance = allowanceOf(loadConfig({}));
const rulesOf = (policy: UploadPolicy) => createFormRules(policy, allowance);
const project = contract.addProject.upload;
const refusal = (code: string, more: object = {}) => expect.objectContaining({ code, ...more });

it('files have the indexed and keyed names of docs/product.md §7, and no others', () => {
  expect(rulesOf(project).file('images[0]').name).toBe('images');
  expect(rulesOf(contract.addProjectCategory.upload).file('tech_image[]').name).toBe('tech_image');
  expect(rulesOf(contract.updateProjectCategory.upload).file('tech_image[7][file]').name).toBe('tech_image');
  for (const name of ['images', 'images[]', 'images[x]', 'images[-1]', 'images[0][file]', 'xvideo', 'title'])
    expect(() => rulesOf(project).file(name), name).toThrow(refusal('upload.unknownField', { status: 422 }));
});

it('files are counted by field and in all; a name of a list may come again, and no other', () => {
  const rules = rulesOf(project);
  for (let index = 0; index < 12; index += 1) rules.file(`images[${index}]`);
  const message = 'images: you can add at most 12 files.';
  expect(() => rules.file('images[12]')).toThrow(
    refusal('upload.tooMany', { message, fields: { images: [message] } }),
  );
  expect(() => rules.file('images[1]')).toThrow();
  const few = createFormRules(project, { ...allowance, filesPerRequest: 2 });
  few.file('images[1]');
  expect(() => few.file('images[1]')).toThrow(refusal('upload.repeatedField'));
  const list = createFormRules(contract.addProjectCategory.upload, { ...allowance, filesPerRequest: 2 });
  list.file('tech_image[]');
  list.file('tech_image[]');
  expect(() => list.file('tech_image[]')).toThrow(refusal('upload.tooManyFiles', { status: 422 }));
});

it('a file name may have anything but control characters and halves of characters', () => {
  for (const name of [
    'Übersicht – 2026 (final).jpg',
    '封面 🎬.webp',
    'a"b;c=d%22.png',
    'no-extension',
    '.hidden',
  ])
    expect(() => assertFileName(name, 'image')).not.toThrow();
  for (const name of ['a\0.png', 'a\r\nX: y.png', 'a\u0085.png', 'tab\t.png', '\ud800.png'])
    expect(() => assertFileName(name, 'image')).toThrow(refusal('upload.badName', { status: 422 }));
});

it('the largest body of a form is what its texts and as many files as it may carry come to', () => {
  const content = 2 * 8 * 1024 + 25 * MIB + 2 * 10 * MIB;
  expect(Math.floor((totalBytes(contract.saveBlog.upload, allowance) - content) / 65_536)).toBe(0);
  const carrying = (filesPerRequest: number) => totalBytes(project, { ...allowance, filesPerRequest });
  expect(Math.round((carrying(2) - carrying(1)) / MIB)).toBe(10);
});
