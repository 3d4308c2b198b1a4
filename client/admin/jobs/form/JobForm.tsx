import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { messages } from '#shared/messages.ts';
import type { JobStatus } from '#shared/schemas/job.ts';
import { FormDialogBody } from '../../../forms/FormDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { PreviewPane } from '../preview/PreviewPane.tsx';
import type { StoredFacts } from '../preview/preview-job.ts';
import { BasicsSection } from './BasicsSection.tsx';
import { DescriptionSection } from './DescriptionSection.tsx';
import styles from './JobForm.module.css';
import { type FormView, useFormViews, ViewSwitch } from './JobViews.tsx';
import { PaySection } from './PaySection.tsx';
import { PlaceSection } from './PlaceSection.tsx';
import { PublishingSection } from './PublishingSection.tsx';
import { type JobFormOptions, useJobForm } from './use-job-form.ts';
import { useSuggestions } from './use-suggestions.ts';

interface JobFormProps extends JobFormOptions {
  /** What the preview says of a job that is there already. */
  facts?: StoredFacts | undefined;
}

const currencies = ['PKR', 'USD', 'EUR', 'GBP', 'AED', 'SAR'];

/** The form of a job in its sections, with the posting that it makes beside it, or on a tab where there is no room. */
export function JobForm({ facts, ...options }: JobFormProps) {
  const state = useJobForm(options);
  const { form, busy } = state;
  const { departments, cities } = useSuggestions();
  const lists = useId();
  const [view, setView] = useState<FormView>('form');
  const views = useFormViews(view);
  const status = useWatch({ control: form.control, name: 'status' });
  const isNew = options.id === undefined;
  const section = { form, busy };
  const viewSwitch = <ViewSwitch view={view} onChange={setView} wide={views.wide} />;
  const fields = useRef<HTMLDivElement>(null);

  /** A field that is wrong takes the focus, so the fields have to be in sight before they are judged. */
  const showFields = () => flushSync(() => setView('form'));
  const inSight: typeof state = {
    ...state,
    submit: (event) => {
      showFields();
      return state.submit(event);
    },
  };

  const publish = () => {
    form.setValue('status', 'open', { shouldDirty: true });
    // As a person's own submit: the editor passes its last words on then.
    fields.current?.closest('form')?.requestSubmit();
  };

  return (
    <FormDialogBody
      state={inSight}
      submitLabel={submitLabel(status, options.stored.status)}
      busyLabel={messages[isNew ? 'busy.creating' : 'busy.editing']}
      actions={
        status === 'draft' && (
          <Button variant="quiet" disabled={busy} onClick={publish}>
            Publish
          </Button>
        )
      }
    >
      {!views.wide && viewSwitch}
      <div className={classNames(styles.columns, styles.wide)}>
        <div ref={fields} className={styles.fields} hidden={!views.fields}>
          <BasicsSection {...section} departments={`${lists}-departments`} />
          <PlaceSection {...section} cities={`${lists}-cities`} />
          <PaySection {...section} currencies={`${lists}-currencies`} />
          <DescriptionSection {...section} />
          <PublishingSection {...section} isNew={isNew} />
        </div>
        {views.preview && (
          <div className={styles.aside}>
            {views.wide && viewSwitch}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
            <section className={styles.preview} aria-label="Preview" tabIndex={0}>
              <PreviewPane control={form.control} stored={facts} kind={views.preview} />
            </section>
          </div>
        )}
      </div>
      <DataList id={`${lists}-departments`} words={departments} />
      <DataList id={`${lists}-cities`} words={cities} />
      <DataList id={`${lists}-currencies`} words={currencies} />
    </FormDialogBody>
  );
}

/** What the one button that submits does to the job. */
function submitLabel(status: JobStatus, before: JobStatus): string {
  if (status === 'open' && before !== 'open') return 'Publish';
  return status === 'draft' ? 'Save draft' : 'Save changes';
}

function DataList({ id, words }: { id: string; words: readonly string[] }) {
  return (
    <datalist id={id}>
      {words.map((word) => (
        <option key={word} value={word} />
      ))}
    </datalist>
  );
}
