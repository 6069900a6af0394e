/** Asks the other side for an agreement, or for other terms of one that there is: nothing is agreed until it says yes. */
import { makeStyles } from '@fluentui/react-components';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { proposeAgreement, type Agreement } from '../../data/agreements.ts';
import {
  CLICKS,
  COMMISSION_KINDS,
  TOUR_RATES,
  typedTerms,
  typeTerms,
  type ReadTerms,
  type TypedTerms,
} from '../../domain/agreement-terms.ts';
import type { TeamOf } from '../../domain/team-roles.ts';
import { useSave } from '../../online/use-save.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { SelectField, TextField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitted } from '../../ui/form/submitted.ts';
import { MoneyField } from '../../ui/form/typed-fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/words/use-formats.ts';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  pair: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: '12px' },
});

export interface ProposalDialogProps {
  of: TeamOf;
  /** Whose terms shall be others; null asks somebody new. */
  agreement: Agreement | null;
  /** Of the company's prices, where that is known. */
  currency: string | null;
  /** Per cent that new ones begin with. */
  usual: number | null;
  onClose(): void;
}

export function ProposalDialog({ of, agreement, currency, usual, onClose }: ProposalDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const of_ = 'company' in of ? 'company' : 'organisation';
  const tours = agreement?.tours ?? [];
  const known = agreement?.proposed?.terms ?? agreement?.terms;
  const prices = agreement?.currency ?? currency;
  const form = useForm<TypedTerms, ReadTerms>({
    schema: typedTerms({ currency: prices ?? 'EUR', locale: intl.locale, withPartner: !agreement }),
    values: typeTerms(known ?? { kind: 'percent', percent: usual ?? 10, tours: [], click: 'last', windowDays: 30 }, {
      tours: tours.map(({ id }) => id),
      currency: prices ?? 'EUR',
      locale: intl.locale,
    }),
  });
  const saving = useSave({
    send: proposeAgreement,
    touches: [['company' in of ? of.company : of.organisation]],
  });
  const { result } = saving;
  const say = (id: 'percent' | 'amount' | 'tier.from' | 'kind' | 'whose' | 'window') =>
    intl.formatMessage({ id: `agreements.field.${id}` });
  const kind = form.watch('kind');
  const own = form.watch('tours');
  // Which one it is, from 1.
  const tiers = form.watch('tiers').map((_, at) => at + 1);

  async function send({ partner, terms }: ReadTerms): Promise<boolean> {
    const answer = await saving.save({ of, partner: agreement?.slug ?? partner, terms });
    if (answer.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'agreements.propose.done' }) });
    return answer.ok;
  }

  return (
    <FormProvider {...form}>
      <FormDialog
        title={
          agreement ? (
            <FormattedMessage id="agreements.change.title" values={{ name: agreement.with }} />
          ) : (
            <FormattedMessage id={`agreements.propose.${of_}`} />
          )
        }
        confirm={<FormattedMessage id="agreements.propose.confirm" />}
        onClose={onClose}
        onConfirm={() => submitted(form, send)}
      >
        <div className={styles.fields} data-first>
          {result && !result.ok && result.code !== 'refused' && <SaveFailed failure={result} />}
          {result && !result.ok && result.code === 'refused' && (
            <Message state="no" alert>
              <FormattedMessage
                id={result.refusal.status === 'not_found' ? `agreements.unknown.${of_}` : 'agreements.invalid'}
              />
            </Message>
          )}
          {!agreement && (
            <TextField<TypedTerms>
              name="partner"
              label={intl.formatMessage({ id: `agreements.field.partner.${of_}` })}
              hint={<FormattedMessage id={`agreements.field.partner.${of_}.hint`} />}
              required
            />
          )}
          <SelectField<TypedTerms>
            name="kind"
            label={say('kind')}
            options={COMMISSION_KINDS.filter((one) => one !== 'per_guest' || prices !== null).map((value) => ({
              value,
              label: intl.formatMessage({ id: `agreements.kind.${value}` }),
            }))}
          />
          {kind === 'percent' && <TextField<TypedTerms> name="percent" label={say('percent')} after="%" required />}
          {kind === 'per_guest' && (
            <MoneyField<TypedTerms> name="amount" label={say('amount')} currency={prices ?? 'EUR'} required />
          )}
          {kind === 'tiers' &&
            tiers.map((number) => (
              <div key={number} className={styles.pair}>
                {number === 1 ? (
                  <span>
                    <FormattedMessage id="agreements.tier.first" />
                  </span>
                ) : (
                  <TextField<TypedTerms> name={`tiers.${number - 1}.from`} label={say('tier.from')} input="whole" />
                )}
                <TextField<TypedTerms>
                  name={`tiers.${number - 1}.percent`}
                  label={say('percent')}
                  after="%"
                  required={number === 1}
                />
              </div>
            ))}
          <SelectField<TypedTerms>
            name="click"
            label={say('whose')}
            options={CLICKS.map((value) => ({
              value,
              label: intl.formatMessage({ id: `agreements.whose.${value}` }),
            }))}
          />
          <TextField<TypedTerms>
            name="windowDays"
            label={say('window')}
            hint={<FormattedMessage id="agreements.field.window.hint" />}
            input="whole"
            required
          />
          {tours.length > 0 && (
            <FormSection title="agreements.tours">
              {tours.map(({ id, titles }, at) => (
                <div key={id} className={styles.pair}>
                  <SelectField<TypedTerms>
                    name={`tours.${at}.kind`}
                    label={formats.text(titles)}
                    options={TOUR_RATES.map((value) => ({
                      value,
                      label: intl.formatMessage({ id: `agreements.kind.${value}` }),
                    }))}
                  />
                  {own[at]?.kind === 'percent' && (
                    <TextField<TypedTerms> name={`tours.${at}.percent`} label={say('percent')} after="%" required />
                  )}
                  {own[at]?.kind === 'per_guest' && (
                    <MoneyField<TypedTerms>
                      name={`tours.${at}.amount`}
                      label={say('amount')}
                      currency={prices ?? 'EUR'}
                      required
                    />
                  )}
                </div>
              ))}
            </FormSection>
          )}
          <Message state="neutral">
            <FormattedMessage
              id={agreement?.standing === 'active' ? 'agreements.change.until' : 'agreements.propose.until'}
            />
          </Message>
        </div>
      </FormDialog>
    </FormProvider>
  );
}
