/** Sets, changes or removes a partner's credit limit. */
import { makeStyles } from '@fluentui/react-components';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import { setAccountLimit } from '../../data/accounts.ts';
import type { Agreement } from '../../data/agreements.ts';
import { money } from '../../domain/fields.ts';
import type { Uuid } from '../../domain/ids.ts';
import { formatMoneyInput } from '../../domain/parse-money.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { SwitchField } from '../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { MoneyField } from '../../ui/form/parsed-fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

const schemaOf = (currency: string, locale: string) =>
  v.variant('has', [
    v.object({ has: v.literal(true), limit: money(currency, { free: true, locale }) }),
    v.object({ has: v.literal(false), limit: v.string() }),
  ]);
type LimitFormValues = { has: boolean; limit: string };
type LimitFormData = v.InferOutput<ReturnType<typeof schemaOf>>;

export interface LimitDialogProps {
  owner: Uuid;
  agreement: Agreement;
  onClose(): void;
}

export function LimitDialog({ owner, agreement, onClose }: LimitDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { id, account, currency, counterpart: name } = agreement;
  // A limit in a former currency of the company has to be entered again.
  const currentLimit = account?.currency === currency ? account : null;
  const form = useForm<LimitFormValues, LimitFormData>({
    schema: schemaOf(currency, intl.locale) as v.GenericSchema<LimitFormValues, LimitFormData>,
    values: {
      has: account !== null,
      limit: currentLimit ? formatMoneyInput(currentLimit.limit, { currency, locale: intl.locale }) : '',
    },
  });
  const has = form.watch('has');
  const saving = useMutation({ send: setAccountLimit, invalidates: [[owner]], invalidateOnRefusal: true });
  const { refusal, failure } = splitResult(saving.result);

  async function send(values: LimitFormData): Promise<boolean> {
    const saved = await saving.save({ agreement: id, limit: values.has ? values.limit : null, expected: account });
    if (saved.ok)
      void showToast({
        intent: 'success',
        text: intl.formatMessage({ id: values.has ? 'accounts.limit.saved' : 'accounts.limit.removed' }, { name }),
      });
    return saved.ok;
  }

  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id="accounts.limit.title" values={{ name }} />}
        confirm={<FormattedMessage id="accounts.limit.confirm" />}
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.fields} data-first>
          <SaveFailed result={failure} />
          {refusal && (
            <Message state="no" alert>
              <FormattedMessage id={`accounts.limit.${refusal.status}`} />
            </Message>
          )}
          <SwitchField<LimitFormValues> name="has" label={intl.formatMessage({ id: 'accounts.limit.has' }, { name })} />
          {has ? (
            <MoneyField<LimitFormValues>
              name="limit"
              label={intl.formatMessage({ id: 'accounts.limit' })}
              currency={currency}
              required
            />
          ) : null}
          <Message state="neutral">
            <FormattedMessage id={has ? 'accounts.limit.about' : 'accounts.limit.none'} values={{ name }} />
          </Message>
        </div>
      </FormDialog>
    </FormProvider>
  );
}
