/** The four widths at which the layout changes, in rem: phones are below `sm`, upright tablets below `lg`. */
const breakpoints = { sm: 40, md: 48, lg: 60, xl: 75 } as const;

type Breakpoint = keyof typeof breakpoints;
export type NamedWidth = `below-${Breakpoint}` | `from-${Breakpoint}`;

/**
 * The meaning of `(--below-sm)` and `(--from-lg)` in the conditions of `@media` and `@container`, and in
 * `useMediaQuery`: one table for styles and scripts. The build writes it into the styles (scripts/named-widths.ts).
 */
export const namedWidths = Object.fromEntries(
  Object.entries(breakpoints).flatMap(([name, rem]) => [
    [`below-${name}`, `(max-width: ${rem - 0.01}rem)`],
    [`from-${name}`, `(min-width: ${rem}rem)`],
  ]),
) as Record<NamedWidth, string>;
