/** Creates a partner link: company, tour and name. */
import { makeStyles } from '@fluentui/react-components';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import { createReferralLink, type ReferralPartner } from '../../data/referrals.ts';
import { requiredText } from '../../domain/fields.ts';
import type { Uuid } from '../../domain/ids.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { SelectField, TextField } from '../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });
const SCHEMA = v.object({ name: requiredText(80), company: requiredText(40), tour: v.string() });
type LinkFormValues = v.InferInput<typeof SCHEMA>;

export interface LinkDialogProps {
  organisation: Uuid;
  /** Companies that links can be made for. */
  partners: readonly ReferralPartner[];
  onClose(): void;
}

function useCreateLink(organisation: Uuid, tours: ReferralPartner['tours']) {
  const intl = useIntl();
  const saving = useMutation({
    send: (values: LinkFormValues, link) =>
      createReferralLink({
        ...values,
        link,
        organisation,
        tour: tours.some(({ id }) => id === values.tour) ? values.tour : null,
      }),
    invalidates: [[organisation]],
  });

  async function send(values: LinkFormValues): Promise<boolean> {
    const saved = await saving.save(values);
    if (saved.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'referrals.new.done' }) });
    return saved.ok;
  }

  return { outcome: splitResult(saving.result), send };
}

export function LinkDialog({ organisation, partners, onClose }: LinkDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const form = useForm<LinkFormValues, LinkFormValues>({
    schema: SCHEMA,
    values: { name: '', company: partners[0]?.company ?? '', tour: '' },
  });
  const tours = partners.find(({ company }) => company === form.watch('company'))?.tours ?? [];
  const label = (id: 'name' | 'company' | 'tour') => intl.formatMessage({ id: `referrals.field.${id}` });

  const { outcome, send } = useCreateLink(organisation, tours);
  const { refusal, failure } = outcome;

  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id="referrals.new.title" />}
        confirm={<FormattedMessage id="referrals.new.confirm" />}
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.fields} data-first>
          <SaveFailed result={failure} />
          {refusal && (
            <Message state="no" alert>
              <FormattedMessage id={`referrals.new.${refusal.status}`} />
            </Message>
          )}
          <TextField<LinkFormValues>
            name="name"
            label={label('name')}
            hint={<FormattedMessage id="referrals.field.name.hint" />}
            required
          />
          <SelectField<LinkFormValues>
            name="company"
            label={label('company')}
            options={partners.map(({ company, name }) => ({ value: company, label: name }))}
          />
          <SelectField<LinkFormValues>
            name="tour"
            label={label('tour')}
            options={[
              { value: '', label: intl.formatMessage({ id: 'referrals.allTours' }) },
              ...tours.map(({ id, titles }) => ({ value: id, label: formats.text(titles) })),
            ]}
          />
        </div>
      </FormDialog>
    </FormProvider>
  );
}
