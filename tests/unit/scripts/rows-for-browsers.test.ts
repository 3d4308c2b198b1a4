import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { rowsForBrowsers } from '../../../scripts/rows-for-browsers.ts';

it('leaves of a row what a browser needs to make the call, and of the rest of the module every place', () => {
  const module = `const form = { texts: [] };
export const rows = defineRows({ fill: 'host' })({
  getThing: { method: 'GET', summary: 'A thing', data: thing({ summary: 'its own' }), query: page },
  saveThing: { path: '/api/saveThing', upload: form, without: 'nothing, and no more' },
});
export const other = { summary: 'not a row' };
`;
  const { transform } = rowsForBrowsers() as { transform: (code: string, id: string) => { code: string } };
  const { code: lean } = transform.call({ parse: parseAst }, module, '/shared/contract/things.ts');
  expect(lean.replace(/ +/g, ' ')).toBe(`const form = { texts: [] };
export const rows = defineRows({ })({
 getThing: { method: 'GET', data: thing({ summary: 'its own' }), },
 saveThing: { path: '/api/saveThing', },
});
export const other = { summary: 'not a row' };
`);
  expect(lean).toHaveLength(module.length);
});
