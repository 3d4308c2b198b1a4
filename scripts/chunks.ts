import { basename } from 'node:path';

/**
 * Rolldown's information about a module (rolldown.rs/reference/Interface.ModuleInfo), limited to the properties used
 * here.
 */
interface ModuleInfo {
  isEntry: boolean;
  /** Modules that import this module with an import statement. */
  importers: readonly string[];
  /** Modules that import this module dynamically, with `import()`. */
  dynamicImporters: readonly string[];
}

interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null;
}

/** Public screens that share modules with each other only: those with a form, and the legal texts. */
const families = {
  form: ['ContactScreen.tsx', 'DeleteAccountScreen.tsx', 'JobsScreen.tsx', 'JobScreen.tsx'],
  legal: ['PrivacyScreen.tsx', 'TermsScreen.tsx'],
} as const satisfies Record<string, readonly string[]>;

/**
 * The chunks in the order of their priority. A chunk also includes the modules that its modules import, except those
 * that a chunk earlier in this list includes.
 */
const names = ['vendor', 'site', 'form', 'legal', 'contract', 'admin'];

/**
 * Modules of packages that only the admin area uses. The index of their package imports them, so they would seem to
 * belong to every page.
 */
const ofDesk =
  /\/@tanstack\/.*\/(?:useMutation|useMutationState|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/;

/** Groups for Rolldown's `codeSplitting`. */
export const chunkGroups = names.map((name, index) => ({
  name: (id: string, graph: ModuleGraph) => (chunkOf(id, graph) === name ? name : null),
  priority: names.length - index,
}));

/**
 * Returns the chunk of a client module. null leaves the choice to the bundler, which gives each screen a chunk of its
 * own. Without these groups the bundler would make a chunk of every module that two screens share, and a page would
 * load about thirty chunks.
 * - `vendor`: packages that every page needs at its start. They change rarely, so browsers cache them over releases.
 * - `site`: modules that every page needs at its start or that several public screens use, and the styles of all these
 *   modules, so that the public site has one style sheet.
 * - `form`: modules that only public screens with a form use.
 * - `legal`: modules that only the screens of the legal texts use.
 * - `contract`: schemas, which are not needed before the first call (client/api/contract.ts).
 * - `admin`: modules that several admin screens use.
 */
function chunkOf(id: string, graph: ModuleGraph) {
  if (ofDesk.test(id)) return 'admin';
  const roots = [...rootsOf(id, graph)];
  const isStart = roots.some((root) => graph.getModuleInfo(root)?.isEntry);
  if (isStart) {
    if (graph.getModuleInfo(id)?.isEntry || id.endsWith('/client/main.tsx')) return null;
    return id.includes('/node_modules/') && !id.endsWith('.css') ? 'vendor' : 'site';
  }
  const screens = roots.filter(isPublicScreen);
  if (screens.length > 0) {
    if (isStyle(id) || screens.some(isPublicLayout)) return 'site';
    // Only one screen uses the module, so it becomes part of that screen's chunk.
    if (roots.length === 1) return null;
    return familyOf(screens) ?? 'site';
  }
  if (roots.some((root) => root.endsWith('/client/api/contract-rows.ts'))) return 'contract';
  return roots.filter(isAdminScreen).length > 1 ? 'admin' : null;
}

/** Returns the family that contains all of these screens. */
function familyOf(screens: readonly string[]) {
  const names = Object.keys(families) as (keyof typeof families)[];
  return names.find((name) => {
    const members: readonly string[] = families[name];
    return screens.every((screen) => members.includes(basename(screen)));
  });
}

const known = new Map<string, ReadonlySet<string>>();

/**
 * Returns the entry modules and the dynamically imported modules from which a chain of import statements leads to
 * this module.
 */
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

function isStyle(id: string) {
  return /\.css(\?|$)/.test(id);
}

function isPublicLayout(id: string) {
  return id.includes('/client/app/layouts/public/');
}

function isPublicScreen(id: string) {
  return (
    /\/client\/(site\/[^/]+\/\w+Screen|app\/screens\/[\w-]+|app\/NotFoundScreen)\.tsx$/.test(id) ||
    isPublicLayout(id)
  );
}

function isAdminScreen(id: string) {
  return /\/client\/(admin\/[^/]+\/\w+Screen|app\/layouts\/admin\/\w+)\.tsx$/.test(id);
}
