import encodeQr from 'qr';
import styles from './AccountSecurity.module.css';

/** Width of the empty margin around the code, in dots; scanners need the margin (ISO/IEC 18004 §5.3.8). */
const quiet = 4;

/**
 * A QR code as a single path, without inline styles, which the site's CSP refuses. Dark on light in every theme,
 * because not all scanners accept the inverse.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const dots = encodeQr(text, 'raw', { border: quiet });
  const path = dots
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg className={styles.qr} viewBox={`0 0 ${dots.length} ${dots.length}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
