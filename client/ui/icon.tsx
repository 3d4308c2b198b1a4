import { classNames } from './class-names.ts';

/**
 * Creates an icon: 20 units square, in the colour of the text. Icons are decoration, so the control around an icon
 * needs an accessible name. A `turning` icon points along the line, so it is mirrored in right-to-left text.
 */
export function icon(name: string, path: string, look?: 'filled' | 'turning') {
  function Icon({ size = 20 }: { size?: number }) {
    return (
      <svg
        className={classNames('icon', look)}
        width={size}
        height={size}
        viewBox="0 0 20 20"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    );
  }
  Icon.displayName = name;
  return Icon;
}
