import styles from './icon.module.css';

/**
 * Creates an icon: 20 units square, in the colour of the text. Icons are decoration, so the control around an icon
 * needs an accessible name.
 */
export function icon(name: string, path: string, filled = false) {
  function Icon({ size = 20 }: { size?: number }) {
    return (
      <svg
        className={filled ? styles.filled : styles.icon}
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
