/**
 * The four widths at which the layout changes, in rem. Phones are narrower than `sm`, upright tablets narrower than
 * `lg`.
 */
const breakpoints = { sm: 40, md: 48, lg: 60, xl: 75 } as const;

type Breakpoint = keyof typeof breakpoints;
export type NamedWidth = `below-${Breakpoint}` | `from-${Breakpoint}`;

/**
 * The conditions that `(--below-sm)`, `(--from-lg)` etc. mean in `@media` and `@container`, and in `useMediaQuery`.
 * The build writes them into the style sheets (scripts/vite-plugins.ts), so that styles and scripts use the same
 * table.
 */
export const namedWidths = Object.fromEntries(
  Object.entries(breakpoints).flatMap(([name, rem]) => [
    [`below-${name}`, `(max-width: ${rem - 0.01}rem)`],
    [`from-${name}`, `(min-width: ${rem}rem)`],
  ]),
) as Record<NamedWidth, string>;
