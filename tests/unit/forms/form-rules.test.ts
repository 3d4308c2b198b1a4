import { describe, expect, it } from 'vitest';
import { contract, type UploadPolicy } from '#shared/contract/index.ts';
import { MIB } from '#shared/limits.ts';
import { loadConfig } from '../../../server/config.ts';
import { allowanceOf, totalBytes } from '../../../server/forms/allowance.ts';
import { assertFileName, createFormRules } from '../../../server/forms/form-rules.ts';

const allowance = allowanceOf(loadConfig({}));
const rulesOf = (policy: UploadPolicy) => createFormRules(policy, allowance);
const project = contract.addProject.upload;
const newCategory = contract.addProjectCategory.upload;
const changedCategory = contract.updateProjectCategory.upload;

describe('names of texts', () => {
  it('gives each known name its own limit', () => {
    const rules = rulesOf(project);
    expect(rules.text('title')).toBe(8 * 1024);
    expect(rules.text('description')).toBe(25 * MIB);
  });

  it('takes each name once', () => {
    const rules = rulesOf(project);
    rules.text('title');
    expect(() => rules.text('title')).toThrow(
      expect.objectContaining({
        code: 'upload.repeatedField',
        status: 422,
        message: expect.stringMatching(/^title:/),
      }),
    );
  });

  it.each([
    'titel',
    'Title',
    'title ',
    'title[]',
    'title[0]',
    'a[b]',
    '0',
    'video',
    '__proto__',
    'constructor',
    'toString',
  ])('refuses the unknown name %s and says it', (name) => {
    expect(() => rulesOf(project).text(name)).toThrow(
      expect.objectContaining({
        code: 'upload.unknownField',
        status: 422,
        fields: { [name]: [expect.any(String)] },
      }),
    );
  });

  it.each([
    undefined,
    '',
    '__proto__[x]',
    'a[__proto__]',
    'a[constructor][prototype]',
    'a[9999]',
    'a[b][c][d][e]',
    `a${'[b]'.repeat(50)}`,
    'x'.repeat(101),
  ])('calls a form with the name %s malformed', (name) => {
    expect(() => rulesOf(project).text(name)).toThrow(
      expect.objectContaining({ code: 'upload.malformed', status: 400 }),
    );
    expect(() => rulesOf(project).file(name)).toThrow(
      expect.objectContaining({ code: 'upload.malformed', status: 400 }),
    );
  });
});

describe('names of files', () => {
  it('knows the indexed and keyed names of docs/product.md §7', () => {
    expect(rulesOf(project).file('images[0]').name).toBe('images');
    expect(rulesOf(project).file('video').kind).toBe('video');
    expect(rulesOf(newCategory).file('tech_image[]').name).toBe('tech_image');
    expect(rulesOf(changedCategory).file('tech_image[7][file]').name).toBe('tech_image');
  });

  it.each([
    'images',
    'images[]',
    'images[x]',
    'images[-1]',
    'images[0][file]',
    'xvideo',
    'title',
    '__proto__',
  ])('refuses %s', (name) => {
    expect(() => rulesOf(project).file(name)).toThrow(
      expect.objectContaining({ code: 'upload.unknownField', status: 422 }),
    );
  });

  it('counts the files of a field under all its names', () => {
    const rules = rulesOf(project);
    for (let index = 0; index < 12; index += 1) rules.file(`images[${index}]`);
    expect(() => rules.file('images[12]')).toThrow(
      expect.objectContaining({
        code: 'upload.tooMany',
        status: 422,
        message: 'images: you can add at most 12 files.',
        fields: { images: ['images: you can add at most 12 files.'] },
      }),
    );
  });

  it('takes a list name many times and any other name once', () => {
    const list = rulesOf(newCategory);
    list.file('tech_image[]');
    expect(() => list.file('tech_image[]')).not.toThrow();
    const indexed = rulesOf(project);
    indexed.file('images[1]');
    expect(() => indexed.file('images[1]')).toThrow(
      expect.objectContaining({ code: 'upload.repeatedField' }),
    );
  });

  it('counts the files of all fields together', () => {
    const few = createFormRules(project, { ...allowance, filesPerRequest: 2 });
    few.file('video');
    few.file('images[0]');
    expect(() => few.file('images[1]')).toThrow(
      expect.objectContaining({
        code: 'upload.tooManyFiles',
        status: 422,
        message: expect.stringContaining('2'),
      }),
    );
  });
});

describe('file names', () => {
  it.each([
    'cover.png',
    'Übersicht – 2026 (final).jpg',
    '封面 🎬.webp',
    'a"b;c=d%22.png',
    "it's.png",
    'no-extension',
    '.hidden',
  ])('takes %s', (name) => {
    expect(() => assertFileName(name, 'image')).not.toThrow();
  });

  it.each(['a\0.png', 'a\r\nX: y.png', 'a\u0085.png', 'tab\t.png', '\ud800.png'])('refuses %j', (name) => {
    expect(() => assertFileName(name, 'image')).toThrow(
      expect.objectContaining({
        code: 'upload.badName',
        status: 422,
        fields: { image: [expect.any(String)] },
      }),
    );
  });
});

describe('the largest body of a form', () => {
  it('is what its texts and largest files come to', () => {
    const blog = totalBytes(contract.saveBlog.upload, allowance);
    // Including the share image.
    const content = 2 * 8 * 1024 + 25 * MIB + 2 * 10 * MIB;
    expect(blog).toBeGreaterThan(content);
    expect(blog).toBeLessThan(content + 64 * 1024);
  });

  it('counts no more files than one request may carry', () => {
    const two = totalBytes(project, { ...allowance, filesPerRequest: 2 });
    const one = totalBytes(project, { ...allowance, filesPerRequest: 1 });
    expect(Math.round((two - one) / MIB)).toBe(10);
    expect(one).toBeGreaterThan(200 * MIB);
  });
});
