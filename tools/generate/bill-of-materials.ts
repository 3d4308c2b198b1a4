import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cycloneDx, licenceTable } from '../sbom/bill.ts';
import { isLicenceAllowed } from '../sbom/licences.ts';
import { readShipped } from '../sbom/read-shipped.ts';

/**
 * `npm run generate -- sbom`: lists the packages that are shipped to servers and browsers in dist/sbom.cdx.json
 * (CycloneDX) and dist/licences.md. Reads only the lockfile. Returns the exit code: 1 if a package has a licence that
 * is not allowed (tools/sbom/licences.ts).
 */
export async function writeBill(root: string): Promise<number> {
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  const shipped = readShipped(root);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(
    join(root, 'dist/sbom.cdx.json'),
    `${JSON.stringify(cycloneDx(project, shipped), null, 2)}\n`,
  );
  const table = licenceTable(shipped);
  writeFileSync(join(root, 'dist/licences.md'), table);
  console.log(`${table}\n${shipped.length} packages: dist/sbom.cdx.json, dist/licences.md`);
  const refused = shipped.filter(({ name, licence }) => !isLicenceAllowed(name, licence));
  for (const { name, version, licence } of refused)
    console.error(`${name}@${version}: licence ${licence ?? 'none'} is not allowed`);
  return refused.length > 0 ? 1 : 0;
}
