import { expect, test } from 'vitest';
import { siteSchema } from '#shared/schemas/site.ts';
import { listOfSiteFields, siteLabelOf } from '../../../../../client/admin/site/fields.ts';

/** The parts of a schema that lead to the paths of its values. */
interface Def {
  type: string;
  shape?: Record<string, { def: Def }>;
  innerType?: { def: Def };
  in?: { def: Def };
}

/** Returns the paths of all values that a schema allows. A list counts as one value, as in a list of changes. */
function pathsOf({ type, shape, innerType, in: input }: Def, at = ''): string[] {
  if (type === 'object') {
    return Object.entries(shape ?? {}).flatMap(([key, { def }]) => pathsOf(def, at ? `${at}.${key}` : key));
  }
  const inner = type === 'pipe' ? input : innerType;
  return inner ? pathsOf(inner.def, at) : [at];
}

const paths = pathsOf((siteSchema as unknown as { def: Def }).def);

test('the schema of the site has paths of each kind', () => {
  expect(paths.length).toBeGreaterThan(90);
  for (const path of [
    'name',
    'legal.terms_updated',
    'brand.colors.dark.on_accent',
    'pages.home.services.items',
    'own_pages',
  ])
    expect(paths).toContain(path);
});

test.each(paths)('%s has a label that people can read', (path) => {
  const label = siteLabelOf(path);
  expect(label).toMatch(/^\p{Lu}[^._]*$/u);
  // These stand for a part of the site, and do not say which field it is.
  expect(['Look', 'Legal texts']).not.toContain(label);
  expect(listOfSiteFields([path])).toBe(label);
});
