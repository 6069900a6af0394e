/** Form of one departure; saves its overrides first, then its guide. */
import { makeStyles } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConflictKind } from '../../domain/assignment.ts';
import type { PlannerData } from '../../data/guides.ts';
import type { OneDeparture } from '../../data/departures.ts';
import { leadOf } from '../../domain/calendar.ts';
import type { Uuid } from '../../domain/ids.ts';
import {
  toDepartureOverrides,
  overridesFormSchema,
  toOverridesFormValues,
  type OverridesFormData,
  type OverridesFormValues,
} from '../../domain/date-forms.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { CATEGORY_TEXTS } from '../../ui/format/category-texts.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { ConflictChoice } from '../../ui/form/conflict-choice.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import type { DepartureToChange, ChangeContext } from '../departure-changes/departure-change.ts';
import { nameOf } from '../departure-changes/departure-lines.tsx';
import { GuideField, OverridesFields } from './overrides-fields.tsx';
import { useOverridesLabels } from './use-overrides-labels.ts';
import { useSaveOverrides, type SaveFailure, type ToSave } from './use-save-overrides.ts';
import { ActionFailed } from '../../ui/form/save-failed.tsx';

const useStyles = makeStyles({ fields: { display: 'grid', gap: '16px' }, name: { margin: 0 } });

export interface DepartureOverridesProps {
  departure: DepartureToChange;
  context: ChangeContext;
  onChanged(): void;
  onClose(): void;
}

interface OverridesFormProps extends DepartureOverridesProps {
  loaded: OneDeparture;
  guides: PlannerData['guides'];
}

function useOverridesForm(loaded: OneDeparture, currency: string, locale: string) {
  const schema = useMemo(() => overridesFormSchema(currency, locale), [currency, locale]);
  /** What formatting the overrides as form values needs. */
  const valueFormat = { prices: loaded.prices.map(({ priceCategoryId }) => priceCategoryId), currency, locale };
  const form = useForm<OverridesFormValues, OverridesFormData>({
    schema,
    values: toOverridesFormValues(loaded.overrides, valueFormat),
  });
  return { form, valueFormat };
}

interface SaveTarget {
  company: Uuid;
  loaded: OneDeparture;
  onChanged(): void;
}

/** Saves the form. `failure` is what stopped the last attempt, and `rebase` continues on a later version. */
function useFormSave(form: ReturnType<typeof useOverridesForm>['form'], { company, loaded, onChanged }: SaveTarget) {
  const intl = useIntl();
  const saving = useSaveOverrides(company, loaded);
  const [failure, setFailure] = useState<SaveFailure | null>(null);

  async function save(toSave: ToSave): Promise<boolean> {
    setFailure(null);
    const problem = await saving.save(toSave);
    // The overrides may be saved although the guide was refused.
    if (saving.hasSaved()) onChanged();
    if (problem === null) {
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'departureOverrides.saved' }) });
      return true;
    }
    if (problem.kind === 'invalid')
      for (const { field, code } of problem.problems) form.setError(saving.fieldOf(field), { message: code });
    else setFailure(problem);
    return false;
  }

  function rebase(version: number): void {
    saving.rebase(version);
    setFailure(null);
  }

  return { failure, save, rebase };
}

function SaveStopped({ why }: Pick<Extract<SaveFailure, { kind: 'failed' }>, 'why'>) {
  const intl = useIntl();
  return <ActionFailed failure={typeof why === 'string' ? intl.formatMessage({ id: why }) : why} />;
}

export function OverridesForm({ departure, context, loaded, guides, onChanged, onClose }: OverridesFormProps) {
  const styles = useStyles();
  const currentUser = useCurrentUser();
  const currency = currentUser?.company?.currency ?? 'EUR';
  const maySell = currentUser?.can('COMPANY_ALL_ACCESS') ?? false;
  const { form, valueFormat } = useOverridesForm(loaded, currency, context.formats.locale);
  const { failure, save, rebase } = useFormSave(form, { company: context.company, loaded, onChanged });
  const leadId = leadOf(departure)?.userId ?? null;
  const [guide, setGuide] = useState<Uuid | null>(leadId);
  const guideName = guides.find(({ id }) => id === guide)?.name ?? '';
  const conflicts = failure?.kind === 'conflicts' && failure.guide === guide ? failure.kinds : [];

  const send = (values: OverridesFormData) =>
    save({
      overrides: toDepartureOverrides(values),
      from: leadId,
      to: guide,
      ignoreConflicts: conflicts.length > 0,
    });

  return (
    <FormDialog
      title={<FormattedMessage id="departureOverrides.title" />}
      confirm={
        <FormattedMessage
          id={conflicts.length > 0 ? 'departureOverrides.assignAnyway' : 'form.save'}
          values={{ name: guideName }}
        />
      }
      disabled={failure?.kind === 'stale'}
      onClose={onClose}
      onConfirm={() => submitForm(form, send)}
    >
      <FormProvider {...form}>
        <div className={styles.fields}>
          <p className={styles.name}>{nameOf(departure, context)}</p>
          {failure?.kind === 'failed' && <SaveStopped why={failure.why} />}
          {failure?.kind === 'stale' && (
            <OverridesConflict
              key={failure.version}
              form={form}
              stale={failure}
              loaded={loaded}
              valueFormat={valueFormat}
              formats={context.formats}
              onResolved={() => rebase(failure.version)}
            />
          )}
          <OverridesFields loaded={loaded} formats={context.formats} currency={currency} maySell={maySell} />
          <GuideField guides={guides} departure={departure} value={guide} onChange={setGuide} />
          {conflicts.length > 0 && <GuideConflicts kinds={conflicts} guide={guideName} />}
        </div>
      </FormProvider>
    </FormDialog>
  );
}

interface OverridesConflictProps extends ReturnType<typeof useOverridesForm> {
  stale: Extract<SaveFailure, { kind: 'stale' }>;
  loaded: OneDeparture;
  formats: ChangeContext['formats'];
  onResolved(): void;
}

/** Lets the person choose between their own input and what someone else has saved. */
function OverridesConflict({ form, valueFormat, stale, loaded, formats, onResolved }: OverridesConflictProps) {
  const intl = useIntl();
  const labels = useOverridesLabels();
  return (
    <ConflictChoice
      form={form}
      theirs={toOverridesFormValues(stale.current, valueFormat)}
      labels={labels}
      // Prices are merged by category, so their paths hold its id, unlike the names of their fields.
      labelOf={(path) => {
        const category = loaded.prices.find(({ priceCategoryId }) => path === `prices.${priceCategoryId}.amount`);
        return category && intl.formatMessage({ id: CATEGORY_TEXTS[category.type] });
      }}
      show={(name, value) =>
        name.startsWith('prices.') && value !== ''
          ? `${String(value)} ${valueFormat.currency}`
          : name === 'language' && value !== ''
            ? formats.languageName(String(value))
            : undefined
      }
      onResolved={onResolved}
    />
  );
}

function GuideConflicts({ kinds, guide }: { kinds: readonly ConflictKind[]; guide: string }) {
  return (
    <Message
      state="attention"
      alert
      title={<FormattedMessage id="departureOverrides.conflicts" values={{ name: guide }} />}
    >
      {kinds.map((kind) => (
        <p key={kind} style={{ margin: 0 }}>
          <FormattedMessage id={`calendar.conflict.${kind}`} values={{ name: guide }} />
        </p>
      ))}
    </Message>
  );
}
