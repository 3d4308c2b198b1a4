import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages } from './bundled-packages.ts';
import { type Lockfile, type ShippedPackage, shippedPackages } from './lockfile.ts';

/** Returns the shipped packages of the project in `root`, derived from its lockfile and the sources of its client. */
export function readShipped(root: string): ShippedPackage[] {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  return shippedPackages(lockfile, bundledPackages(root), (path) => installedLicence(join(root, path)));
}

/**
 * Returns the licence from a package's own package.json. Older packages have a list, `licenses`, which npm does not
 * copy into the lockfile.
 */
function installedLicence(folder: string): string | undefined {
  try {
    const { licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      licenses?: { type?: string }[];
    };
    return licenses?.map(({ type }) => type).join(' OR ') || undefined;
  } catch {
    return undefined;
  }
}
