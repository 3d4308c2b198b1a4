import { Button } from '../../ui/Button.tsx';
import { groundColors, textColors } from './palette.ts';
import styles from './Tray.module.css';
import { Tray } from './Tray.tsx';

interface ColorTrayProps {
  format: 'color' | 'background';
  current: string | undefined;
  /** `false` takes the colour away. */
  onChoose: (value: string | false) => void;
  onClose: () => void;
}

/** Asks for a colour: the palette, any other one, or none. */
export function ColorTray({ format, current, onChoose, onClose }: ColorTrayProps) {
  const label = format === 'color' ? 'Text colour' : 'Background colour';
  return (
    <Tray label={label} onClose={onClose}>
      {(format === 'color' ? textColors : groundColors).map(({ name, value }) => (
        <button
          key={value}
          type="button"
          className={styles.swatch}
          style={{ backgroundColor: value }}
          title={name}
          aria-label={name}
          aria-pressed={current?.toLowerCase() === value}
          onClick={() => onChoose(value)}
        />
      ))}
      <label className={styles.other}>
        Other
        <input
          type="color"
          defaultValue={current && /^#[0-9a-f]{6}$/i.test(current) ? current : '#2f74d0'}
          // React's onChange is the `input` event, which comes at every step of the slider.
          ref={(input) => {
            const choose = () => input && onChoose(input.value);
            input?.addEventListener('change', choose);
            return () => input?.removeEventListener('change', choose);
          }}
        />
      </label>
      <Button variant="quiet" onClick={() => onChoose(false)}>
        No colour
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </Tray>
  );
}
