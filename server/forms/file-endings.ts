/** File name endings by type, and back: a served file says the type that its bytes had when it came. */
export const mediaEndings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
};

/** Documents are what people send us about themselves: they are never served, and have an address of another kind. */
export const documentEndings: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

/** The ending of the names of files of this type; undefined for types that are not stored. */
export function endingOf(type: string): string | undefined {
  return mediaEndings[type] ?? documentEndings[type];
}
