import { icon } from './icon.tsx';

export const MoreIcon = icon(
  'MoreIcon',
  'M8.7 4a1.3 1.3 0 102.6 0 1.3 1.3 0 10-2.6 0zM8.7 10a1.3 1.3 0 102.6 0 1.3 1.3 0 10-2.6 0zM8.7 16a1.3 1.3 0 102.6 0 1.3 1.3 0 10-2.6 0z',
  'filled',
);
export const GripIcon = icon('GripIcon', 'M7 4.5v.1M7 10v.1M7 15.5v.1M13 4.5v.1M13 10v.1M13 15.5v.1');
export const ChevronUpIcon = icon('ChevronUpIcon', 'M5 12l5-5 5 5');
export const ChevronDownIcon = icon('ChevronDownIcon', 'M5 8l5 5 5-5');
export const SearchIcon = icon('SearchIcon', 'M8.5 3.5a5 5 0 100 10 5 5 0 000-10zM12.5 12.5L17 17');
export const CopyIcon = icon('CopyIcon', 'M7 7h9.5v9.5H7V7zM13 7V3.5H3.5V13H7');
export const MailIcon = icon('MailIcon', 'M2.5 4.5h15v11h-15v-11zM3 5l7 6 7-6');
export const DownloadIcon = icon('DownloadIcon', 'M10 3v9.5M6 8.8l4 4 4-4M3.5 16.5h13');
const star = 'M10 2.5l2.2 4.9 5.3.6-4 3.6 1.1 5.3-4.6-2.7-4.6 2.7 1.1-5.3-4-3.6 5.3-.6L10 2.5z';
export const StarIcon = icon('StarIcon', star);
export const StarFilledIcon = icon('StarFilledIcon', star, 'filled');
export const UndoIcon = icon('UndoIcon', 'M7 3.5L3 7.5l4 4M3.5 7.5h8.2a4.5 4.5 0 010 9H7');
export const FilterIcon = icon('FilterIcon', 'M3 5h14M5.5 10h9M8.5 15h3');
export const BoardIcon = icon(
  'BoardIcon',
  'M3 3.5h3.5v13H3v-13zM8.3 3.5h3.4v8.5H8.3V3.5zM13.5 3.5H17v10.5h-3.5V3.5z',
);
export const ListIcon = icon('ListIcon', 'M7 5h10M7 10h10M7 15h10M3.3 5v.1M3.3 10v.1M3.3 15v.1');
export const CheckIcon = icon('CheckIcon', 'M4 10.5l4 4 8-9');
export const ArchiveIcon = icon('ArchiveIcon', 'M3 3.5h14v4H3v-4zM4.2 7.5v9h11.6v-9M8 11h4');
export const ExternalIcon = icon('ExternalIcon', 'M8.5 4H3.5v12.5H16V11.5M11.5 3.5H16.5V8.5M16 4l-7 7');
export const DocumentIcon = icon('DocumentIcon', 'M4 2.5h8L16 6.5v11H4v-15zM11.5 3v4H16M7 10.5h6M7 13.5h4');
export const ClockIcon = icon('ClockIcon', 'M10 2.8a7.2 7.2 0 100 14.4 7.2 7.2 0 000-14.4zM10 6v4.2l3 1.8');
export const InboxIcon = icon('InboxIcon', 'M3 11.5L5 4h10l2 7.5v5H3v-5zM3 11.5h4l1.2 2.3h3.6l1.2-2.3h4');
export const SettingsIcon = icon(
  'SettingsIcon',
  'M3 6h8M15 6h2M3 14h2M9 14h8M11 4h3.5v4H11V4zM5.5 12H9v4H5.5v-4z',
);
export const CropIcon = icon('CropIcon', 'M6 2.5v11.5h11.5M2.5 6H14v11.5');
export const MinusIcon = icon('MinusIcon', 'M4 10h12');
export const UserIcon = icon(
  'UserIcon',
  'M10 3.2a3.3 3.3 0 100 6.6 3.3 3.3 0 000-6.6zM3.5 17c.5-3.6 3-5.5 6.5-5.5s6 1.9 6.5 5.5',
);
export const RedirectIcon = icon('RedirectIcon', 'M3.5 16.5v-4a4 4 0 014-4h9M12.5 4.5l4 4-4 4');
export const KeyIcon = icon(
  'KeyIcon',
  'M7 9.2a3.3 3.3 0 100 6.6 3.3 3.3 0 000-6.6zM9.4 10.2L16.5 3M13 6.5l2.5 2.5',
);
