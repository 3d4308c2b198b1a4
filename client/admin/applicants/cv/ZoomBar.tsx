import { IconButton } from '../../../ui/IconButton.tsx';
import { MinusIcon, PlusIcon } from '../../../ui/icons.tsx';
import styles from './CvReader.module.css';

interface ZoomBarProps {
  /** By how much the pages are wider than their place: 1 fits. */
  zoom: number;
  pages: number;
  onZoom: (zoom: number) => void;
}

const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

export function ZoomBar({ zoom, pages, onZoom }: ZoomBarProps) {
  const at = steps.indexOf(zoom);
  const step = (to: number) => {
    const next = steps[to];
    return next === undefined ? undefined : () => onZoom(next);
  };
  return (
    <div className={styles.bar}>
      <span className={styles.count}>{pages === 1 ? '1 page' : `${pages} pages`}</span>
      <fieldset className={styles.zoom} aria-label="Size of the pages">
        <IconButton label="Smaller" disabled={at <= 0} onClick={step(at - 1)}>
          <MinusIcon />
        </IconButton>
        <button type="button" className={styles.fit} aria-pressed={zoom === 1} onClick={() => onZoom(1)}>
          {zoom === 1 ? 'Fit to width' : `${zoom * 100}%, fit to width`}
        </button>
        <IconButton label="Larger" disabled={at === steps.length - 1} onClick={step(at + 1)}>
          <PlusIcon />
        </IconButton>
      </fieldset>
    </div>
  );
}
