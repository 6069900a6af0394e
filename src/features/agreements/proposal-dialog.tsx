/** Proposes an agreement, or new terms for an existing one. Takes effect when the other side accepts. */
import { makeStyles } from '@fluentui/react-components';
import { FormProvider, useFormContext } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { proposeAgreement, type Agreement } from '../../data/agreements.ts';
import {
  ATTRIBUTED_CLICKS,
  COMMISSION_KINDS,
  TOUR_RATES,
  termsFormSchema,
  toTermsFormValues,
  type TermsFormData,
  type TermsFormValues,
} from '../../domain/agreement-terms.ts';
import type { TeamOf } from '../../domain/team-roles.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { SelectField, TextField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { MoneyField } from '../../ui/form/parsed-fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  pair: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: '12px' },
});

function useTermLabel() {
  const intl = useIntl();
  return (id: 'percent' | 'amount' | 'tier.from' | 'kind' | 'attribution' | 'window') =>
    intl.formatMessage({ id: `agreements.field.${id}` });
}

export interface ProposalDialogProps {
  of: TeamOf;
  /** The agreement whose terms change; null for a new one. */
  agreement: Agreement | null;
  /** Currency of the company's prices, if known. */
  currency: string | null;
  /** Default commission of a new agreement, in per cent. */
  defaultCommission: number | null;
  onClose(): void;
}

function useTermsForm({
  agreement,
  currency,
  defaultCommission,
}: Pick<ProposalDialogProps, 'agreement' | 'currency' | 'defaultCommission'>) {
  const intl = useIntl();
  // Without a currency, amounts are not offered, so it does not matter in which one they would be parsed.
  const formatCurrency = currency ?? 'EUR';
  const previousTerms = agreement?.proposed?.terms ?? agreement?.terms;
  return useForm<TermsFormValues, TermsFormData>({
    schema: termsFormSchema({ currency: formatCurrency, locale: intl.locale, withPartner: !agreement }),
    values: toTermsFormValues(
      previousTerms ?? { kind: 'percent', percent: defaultCommission ?? 10, tours: [], click: 'last', windowDays: 30 },
      {
        tours: (agreement?.tours ?? []).map(({ id }) => id),
        currency: formatCurrency,
        locale: intl.locale,
      },
    ),
  });
}

export function ProposalDialog({ of, agreement, currency, defaultCommission, onClose }: ProposalDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const side = 'company' in of ? 'company' : 'organisation';
  const tours = agreement?.tours ?? [];
  const priceCurrency = agreement?.currency ?? currency;
  const form = useTermsForm({ agreement, currency: priceCurrency, defaultCommission });
  const owner = 'company' in of ? of.company : of.organisation;
  const saving = useMutation({ send: proposeAgreement, invalidates: [[owner]] });

  async function send({ partner, terms }: TermsFormData): Promise<boolean> {
    const saved = await saving.save({ of, partner: agreement?.slug ?? partner, terms });
    if (saved.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'agreements.propose.done' }) });
    return saved.ok;
  }

  return (
    <FormProvider {...form}>
      <FormDialog
        title={
          agreement ? (
            <FormattedMessage id="agreements.change.title" values={{ name: agreement.counterpart }} />
          ) : (
            <FormattedMessage id={`agreements.propose.${side}`} />
          )
        }
        confirm={<FormattedMessage id="agreements.propose.confirm" />}
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.fields} data-first>
          <ProposalFailed result={saving.result} of={side} />
          {!agreement && (
            <TextField<TermsFormValues>
              name="partner"
              label={intl.formatMessage({ id: `agreements.field.partner.${side}` })}
              hint={<FormattedMessage id={`agreements.field.partner.${side}.hint`} />}
              required
            />
          )}
          <CommissionFields currency={priceCurrency} />
          <AttributionFields />
          {tours.length > 0 && (
            <FormSection title="agreements.tours">
              {tours.map(({ id, titles }, at) => (
                <TourTerms key={id} at={at} title={formats.text(titles)} currency={priceCurrency} />
              ))}
            </FormSection>
          )}
          <Message state="neutral">
            <FormattedMessage
              id={agreement?.agreementStatus === 'active' ? 'agreements.change.until' : 'agreements.propose.until'}
            />
          </Message>
        </div>
      </FormDialog>
    </FormProvider>
  );
}

