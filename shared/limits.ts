/**
 * Lengths, counts, sizes and accepted types. The schemas, the upload gate, the editor and the hints in forms all read
 * them here, so that people read the limit that is applied. Sizes in bytes are defaults: the environment of
 * docs/configuration.md can change them on a server.
 */
export const KIB = 1024;
export const MIB = 1024 * KIB;

export const limits = {
  title: 255,
  summary: 600,
  email: 254,
  password: 1024,
  passwordMin: 10,
  url: 2048,
  order: 1_000_000,
  openings: 999,
  salary: 1_000_000_000,
  pageSize: 10,
  /** How many projects the list of all work has, and on one page of it. */
  workListed: 500,
  workPage: 24,
  pageSizeMost: 100,
  page: 1_000_000,
  categoryLogos: 12,
  projectImages: 12,
  client: 120,
  firstYear: 1900,
  lastYear: 2100,
  services: 8,
  service: 60,
  result: 160,
  quote: 400,
  quoteBy: 120,
  credits: 30,
  creditRole: 60,
  creditName: 120,
  figures: 4,
  figureValue: 12,
  figureLabel: 40,
  imageSidePixels: 12_000,
  imagePixels: 80_000_000,
  imageStoreBytes: 256 * MIB,
  foreignMediaBytes: 1024 * MIB,
  fileNameBytes: 255,
  /**
   * JSON bodies: those of most calls, of calls outside of the contract, of a job (whose text has no images) or a draft
   * behind a preview link, and of a whole site with the texts of its pages.
   * The values and the nesting of one body are limited too, because many values cost far more time than long texts.
   */
  jsonBody: 128 * KIB,
  unlistedBody: 1 * MIB,
  jobBody: 4 * MIB,
  siteBody: 4 * MIB,
  jsonValues: 20_000,
  jsonDepth: 64,
  trashDays: 30,
  activityDays: 400,
  activityAddressDays: 30,
  activityPage: 50,
  redirects: 20_000,
  redirectAddress: 1_000,
  redirectFile: 4 * MIB,
  versionsKept: 50,
  versionDays: 400,
  versionsAtMost: 500,
  excerpt: 300,
  searchTitle: 120,
  searchDescription: 320,
  listShown: 200,
  bio: 2_000,
  message: 5_000,
  savedAnswers: 100,
  otherApplications: 50,
  accountDeletionDays: 30,
  reorderIds: 1_000,
  shortText: 8 * KIB,
  longText: 64 * KIB,
  coverLetter: 10_000,
  submissions: 50,
  note: 5_000,
  rating: 5,
  bulkIds: 500,
  retentionYears: 5,
  formMinSeconds: 3,
  /** Forms of one mailbox from one address, and all forms from one address, which many people may share. */
  formsPerHour: 5,
  formsPerAddressPerHour: 30,
  refusedFormsPerHour: 60,
  idempotencyDays: 30,
  intakeItems: 5_000,
  intakeBytes: 1024 * MIB,
  retentionMonths: 6,
  search: 100,
  line: 255,
  alt: 300,
  pictureUses: 200,
  phone: 30,
  imageBytes: 10 * MIB,
  videoBytes: 200 * MIB,
  documentBytes: 5 * MIB,
  captionsBytes: 512 * KIB,
  richTextBytes: 25 * MIB,
  /**
   * `shownText`: the longest rich text that a page shows whole, in characters without inline images. A longer text is
   * cut to `shownBeginning` characters.
   */
  shownText: 1 * MIB,
  shownBeginning: 64 * KIB,
  filesPerRequest: 20,
  uploadsAtOnce: 8,
} as const;

export type FileKind = 'image' | 'video' | 'captions' | 'document';

/**
 * Aspect ratio (width to height) in which a team member's photo is cropped and shown, and its longest side in pixels
 * after cropping.
 */
export const teamPhoto = { width: 4, height: 5, longestSide: 1600 } as const;

/**
 * Accepted types, detected from the first bytes of the file, never from its name. SVG is not accepted: it can carry
 * scripts.
 */
export const acceptedTypes: Record<FileKind, readonly string[]> = {
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  video: ['video/mp4', 'video/webm', 'video/quicktime'],
  captions: ['text/vtt'],
  document: [
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
};

/** The accepted types as people read them. */
export const acceptedNames: Record<FileKind, string> = {
  image: 'JPEG, PNG, WebP, GIF, AVIF',
  video: 'MP4, WebM, MOV',
  captions: 'WebVTT',
  document: 'PDF, DOC, DOCX',
};

/**
 * Formats bytes for people: 10485760 → "10 MB". A KB has 1024 bytes, as in the limits with which people compare
 * sizes.
 */
export function readableBytes(bytes: number) {
  if (bytes >= MIB) return `${Math.round((bytes / MIB) * 10) / 10} MB`;
  if (bytes >= KIB) return `${Math.round((bytes / KIB) * 10) / 10} KB`;
  return `${bytes} bytes`;
}
