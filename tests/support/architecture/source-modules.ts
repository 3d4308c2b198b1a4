import { posix } from 'node:path';
import { parseSync } from 'vite';

/** One import of a module in any form: import, export from, import(), or import() in a type. */
export interface ModuleImport {
  specifier: string;
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
  readsEnvironment: boolean;
  comments: string[];
  parseErrors: string[];
}

interface Node {
  type: string;
  [key: string]: unknown;
}

/**
 * Words without which a file contains neither an import within an expression or a type, nor a use of the environment.
 */
const needsTree = /\bimport\s*\(|\bprocess\b/;

/** Parses sources, given by path relative to the repository, into modules. */
export function readModules(sources: Record<string, string>): SourceModule[] {
  return Object.entries(sources).map(([path, source]) => readModule(path, source));
}

function readModule(path: string, source: string): SourceModule {
  const parsed = parseSync(path, source);
  const imports: ModuleImport[] = [];
  const add = (specifier: string, typeOnly: boolean, lazy = false) =>
    imports.push({ specifier, typeOnly, lazy, ...resolve(path, specifier) });
  for (const each of parsed.module.staticImports) {
    const typeOnly = each.entries.length > 0 && each.entries.every((entry) => entry.isType);
    add(each.moduleRequest.value, typeOnly);
  }
  for (const each of parsed.module.staticExports) {
    const [first] = each.entries;
    if (first?.moduleRequest)
      add(
        first.moduleRequest.value,
        each.entries.every((entry) => entry.isType),
      );
  }
  let readsEnvironment = false;
  // The tree is built on access, which costs more than the rest: most files do not need it.
  if (needsTree.test(source)) {
    walk(parsed.program as unknown as Node, (node) => {
      if (node.type === 'ImportExpression') add(literal(node.source as Node), false, true);
      if (node.type === 'TSImportType') add(literal(node.source as Node), true);
      readsEnvironment ||= isEnvironment(node);
    });
  }
  return {
    path,
    imports,
    readsEnvironment,
    comments: parsed.comments.map((comment) => comment.value),
    parseErrors: parsed.errors.map((error) => error.message),
  };
}

function resolve(path: string, specifier: string): Pick<ModuleImport, 'file' | 'package'> {
  if (specifier.startsWith('.')) return { file: posix.join(posix.dirname(path), specifier) };
  if (specifier.startsWith('#shared/')) return { file: specifier.slice(1) };
  const [scopeOrName = '', name] = specifier.split('/');
  return { package: scopeOrName.startsWith('@') && name ? `${scopeOrName}/${name}` : scopeOrName };
}

/** Placeholder for a specifier that is known only at run time. */
export const computed = '(computed)';

/** Returns the text of a specifier. */
function literal(node: Node): string {
  const value = node.type === 'TSLiteralType' ? (node.literal as Node).value : node.value;
  return typeof value === 'string' ? value : computed;
}

/** True for process.env, process['env'], const { env } = process, import { env } from 'node:process'. */
function isEnvironment(node: Node): boolean {
  const named = (value: unknown, name: string) =>
    (value as Node | null)?.name === name || (value as Node | null)?.value === name;
  if (node.type === 'MemberExpression') {
    const { object, property } = node;
    const isProcess = named(object, 'process') || named((object as Node).property, 'process');
    return isProcess && named(property, 'env');
  }
  if (node.type === 'VariableDeclarator' && named(node.init, 'process')) {
    const properties = ((node.id as Node).properties ?? []) as Node[];
    return properties.some((property) => named(property.key, 'env'));
  }
  if (node.type === 'ImportDeclaration' && /^(node:)?process$/.test(literal(node.source as Node))) {
    return (node.specifiers as Node[]).some((specifier) => named(specifier.imported, 'env'));
  }
  return false;
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
  } else if (value && typeof value === 'object') {
    if (typeof (value as Node).type === 'string') visit(value as Node);
    for (const child of Object.values(value)) walk(child, visit);
  }
}
