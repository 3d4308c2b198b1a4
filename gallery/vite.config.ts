import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { namedWidths } from '../client/ui/breakpoints.ts';
import { writeNamedWidths } from '../scripts/named-widths.ts';

/** The gallery, for `npm run gallery` and for its browser test. Nothing of it is in the product. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // `npm run dev` keeps what it has made ready elsewhere: both may run at the same time.
  cacheDir: '../node_modules/.vite/gallery',
  css: { postcss: { plugins: [writeNamedWidths(namedWidths)] } },
  // The test serves it under the product's own CSP, which has no `data:` for fonts or scripts.
  build: { assetsInlineLimit: 0, minify: false },
});
