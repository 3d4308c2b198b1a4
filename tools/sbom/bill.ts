import { randomUUID } from 'node:crypto';
import type { ShippedPackage } from './lockfile.ts';

/** Returns a bill of materials for vulnerability scanners, in the CycloneDX 1.6 format (ECMA-424). */
export function cycloneDx(project: { name: string; version: string }, shipped: readonly ShippedPackage[]) {
  const ref = `${project.name}@${project.version}`;
  const refs = shipped.map(({ name, version }) => `${name}@${version}`);
  const isNeededByOthers = new Set(shipped.flatMap(({ dependsOn }) => dependsOn));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: { type: 'application', 'bom-ref': ref, name: project.name, version: project.version },
    },
    components: shipped.map(component),
    dependencies: [
      { ref, dependsOn: refs.filter((each) => !isNeededByOthers.has(each)) },
      ...shipped.map(({ name, version, dependsOn }) => ({ ref: `${name}@${version}`, dependsOn })),
    ],
  };
}

function component({ name, version, licence, integrity, isOptional }: ShippedPackage) {
  const [, group, bare = name] = /^(@[^/]+)\/(.*)$/.exec(name) ?? [];
  const [algorithm, hash] = integrity?.split('-', 2) ?? [];
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    ...(group && { group }),
    name: bare,
    version,
    scope: isOptional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(licence && {
      licenses: [/\s/.test(licence) ? { expression: licence } : { license: { id: licence } }],
    }),
    ...(algorithm === 'sha512' &&
      hash && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
  };
}

/** Returns the licences of the packages as a Markdown table for people, the most frequent licence first. */
export function licenceTable(shipped: readonly ShippedPackage[]): string {
  const byLicence = Map.groupBy(shipped, ({ licence }) => licence ?? 'none named');
  const rows = [...byLicence]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([licence, named]) => {
      const names = named.map(({ name, version }) => `${name} ${version}`).join(', ');
      return `| ${licence} | ${named.length} | ${names} |`;
    });
  return ['| licence | packages | which |', '|---|---|---|', ...rows, ''].join('\n');
}
