/** What is read of an entry of package-lock.json. */
interface LockEntry {
  /** Only where a package is installed under another name. */
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** package-lock.json, version 3: entries by where they are installed; the project itself is ''. */
export interface Lockfile {
  packages: Record<string, LockEntry>;
}

/** A package that is part of what runs, on the server or in the browser. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** An SPDX expression; undefined when the package does not say. */
  licence: string | undefined;
  /** As the lockfile writes it: `sha512-…` in Base64. */
  integrity: string | undefined;
  /** Installed on some machines only, or not needed to run. */
  isOptional: boolean;
  /** What it depends on, as `name@version`, in order. */
  dependsOn: string[];
}

/**
 * The packages that are shipped: what `npm ci --omit=dev` installs, and those of the others that the build puts into the client
 * (`bundled`, names as they are imported), each with all that it depends on. `npm sbom --omit dev` would leave the second half out.
 * `licenceOf` is asked where the lockfile names no licence. Sorted by name and version.
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
      // A peer that is optional, or a package for no machine of the lockfile, is not there.
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

/** Where Node would find a package that is imported from another one. */
function resolve(packages: Lockfile['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}
