import { isWideLogo } from '#shared/site/logo-shape.ts';
import { useSite } from '../site-info.ts';
import { useDarkMedia } from './theme.ts';
import styles from './Wordmark.module.css';
import { NameText } from './WrittenText.tsx';

/**
 * The company's logo, its name, or both, as configured. The browser chooses the logo of the theme. A link that
 * contains only a `Wordmark` needs its own accessible name.
 */
export function Wordmark() {
  const { name, short_name, brand } = useSite();
  const { logo, logo_dark, logo_with_name } = brand;
  const darkMedia = useDarkMedia();
  return (
    <span className={styles.wordmark}>
      {logo && (
        <picture className={styles.logo}>
          {logo_dark && darkMedia && (
            <source
              media={darkMedia}
              srcSet={logo_dark.src}
              width={logo_dark.width}
              height={logo_dark.height}
            />
          )}
          <img
            // A wide logo would be tiny in the square of a symbol.
            className={logo_with_name && !isWideLogo(logo) ? styles.sign : undefined}
            src={logo.src}
            width={logo.width}
            height={logo.height}
            alt={logo_with_name ? '' : name}
          />
        </picture>
      )}
      {(!logo || logo_with_name) && <NameText>{short_name}</NameText>}
    </span>
  );
}
