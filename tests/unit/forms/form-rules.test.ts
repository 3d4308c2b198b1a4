import { expect, it } from 'vitest';
import { contract, type UploadPolicy } from '#shared/contract/index.ts';
import { loadConfig } from '../../../server/config.ts';
import { allowanceOf, assertFileName, createFormRules } from '../../../server/forms/form-rules.ts';

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
