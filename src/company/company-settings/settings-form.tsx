import { makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Ahead, ReadSettings, SaveRefusal, SaveSettings } from '../../data/company-settings.ts';
import { companySettings, type CompanySettings, type TypedSettings } from '../../domain/company-settings.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Saving } from '../../online/use-save.ts';
import { DraftOffer } from '../../parts/draft-offer.tsx';
import { useFormDraft } from '../../parts/use-form-draft.ts';
import { session } from '../../session/session.ts';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FormFrame } from '../../ui/form/form.tsx';
import { StaleChoice } from '../../ui/form/stale-choice.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { showToast } from '../../ui/toasts.ts';
import { RULE_TEXTS, SettingsFields } from './settings-fields.tsx';
import { TicketKeysSection } from './ticket-keys.tsx';
import { typedSettings } from './typed-settings.ts';
import { useSettingsLabels } from './use-settings-labels.ts';
import { ConsequencesOf } from './zone-and-currency.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '24px', maxWidth: '720px' },
});

export interface SettingsFormProps {
  company: Uuid;
  read: ReadSettings;
  saving: Saving<SaveSettings, { version: number }, SaveRefusal>;
}

export function SettingsForm({ company, read, saving }: SettingsFormProps) {
  const styles = useStyles();
  const intl = useIntl();
  const labels = useSettingsLabels();
  const form = useForm<TypedSettings, CompanySettings>({
    schema: companySettings,
    values: typedSettings(read.settings),
  });
  const draft = useFormDraft(form, { owner: company, key: 'company-settings' });
  /** Of what the form began with. */
  const [version, setVersion] = useState(read.version);
  const [theirs, setTheirs] = useState<{ version: number; settings: CompanySettings } | null>(null);
  const [asked, setAsked] = useState<{ values: CompanySettings; ahead: Ahead } | null>(null);
  const { isDirty } = form.formState;

  // What somebody else saves is shown at once, unless something is typed here: then the server says that it was before.
  useEffect(() => {
    if (isDirty || read.version === version) return;
    form.reset(typedSettings(read.settings));
    setVersion(read.version);
  }, [form, isDirty, read, version]);

  async function save(values: CompanySettings, isSure = false): Promise<boolean> {
    const answer = await saving.save({ company, version, settings: values, isSure });
    if (answer.ok) {
      form.reset(typedSettings(values));
      setVersion(answer.data.version);
      setTheirs(null);
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
      // The frame shows the company's name, and lists its time.
      void session.refresh();
      return true;
    }
    if (answer.code !== 'refused') return false;
    const { refusal } = answer;
    if (refusal.status === 'stale') setTheirs(refusal);
    else if (refusal.status === 'must_confirm') setAsked({ values, ahead: refusal.ahead });
    else form.setError('slug', { message: 'taken' }, { shouldFocus: true });
    return refusal.status !== 'must_confirm';
  }

  const failure = saving.result && !saving.result.ok && saving.result.code !== 'refused' ? saving.result : null;
  return (
    <div className={styles.form}>
      <FormFrame
        form={form}
        labels={labels}
        busy={saving.busy}
        save={<FormattedMessage id="form.save" />}
        onSave={(values) => save(values)}
        notice={
          <>
            <DraftOffer draft={draft} />
            {failure && <SaveFailed failure={failure} />}
            {theirs && (
              <StaleChoice
                key={theirs.version}
                form={form}
                theirs={typedSettings(theirs.settings)}
                labels={labels}
                show={(name, value) =>
                  name === 'attendanceRule'
                    ? intl.formatMessage({ id: RULE_TEXTS[value as CompanySettings['attendanceRule']] })
                    : name === 'defaultLocale'
                      ? intl.formatDisplayName(String(value), { type: 'language' })
                      : undefined
                }
                onChosen={() => {
                  setVersion(theirs.version);
                  setTheirs(null);
                }}
              />
            )}
          </>
        }
      >
        <SettingsFields company={company} labels={labels} read={read} />
      </FormFrame>
      <TicketKeysSection company={company} />
      {asked && (
        <FormDialog
          kind="confirm"
          title={<FormattedMessage id="settings.sure.title" />}
          confirm={<FormattedMessage id="settings.sure.confirm" />}
          onClose={() => setAsked(null)}
          onConfirm={() => save(asked.values, true)}
        >
          <div>
            <ConsequencesOf before={read.settings} after={asked.values} ahead={asked.ahead} />
          </div>
        </FormDialog>
      )}
    </div>
  );
}
