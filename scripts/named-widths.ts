import type { CSSOptions } from 'vite';

type Plugins = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>;

/**
 * Replaces named widths in style sheets: `@media (--below-sm)` gets the value of `below-sm` in `widths`. The syntax
 * is that of custom media queries (Media Queries 5, §4), which no supported browser implements; here it also works in
 * `@container`. An unknown name fails the build, since a browser would silently ignore the whole rule.
 */
export function writeNamedWidths(widths: Record<string, string>): Plugins[number] {
  return {
    postcssPlugin: 'named-widths',
    AtRule(rule) {
      if (rule.name !== 'media' && rule.name !== 'container') return;
      const params = rule.params.replace(/\(\s*--([\w-]+)\s*\)/g, (_whole, name: string) => {
        const width = widths[name];
        if (width === undefined) throw rule.error(`no width is named --${name}`);
        return width;
      });
      if (params !== rule.params) rule.params = params;
    },
  };
}
