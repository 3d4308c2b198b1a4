import { buttonClass } from '../../../ui/Button.tsx';
import { ArrowUpRightIcon } from '../../../ui/icons.tsx';
import styles from './Publish.module.css';

interface ViewOnSiteProps {
  /** Path of the public page. Use this component only for records that visitors can see. */
  path: string;
  /** Title of the row, if the link is in a list. The link is then an icon. */
  rowOf?: string;
}

/**
 * Link to the public page of a record. Opens in a new tab, so that a form that is being edited stays open
 * (docs/product.md §14).
 */
export function ViewOnSite({ path, rowOf }: ViewOnSiteProps) {
  const inRow = rowOf !== undefined;
  return (
    <a
      href={path}
      target="_blank"
      rel="noopener"
      className={inRow ? styles.view : buttonClass({ variant: 'quiet' })}
      {...(inRow && { 'aria-label': `View ${rowOf} on the site`, title: 'View on the site' })}
    >
      {!inRow && 'View on the site '}
      <ArrowUpRightIcon />
    </a>
  );
}
