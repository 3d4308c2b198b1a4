import encodeQr from 'qr';
import styles from './AccountSecurity.module.css';

/** Dots of nothing around the code, which readers need (ISO/IEC 18004 §5.3.8). */
const quiet = 4;

/** A QR code as one path: no inline styles, which the policy of the site refuses. Dark on light in every theme: not all readers take the other. */
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
