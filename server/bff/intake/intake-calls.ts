import type { RequestHandler } from 'express';
import { contract } from '#shared/contract/index.ts';
import { AppError } from '../../errors.ts';

/** The calls about forms that wait for the API host, by the names of their rows. */
export function intakeCalls(): [name: string, handler: RequestHandler][] {
  const notFound: RequestHandler = () => {
    throw new AppError('intake.notFound', 404);
  };
  return [
    [
      contract.intake.name,
      (_req, res) => {
        res.json({ status: 1, data: { data: [], current_page: 1, last_page: 1, per_page: 20, total: 0 } });
      },
    ],
    [contract.sendIntakeItem.name, notFound],
    [contract.deleteIntakeItem.name, notFound],
    [contract.downloadIntakeFile.name, notFound],
  ];
}
