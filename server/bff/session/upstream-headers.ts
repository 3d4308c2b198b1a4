import type { Request, Response } from 'express';
import { requestIdOf } from '../../http/request-id.ts';
export function sessionCallHeaders(
  req: Request,
  res: Response,
  more: Record<string, string>,
): Record<string, string> {
  return {
    accept: 'application/json',
    'user-agent': req.get('user-agent') ?? '',
    'x-request-id': requestIdOf(res),
    'x-forwarded-for': req.ip ?? '',
    'x-forwarded-proto': req.protocol,
    'x-forwarded-host': req.host ?? '',
    ...more,
  };
}
