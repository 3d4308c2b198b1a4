import { basename } from 'node:path';

/** Rolldown's information on a module (rolldown.rs/reference/Interface.ModuleInfo), as far as it is used here. */
interface ModuleInfo {
  isEntry: boolean;
  /** Modules that import it by a statement. */
  importers: readonly string[];
  /** Modules that import it by a call. */
  dynamicImporters: readonly string[];
}

interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null;
}

/** Public screens with a form. */
const formScreens = ['ContactScreen.tsx', 'DeleteAccountScreen.tsx', 'JobsScreen.tsx', 'JobScreen.tsx'];

/** In this order: a chunk includes the imports of its modules, unless an earlier chunk has them. */
const names = ['vendor', 'site', 'form', 'contract', 'admin'] as const;
type ChunkName = (typeof names)[number];

/** Groups for Rolldown's `codeSplitting`. */
export const chunkGroups = names.map((name, index) => ({
  name: (id: string, graph: ModuleGraph) => (chunkOf(id, graph) === name ? name : null),
  priority: names.length - index,
}));

/**
 * Returns the chunk of a client module; null leaves the module to the bundler, which gives each screen a chunk of its
 * own. Without this the bundler makes a chunk of every module that two screens share, and a page loads thirty of
 * them.
 * - `vendor`: packages that every page starts with. They change rarely, so browsers cache them over releases.
 * - `site`: modules that every page starts with or that several public screens use, and the styles of all of these:
 *   one style sheet for the public site.
 * - `form`: modules that only public screens with a form use.
 * - `contract`: schemas, which are not needed before the first call (client/api/contract.ts).
 * - `admin`: modules that several admin screens use.
 */
function chunkOf(id: string, graph: ModuleGraph): ChunkName | null {
  const roots = [...rootsOf(id, graph)];
  const isStart = roots.some((root) => graph.getModuleInfo(root)?.isEntry);
  if (isStart) {
    if (graph.getModuleInfo(id)?.isEntry || id.endsWith('/client/main.tsx')) return null;
    return id.includes('/node_modules/') && !id.endsWith('.css') ? 'vendor' : 'site';
  }
  const screens = roots.filter(isPublicScreen);
  if (screens.length > 0) {
    if (isStyle(id) || screens.some(isPublicLayout)) return 'site';
    // Used by one screen only, so part of its chunk.
    if (roots.length === 1) return null;
    return screens.every((root) => formScreens.includes(basename(root))) ? 'form' : 'site';
  }
  if (roots.some((root) => root.endsWith('/client/api/contract-rows.ts'))) return 'contract';
  return roots.filter(isAdminScreen).length > 1 ? 'admin' : null;
}

const known = new Map<string, ReadonlySet<string>>();

/** Returns the entries and the dynamically imported modules from which import statements lead to this module. */
function rootsOf(id: string, graph: ModuleGraph): ReadonlySet<string> {
  const done = known.get(id);
  if (done) return done;
  const roots = new Set<string>();
  const seen = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const info = graph.getModuleInfo(next);
    if (!info) continue;
    if (info.isEntry || info.dynamicImporters.length > 0) roots.add(next);
    waiting.push(...info.importers);
  }
  known.set(id, roots);
  return roots;
}

function isStyle(id: string): boolean {
  return /\.css(\?|$)/.test(id);
}

function isPublicLayout(id: string): boolean {
  return id.includes('/client/app/layouts/public/');
}

function isPublicScreen(id: string): boolean {
  return (
    /\/client\/(site\/[^/]+\/\w+Screen|app\/screens\/\w+|app\/NotFoundScreen)\.tsx$/.test(id) ||
    isPublicLayout(id)
  );
}

function isAdminScreen(id: string): boolean {
  return /\/client\/(admin\/[^/]+\/\w+Screen|app\/layouts\/admin\/\w+)\.tsx$/.test(id);
}
