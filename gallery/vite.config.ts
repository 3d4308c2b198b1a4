import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { namedWidths } from '../client/ui/breakpoints.ts';
import { writeNamedWidths } from '../scripts/vite-plugins.ts';

/**
 * Configuration of the gallery, for `npm run gallery` (with hot reload, at port 3100 or the next free one) and for its
 * browser test. The product contains nothing of it.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // `npm run dev` has its own cache folder: both may run at the same time.
  cacheDir: '../node_modules/.vite/gallery',
  css: { postcss: { plugins: [writeNamedWidths(namedWidths)] } },
  server: { host: 'localhost', port: 3100 },
  // The test serves the gallery under the product's own CSP, which allows no `data:` for fonts or scripts.
  build: { assetsInlineLimit: 0, minify: false },
});
