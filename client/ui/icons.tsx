import { icon } from './icon.tsx';

// The icons of the admin area are in a separate module, so that visitors do not load them.
export * from './work-icons.tsx';

export const MenuIcon = icon('MenuIcon', 'M3 5.5h14M3 10h14M3 14.5h9');
export const CloseIcon = icon('CloseIcon', 'M5 5l10 10M15 5L5 15');
export const ArrowLeftIcon = icon('ArrowLeftIcon', 'M16.5 10h-13M8.5 5l-5 5 5 5', 'turning');
export const ArrowRightIcon = icon('ArrowRightIcon', 'M3.5 10h13M11.5 5l5 5-5 5', 'turning');
export const ArrowUpRightIcon = icon('ArrowUpRightIcon', 'M5.5 14.5l9-9M7 5.5h7.5V13', 'turning');
export const ChevronLeftIcon = icon('ChevronLeftIcon', 'M12 5l-5 5 5 5', 'turning');
export const ChevronRightIcon = icon('ChevronRightIcon', 'M8 5l5 5-5 5', 'turning');
export const PlusIcon = icon('PlusIcon', 'M10 4v12M4 10h12');
export const EditIcon = icon('EditIcon', 'M4 16l.8-3.6L13 4.2l2.8 2.8-8.2 8.2L4 16zM11 6.2l2.8 2.8');
export const TrashIcon = icon(
  'TrashIcon',
  'M4 6h12M8 6V3.5h4V6M5.5 6l.7 10.5h7.6L14.5 6M8.5 9v4.5M11.5 9v4.5',
);
export const EyeIcon = icon(
  'EyeIcon',
  'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10zM10 7.6a2.4 2.4 0 100 4.8 2.4 2.4 0 000-4.8z',
);
export const EyeOffIcon = icon(
  'EyeOffIcon',
  'M3 3l14 14M5.5 6C3.3 7.6 2 10 2 10s3 5.5 8 5.5c1.5 0 2.8-.5 4-1.1M8.3 4.7c.5-.1 1.1-.2 1.7-.2 5 0 8 5.5 8 5.5s-.6 1.2-1.8 2.5',
);
export const LogoutIcon = icon('LogoutIcon', 'M8 3.5H3.5v13H8M8 10h8.5M13 6.5l3.5 3.5-3.5 3.5');
export const AlertIcon = icon('AlertIcon', 'M10 3L2.5 16.5h15L10 3zM10 8v4M10 14.2v.1');
export const ImageIcon = icon('ImageIcon', 'M3 4h14v12H3V4zM3 13.5l4-4 3.5 3.5 2.5-2.5 4 4M13 7.5v.1');
export const JobsIcon = icon('JobsIcon', 'M2.5 6.5h15v10h-15v-10zM7 6.5v-3h6v3M2.5 11h15');
export const ApplicantsIcon = icon(
  'ApplicantsIcon',
  'M4 2.5h8.5L16 6v11.5H4v-15zM7.5 9a2.5 2.5 0 015 0c0 1.4-1.1 2.5-2.5 2.5S7.5 10.4 7.5 9zM6.5 15c.8-1.5 2-2 3.5-2s2.7.5 3.5 2',
);
export const SiteIcon = icon('SiteIcon', 'M2.5 3.5h15v13h-15v-13zM2.5 7.5h15M7.5 7.5v9');
export const PortfolioIcon = icon(
  'PortfolioIcon',
  'M3 3h6v6H3V3zM11 3h6v6h-6V3zM3 11h6v6H3v-6zM11 14h6M14 11v6',
);
export const TeamIcon = icon(
  'TeamIcon',
  'M7 9.5a2.8 2.8 0 100-5.6 2.8 2.8 0 000 5.6zM2 16.5c.3-3 2-4.5 5-4.5s4.7 1.5 5 4.5M13 4.2a2.8 2.8 0 010 5.1M14.5 12.3c2.1.5 3.3 1.9 3.5 4.2',
);
export const BlogsIcon = icon('BlogsIcon', 'M4 3h12v14H4V3zM7 7h6M7 10h6M7 13h3.5');
