import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the browser client into dist/client; the server serves it from memory (server/http/static-client.ts). */
export default defineConfig({
  root: 'client',
  plugins: [react()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    // CSP has no `data:` for fonts or scripts: every asset is a file of our own origin.
    assetsInlineLimit: 0,
    manifest: true,
  },
});
