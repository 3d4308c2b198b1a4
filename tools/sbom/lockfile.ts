/** Entry of package-lock.json, limited to the properties that are read. */
interface LockEntry {
  /** The real name of the package; only present if it is installed under another name. */
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** package-lock.json, version 3. The keys are install paths; '' is the project itself. */
export interface Lockfile {
  packages: Record<string, LockEntry>;
}

/** A package that is part of the running product, on the server or in the browser. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** Licence as an SPDX expression; undefined if the package does not state one. */
  licence: string | undefined;
  /** Hash of the package as the lockfile writes it: `sha512-…` in Base64. */
  integrity: string | undefined;
  /** True if the package is installed on some machines only, or is not needed at run time. */
  isOptional: boolean;
  /** Packages on which this package depends, as `name@version`, in order. */
  dependsOn: string[];
}

/**
 * Returns the shipped packages, sorted by name and version: those that `npm ci --omit=dev` installs, and those that
 * the build puts into the client (`bundled`, names as imported), each with all its dependencies. `npm sbom --omit
 * dev` would leave out the second group. `licenceOf` is called for a package whose licence is missing in the
 * lockfile.
 */
export function shippedPackages(
  { packages }: Lockfile,
  bundled: readonly string[],
  licenceOf: (path: string) => string | undefined,
): ShippedPackage[] {
  const project = packages[''] ?? {};
  const found = new Map<string, ShippedPackage>();
  const visit = (path: string, isOptional: boolean): string => {
    const entry = packages[path] ?? {};
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const id = `${name}@${entry.version}`;
    const known = found.get(id);
    if (known && (isOptional || !known.isOptional)) return id;
    const shipped: ShippedPackage = {
      name,
      version: entry.version ?? '',
      licence: entry.license ?? licenceOf(path),
      integrity: entry.integrity,
      isOptional,
      dependsOn: [],
    };
    found.set(id, shipped);
    const optional = entry.optionalDependencies ?? {};
    const needed = Object.keys({ ...entry.dependencies, ...entry.peerDependencies, ...optional });
    for (const each of needed) {
      const at = resolve(packages, path, each);
      // The dependency may be missing from the lockfile: an optional peer, or a package for machines that the
      // lockfile does not cover.
      if (at !== undefined) shipped.dependsOn.push(visit(at, isOptional || each in optional));
    }
    shipped.dependsOn.sort();
    return id;
  };

  for (const name of [...Object.keys(project.dependencies ?? {}), ...bundled]) {
    const at = resolve(packages, '', name);
    if (at === undefined) throw new Error(`${name} is not in package-lock.json.`);
    visit(at, false);
  }
  const order = ({ name, version }: ShippedPackage) => `${name} ${version}`;
  return [...found.values()].sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

/** Returns the install path at which Node would find a package that another package imports. */
function resolve(packages: Lockfile['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}
