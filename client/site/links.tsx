import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../ui/Button.tsx';
import { ArrowRightIcon } from '../ui/icons.tsx';

interface ButtonLinkProps extends ComponentProps<typeof Link> {
  variant?: 'primary' | 'quiet';
}

/** The link to the main action of a page, which looks like a large button. */
export function ButtonLink({ variant, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ size: 'large', variant })} />;
}

/** A link to more, with an arrow after its text. */
export function Onward({ children, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className="onward">
      {children} <ArrowRightIcon />
    </Link>
  );
}