interface ProposalFailedProps {
  result: Awaited<ReturnType<typeof proposeAgreement>> | null;
  of: 'company' | 'organisation';
}

function ProposalFailed({ result, of }: ProposalFailedProps) {
  const { refusal, failure } = splitResult(result);
  if (!refusal) return <SaveFailed result={failure} />;
  return (
    <Message state="no" alert>
      <FormattedMessage id={refusal.status === 'not_found' ? `agreements.unknown.${of}` : 'agreements.invalid'} />
    </Message>
  );
}

interface TermsFieldsProps {
  /** Currency of the company's prices, if known. */
  currency: string | null;
}

function CommissionFields({ currency }: TermsFieldsProps) {
  const styles = useStyles();
  const label = useTermLabel();
  const intl = useIntl();
  const { watch } = useFormContext<TermsFormValues>();
  const kind = watch('kind');
  // Tier numbers from 1.
  const tiers = watch('tiers').map((_, at) => at + 1);
  return (
    <>
      <SelectField<TermsFormValues>
        name="kind"
        label={label('kind')}
        options={COMMISSION_KINDS.filter((kind) => kind !== 'per_guest' || currency !== null).map((value) => ({
          value,
          label: intl.formatMessage({ id: `agreements.kind.${value}` }),
        }))}
      />
      {kind === 'percent' && <TextField<TermsFormValues> name="percent" label={label('percent')} suffix="%" required />}
      {kind === 'per_guest' && (
        <MoneyField<TermsFormValues> name="amount" label={label('amount')} currency={currency ?? 'EUR'} required />
      )}
      {kind === 'tiers' &&
        tiers.map((number) => (
          <div key={number} className={styles.pair}>
            {number === 1 ? (
              <span>
                <FormattedMessage id="agreements.tier.first" />
              </span>
            ) : (
              <TextField<TermsFormValues> name={`tiers.${number - 1}.from`} label={label('tier.from')} isNumeric />
            )}
            <TextField<TermsFormValues>
              name={`tiers.${number - 1}.percent`}
              label={label('percent')}
              suffix="%"
              required={number === 1}
            />
          </div>
        ))}
    </>
  );
}

function AttributionFields() {
  const label = useTermLabel();
  const intl = useIntl();
  return (
    <>
      <SelectField<TermsFormValues>
        name="click"
        label={label('attribution')}
        options={ATTRIBUTED_CLICKS.map((value) => ({
          value,
          label: intl.formatMessage({ id: `agreements.attribution.${value}` }),
        }))}
      />
      <TextField<TermsFormValues>
        name="windowDays"
        label={label('window')}
        hint={<FormattedMessage id="agreements.field.window.hint" />}
        isNumeric
        required
      />
    </>
  );
}

/** The commission of one tour, where it differs. */
function TourTerms({ at, title, currency }: TermsFieldsProps & { at: number; title: string }) {
  const styles = useStyles();
  const label = useTermLabel();
  const intl = useIntl();
  const kind = useFormContext<TermsFormValues>().watch('tours')[at]?.kind;
  return (
    <div className={styles.pair}>
      <SelectField<TermsFormValues>
        name={`tours.${at}.kind`}
        label={title}
        options={TOUR_RATES.map((value) => ({
          value,
          label: intl.formatMessage({ id: `agreements.kind.${value}` }),
        }))}
      />
      {kind === 'percent' && (
        <TextField<TermsFormValues> name={`tours.${at}.percent`} label={label('percent')} suffix="%" required />
      )}
      {kind === 'per_guest' && (
        <MoneyField<TermsFormValues>
          name={`tours.${at}.amount`}
          label={label('amount')}
          currency={currency ?? 'EUR'}
          required
        />
      )}
    </div>
  );
}
