/** Form of one departure; saves its overrides first, then its guide. */
import { makeStyles } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
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
import { useSaveOverrides, type SaveFailure } from './use-save-overrides.ts';
import { ActionFailed } from '../../ui/form/save-failed.tsx';

const useStyles = makeStyles({ fields: { display: 'grid', gap: '16px' }, name: { margin: 0 } });

export interface DepartureOverridesProps {
  departure: DepartureToChange;
  context: ChangeContext;
  onChanged(): void;
  onClose(): void;
}

interface OverridesFormProps extends DepartureOverridesProps {
  read: OneDeparture;
  guides: PlannerData['guides'];
}

export function OverridesForm({ departure, context, read, guides, onChanged, onClose }: OverridesFormProps) {
  const styles = useStyles();
  const intl = useIntl();
  const currentUser = useCurrentUser();
  const currency = currentUser?.company?.currency ?? 'EUR';
  const maySell = currentUser?.can('COMPANY_ALL_ACCESS') ?? false;
  const { locale } = context.formats;
  const labels = useOverridesLabels();
  const schema = useMemo(() => overridesFormSchema(currency, locale), [currency, locale]);
  const typing = { prices: read.prices.map(({ priceCategoryId }) => priceCategoryId), currency, locale };
  const form = useForm<OverridesFormValues, OverridesFormData>({
    schema,
    values: toOverridesFormValues(read.overrides, typing),
  });
  const saving = useSaveOverrides(context.company, read);
  const leadId = leadOf(departure)?.userId ?? null;
  const [guide, setGuide] = useState<Uuid | null>(leadId);
  const [not, setNot] = useState<SaveFailure | null>(null);
  const guideName = guides.find(({ id }) => id === guide)?.name ?? '';
  const conflicts = not?.kind === 'conflicts' && not.guide === guide ? not.kinds : [];

  async function save(values: OverridesFormData): Promise<boolean> {
    setNot(null);
    const wrong = await saving.save({
      overrides: toDepartureOverrides(values),
      from: leadId,
      to: guide,
      ignoreConflicts: conflicts.length > 0,
    });
    // The overrides may be saved although the guide was refused.
    if (saving.hasSaved()) onChanged();
    if (wrong === null) {
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'departureOverrides.saved' }) });
      return true;
    }
    if (wrong.kind === 'invalid')
      for (const { field, code } of wrong.problems) form.setError(saving.fieldOf(field), { message: code });
    else setNot(wrong);
    return false;
  }

  return (
    <FormDialog
      title={<FormattedMessage id="departureOverrides.title" />}
      confirm={
        conflicts.length > 0 ? (
          <FormattedMessage id="departureOverrides.assignAnyway" values={{ name: guideName }} />
        ) : (
          <FormattedMessage id="form.save" />
        )
      }
      disabled={not?.kind === 'stale'}
      onClose={onClose}
      onConfirm={() => submitForm(form, save)}
    >
      <FormProvider {...form}>
        <div className={styles.fields}>
          <p className={styles.name}>{nameOf(departure, context)}</p>
          {not?.kind === 'failed' && (
            <ActionFailed failure={typeof not.why === 'string' ? intl.formatMessage({ id: not.why }) : not.why} />
          )}
          {not?.kind === 'stale' && (
            <ConflictChoice
              key={not.version}
              form={form}
              theirs={toOverridesFormValues(not.current, typing)}
              labels={labels}
              labelOf={(path) => {
                const of = read.prices.find(({ priceCategoryId }) => path === `prices.${priceCategoryId}.amount`);
                return of && intl.formatMessage({ id: CATEGORY_TEXTS[of.type] });
              }}
              show={(name, value) =>
                name.startsWith('prices.') && value !== ''
                  ? `${String(value)} ${currency}`
                  : name === 'language' && value !== ''
                    ? context.formats.languageName(String(value))
                    : undefined
              }
              onResolved={() => {
                saving.from(not.version);
                setNot(null);
              }}
            />
          )}
          <OverridesFields
            read={read}
            labels={labels}
            formats={context.formats}
            currency={currency}
            maySell={maySell}
          />
          <GuideField guides={guides} departure={departure} value={guide} onChange={setGuide} />
          {conflicts.length > 0 && (
            <Message
              state="attention"
              alert
              title={<FormattedMessage id="departureOverrides.conflicts" values={{ name: guideName }} />}
            >
              {conflicts.map((kind) => (
                <p key={kind} style={{ margin: 0 }}>
                  <FormattedMessage id={`calendar.conflict.${kind}`} values={{ name: guideName }} />
                </p>
              ))}
            </Message>
          )}
        </div>
      </FormProvider>
    </FormDialog>
  );
}
