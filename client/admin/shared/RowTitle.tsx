import type { CallName } from '#shared/contract/index.ts';
import { languageOf } from '#shared/text-direction.ts';
import { classNames } from '../../ui/class-names.ts';
import { useMay } from './rights.ts';
import rows from './rows.module.css';

interface RowTitleProps {
  /** The call that saves the form of the row's record. */
  call: CallName;
  title: string;
  className: string | undefined;
  onOpen: () => void;
}

/** The title of a row. If the role may save the record, the title is a button that opens its form. */
export function RowTitle({ call, title, className, onOpen }: RowTitleProps) {
  const words = {
    className: classNames('clampedName', rows.opener, className),
    dir: 'auto',
    lang: languageOf(title),
    children: title,
  };
  return useMay()(call) ? <button type="button" {...words} onClick={onOpen} /> : <span {...words} />;
}
