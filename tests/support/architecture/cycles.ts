import type { SourceModule } from './source-modules.ts';

/** Finds cycles among files, types included: a type that two files need belongs in a third. */
export function findCycles(modules: SourceModule[]): string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const state = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    if (state.get(path) === 'open')
      found.push(`circular: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
    if (state.has(path)) return;
    state.set(path, 'open');
    for (const { file } of byPath.get(path)?.imports ?? [])
      if (file && byPath.has(file)) visit(file, [...trail, path]);
    state.set(path, 'done');
  };
  for (const { path } of modules) visit(path, []);
  return found;
}
