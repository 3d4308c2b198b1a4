import type { Message } from '#shared/schemas/message.ts';
import type { MessageRow } from './repository.ts';

export function presentMessage({ deleted_at: _deleted, ...row }: MessageRow): Message {
  return row;
}
