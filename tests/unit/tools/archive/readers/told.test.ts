import { expect, it } from 'vitest';
import { refuseWithoutOrigins } from '../../../../../tools/archive/propose-origins.ts';

function refused(origins: readonly string[]): string {
  try {
    refuseWithoutOrigins(origins, ['import', 'blog.xml']);
  } catch (error) {
    return (error as Error).message;
  }
}

it('machines of a private network and numbers are not proposed as origins, and the line says why', () => {
  const hostile = [
    'http://127.0.0.1:4900',
    'http://169.254.169.254',
    'http://localhost:22',
    'http://8.8.8.8',
    'http://[::1]',
    'http://intranet',
    'http://printer.local',
    'http://api.localhost',
    'http://db.internal.',
  ];
  const said = refused(['https://cdn.example.com', ...hostile]).split('\n');
  expect(said[1]).toMatch(/^npm run studio -- import blog\.xml --media-origin https:\/\/cdn\.example\.com$/);
  expect(said[1]).not.toContain('127');
  expect(said[2]).toBe(
    `Not proposed, since they are IP addresses or resolve to a private network: ${hostile.join(', ')}. Add one by hand if you trust it.`,
  );
  expect(said[3]).toMatch(/^Without pictures: npm run studio -- import blog\.xml --no-media$/);
  expect(refused(hostile)).not.toContain('--media-origin http');
});
