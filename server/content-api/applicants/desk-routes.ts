import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import type { Handlers } from '../calls.ts';
import { findJob } from '../jobs/repository.ts';
import { hiddenStages, otherApplications, setHiddenStages } from './desk-repository.ts';
import { findApplicant } from './repository.ts';

/** Calls for the other applications of a person, and for the hidden stages of a job's board (docs/product.md §20). */
export function applicantDeskHandlers(db: Db): Handlers {
  const readOnly = () => db.transaction().setAccessMode('read only');
  return {
    async getOtherApplications(call) {
      const data = await readOnly().execute(async (tx) => {
        const applicant = await findApplicant(tx, call.id);
        assertThat(applicant, 'applicant.notFound', 404);
        return otherApplications(tx, applicant);
      });
      return { data };
    },
    async getHiddenStages(call) {
      const hidden = await readOnly().execute(async (tx) => {
        assertThat(await findJob(tx, call.id), 'job.notFound', 404);
        return hiddenStages(tx, call.id);
      });
      return { data: { hidden } };
    },
    async setHiddenStages(call) {
      const { hidden } = await call.body();
      await db.transaction().execute(async (tx) => {
        assertThat(await findJob(tx, call.id), 'job.notFound', 404);
        await setHiddenStages(tx, call.id, hidden);
      });
      return { data: { hidden }, message: 'desk.stagesSaved' };
    },
  };
}
