import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cycloneDx, licenceTable } from '../../../tools/sbom/bill.ts';
import { bundledPackages } from '../../../tools/sbom/bundled-packages.ts';
import { isLicenceAllowed } from '../../../tools/sbom/licences.ts';
import { type Lockfile, shippedPackages } from '../../../tools/sbom/lockfile.ts';
import { readShipped } from '../../../tools/sbom/read-shipped.ts';
import { readModules } from '../../support/architecture/source-modules.ts';

const root = join(import.meta.dirname, '../../..');
const shipped = readShipped(root);
const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;

it('every package that is shipped has a licence that is allowed', () => {
  expect(shipped.length).toBeGreaterThan(100);
  expect(
    shipped
      .filter(({ name, licence }) => !isLicenceAllowed(name, licence))
      .map(({ name, licence }) => [name, licence]),
  ).toEqual([]);
});

it('nothing that npm ci --omit=dev installs is missing', () => {
  const known = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  const installed = Object.entries(lockfile.packages).filter(
    ([path, entry]) => path !== '' && !('dev' in entry),
  );
  expect(installed.length).toBeGreaterThan(100);
  const names = installed.map(
    ([path, { name = path.split('node_modules/').at(-1), version }]) => `${name}@${version}`,
  );
  expect(names.filter((each) => !known.has(each))).toEqual([]);
});

it('what the client imports is shipped too, fonts included', () => {
  const sources = Object.fromEntries(
    globSync('client/**/*.{ts,tsx}', { cwd: root }).map((path) => [
      path,
      readFileSync(join(root, path), 'utf8'),
    ]),
  );
  const imported = readModules(sources).flatMap(({ imports }) =>
    imports.flatMap((each) => (each.typeOnly ? [] : (each.package ?? []))),
  );
  const bundled = bundledPackages(root);
  expect(bundled).toEqual(expect.arrayContaining([...new Set(imported)]));
  const names = shipped.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'react-dom',
      'scheduler',
      'react-quill-new',
      'quill',
      '@fontsource-variable/instrument-sans',
    ]),
  );
  expect(names).not.toContain('vitest');
});

it('a package is found where Node would find it, is optional only when nobody needs it, and names its own', () => {
  const packages: Lockfile['packages'] = {
    '': { dependencies: { one: '1', alias: '1' } },
    'node_modules/one': {
      version: '1.0.0',
      dependencies: { two: '1' },
      optionalDependencies: { three: '1' },
    },
    'node_modules/one/node_modules/two': { version: '1.0.0', license: 'MIT' },
    'node_modules/two': { version: '2.0.0', peerDependencies: { absent: '1' } },
    'node_modules/three': { version: '3.0.0' },
    'node_modules/alias': { name: 'real', version: '1.0.0', dependencies: { two: '2', one: '1' } },
  };
  const found = shippedPackages({ packages }, [], (path) => (path.endsWith('three') ? 'ISC' : undefined));
  expect(
    found.map((each) => [`${each.name}@${each.version}`, each.isOptional, each.licence, each.dependsOn]),
  ).toEqual([
    ['one@1.0.0', false, undefined, ['three@3.0.0', 'two@1.0.0']],
    ['real@1.0.0', false, undefined, ['one@1.0.0', 'two@2.0.0']],
    ['three@3.0.0', true, 'ISC', []],
    ['two@1.0.0', false, 'MIT', []],
    ['two@2.0.0', false, undefined, []],
  ]);
  expect(() => shippedPackages({ packages }, ['nowhere'], () => undefined)).toThrow('nowhere');
});

it.each([
  ['MIT', true],
  ['MIT OR GPL-3.0-only', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
  ['GPL-3.0-only', false],
  ['UNLICENSED', false],
  ['SEE LICENSE IN x', false],
  [undefined, false],
])('%s may be shipped: %s', (licence, isAllowed) => {
  expect(isLicenceAllowed('some-package', licence)).toBe(isAllowed);
});

it('the bill has the parts that CycloneDX 1.6 asks for, and no address of a registry', () => {
  const bill = cycloneDx({ name: 'studio-site', version: '1.2.3' }, shipped);
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  const refs = bill.components.map((each) => each['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  for (const { dependsOn } of bill.dependencies) expect(refs).toEqual(expect.arrayContaining(dependsOn));
  const sharp = bill.components.find(({ name }) => name === 'sharp');
  expect(sharp).toMatchObject({
    type: 'library',
    scope: 'required',
    licenses: [{ license: { id: 'Apache-2.0' } }],
  });
  expect(sharp?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  const fonts = bill.components.find(({ group }) => group === '@fontsource-variable');
  expect(fonts?.purl).toMatch(/^pkg:npm\/%40fontsource-variable\/[\w-]+@[\d.]+$/);
  expect(JSON.stringify(bill)).not.toMatch(/https?:\/\/(?!cyclonedx\.org)/);
});

it('the table for people has every package once', () => {
  const table = licenceTable(shipped);
  for (const { name, version } of shipped) expect(table).toContain(`${name} ${version}`);
  expect(table).not.toContain('none named');
});
