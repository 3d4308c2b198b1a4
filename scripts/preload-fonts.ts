import type { Plugin } from 'vite';

/**
 * Adds preload links for the two font files that every page needs for its first display. Without them the browser
 * finds the fonts only in the style sheet, one round trip later. The file names contain a hash, so only the build can
 * write the links.
 */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      return Object.keys(bundle)
        .filter((file) => /-common-[\w-]+\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head' as const,
        }));
    },
  };
}
