import { sampleRemovalSchema, sampleStatusSchema } from '../../schemas/sample.ts';
import { defineRows } from '../row.ts';

/** Calls about the sample content of the embedded engine (docs/operations.md "Sample content"). */
export const sampleRows = defineRows({ answeredBy: 'host' })({
  getSample: {
    method: 'GET',
    path: '/api/getSample',
    access: 'admin',
    needs: 'site',
    origin: 'extension',
    probed: true,
    summary:
      'How many rows of sample content are left unchanged, and how many of the company’s own there are',
    without: 'sample content is not spoken of: only the embedded engine has any',
    data: sampleStatusSchema,
  },
  removeSample: {
    method: 'POST',
    path: '/api/removeSample',
    access: 'admin',
    needs: 'site',
    origin: 'extension',
    summary:
      'Erase the sample content for good; rows that people changed, or to which other content belongs, stay',
    log: 'removed the sample content',
    without: 'there is no sample content to remove',
    data: sampleRemovalSchema,
  },
});
