import { posix } from 'node:path';
import { parseSync } from 'vite';

/** One import of a module: import, export from, or import(). */
export interface ModuleImport {
  /** Path of the imported file, `#shared` resolved; absent for packages and Node's own modules. */
  file?: string;
  /** Name of the package, or of Node's module with its `node:` prefix; absent for files. */
  package?: string;
  typeOnly: boolean;
  /** True if import() loads it at run time. */
  lazy: boolean;
}

/** Facts about a source file that the rules need. */
export interface SourceModule {
  path: string;
  imports: ModuleImport[];
}

/** Parses sources, given by path relative to the repository, into modules. */
export function readModules(sources: Record<string, string>): SourceModule[] {
  return Object.entries(sources).map(([path, source]) => readModule(path, source));
}

function readModule(path: string, source: string): SourceModule {
  const { module } = parseSync(path, source);
  const imports: ModuleImport[] = [];
  const add = (specifier: string, typeOnly = false, lazy = false) =>
    imports.push({ typeOnly, lazy, ...resolve(path, specifier) });
  for (const { entries, moduleRequest } of module.staticImports)
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType));
  for (const { entries } of module.staticExports) {
    const request = entries[0]?.moduleRequest;
    if (request) add(request.value);
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const [, quoted] = /^['"`]([^$]*)['"`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end)) ?? [];
    add(quoted ?? computed, false, true);
  }
  return { path, imports };
}

function resolve(path: string, specifier: string): Pick<ModuleImport, 'file' | 'package'> {
  if (specifier.startsWith('.')) return { file: posix.join(posix.dirname(path), specifier) };
  if (specifier.startsWith('#shared/')) return { file: specifier.slice(1) };
  const [scopeOrName = '', name] = specifier.split('/');
  return { package: scopeOrName.startsWith('@') && name ? `${scopeOrName}/${name}` : scopeOrName };
}

/** Placeholder for a specifier that is known only at run time. */
export const computed = '(computed)';
