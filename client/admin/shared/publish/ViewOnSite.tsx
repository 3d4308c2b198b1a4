import { buttonClass } from '../../../ui/Button.tsx';
import { ArrowUpRightIcon } from '../../../ui/icons.tsx';
import styles from './Publish.module.css';

interface ViewOnSiteProps {
  /** The address of the public page. Only of what visitors can see. */
  path: string;
  /** In a row of a list: what it is a row of. The link is then an icon. */
  rowOf?: string;
}

/** The public page of a thing, in a tab of its own: a form that is open stays (docs/product.md §14). */
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
