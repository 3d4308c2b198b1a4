import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cycloneDx, licenceTable } from '../tools/sbom/bill.ts';
import { isLicenceAllowed } from '../tools/sbom/licences.ts';
import { readShipped } from '../tools/sbom/read-shipped.ts';

/**
 * `npm run sbom`: what is shipped, on the server and in the browser, as dist/sbom.cdx.json (CycloneDX) and dist/licences.md. Asks
 * nobody: the lockfile says it all. Exit code 1 when a package has a licence that is not allowed (scripts/sbom/licences.ts).
 */
const root = join(import.meta.dirname, '..');
const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};
const shipped = readShipped(root);
mkdirSync(join(root, 'dist'), { recursive: true });
const bill = `${JSON.stringify(cycloneDx(project, shipped), null, 2)}\n`;
writeFileSync(join(root, 'dist/sbom.cdx.json'), bill);
const table = licenceTable(shipped);
writeFileSync(join(root, 'dist/licences.md'), table);
console.log(`${table}\n${shipped.length} packages: dist/sbom.cdx.json, dist/licences.md`);
for (const { name, version, licence } of shipped.filter(
  (each) => !isLicenceAllowed(each.name, each.licence),
)) {
  console.error(`${name}@${version}: licence ${licence ?? 'none'} is not allowed`);
  process.exitCode = 1;
}
