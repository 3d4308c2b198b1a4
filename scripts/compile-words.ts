import { pathToFileURL } from 'node:url';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

/** Modules that only export messages. */
const catalogues = /\/shared\/words\/(?:en\/[a-z-]+|[a-z]{2}(?:-legal)?)\.ts$/;

/**
 * Replaces the messages of shared/words by parsed ones, so that browsers need no parser of messages. Messages without
 * placeholders remain texts.
 */
export function compileWords(): Plugin {
  return {
    name: 'compile-words',
    enforce: 'pre',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: {
          '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
        },
      },
    }),
    async transform(_code, id) {
      if (!catalogues.test(id)) return null;
      const exported = (await import(pathToFileURL(id).href)) as Record<string, Record<string, string>>;
      const lines = Object.entries(exported).map(([name, messages]) => {
        const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessage(text)]);
        return `export const ${name} = ${JSON.stringify(Object.fromEntries(compiled))};`;
      });
      return { code: lines.join('\n'), map: null };
    },
  };
}

/** Returns the parsed message, or the text itself if it has no placeholder. */
function compileMessage(text: string): unknown {
  return /[{<']/.test(text) ? parse(text) : text;
}
