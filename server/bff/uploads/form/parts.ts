/** A part of a form that passed the gate. Its bytes are in memory (short texts) or in a temporary file. */
export type Part = TextPart | FilePart;

export interface TextPart {
  kind: 'text';
  name: string;
  source: Buffer | string;
  size: number;
}

export interface FilePart {
  kind: 'file';
  name: string;
  /** As the browser sent it, without folders. */
  fileName: string;
  /** By signature; set once the file is whole. */
  type: string;
  source: string;
  size: number;
}
