import { useEffect, useRef, useState } from 'react';
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
import { RULE_TEXTS } from './booking-fields.tsx';
import { retentionText } from './guest-fields.tsx';
import type { SettingsSection } from './sections.ts';
import { sectionOf, useSectionUrl } from './sections.ts';
import { typedSettings } from './typed-settings.ts';
import { useSettingsLabels } from './use-settings-labels.ts';
import { ConsequencesOf } from './zone-and-currency.tsx';

export interface SettingsFormProps {
  company: Uuid;
  read: ReadSettings;
  saving: Saving<SaveSettings, { version: number }, SaveRefusal>;
  /** Whose fields are shown. What was typed in another stays, and is saved with it. */
  section: SettingsSection | null;
}

export function SettingsForm({ company, read, saving, section }: SettingsFormProps) {
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
  const [asked, setAsked] = useState<{ values: CompanySettings; ahead: Ahead; erased: number } | null>(null);
  const { isDirty } = form.formState;
  const { go } = useSectionUrl();
  const Fields = section?.Fields;
  /** A field of another section, to be focused once it is there. */
  const wanted = useRef<keyof TypedSettings | null>(null);

  // What somebody else saves is shown at once, unless something is typed here: then the server says that it was before.
  useEffect(() => {
    if (isDirty || read.version === version) return;
    form.reset(typedSettings(read.settings));
    setVersion(read.version);
  }, [form, isDirty, read, version]);

  useEffect(() => {
    if (wanted.current) form.setFocus(wanted.current);
    wanted.current = null;
  }, [form, section]);

  function reveal(name: keyof TypedSettings): void {
    if (sectionOf(name) === section?.id) return;
    wanted.current = name;
    go({ section: sectionOf(name) });
  }

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
    else if (refusal.status === 'must_confirm') setAsked({ values, ahead: refusal.ahead, erased: refusal.erased });
    else {
      reveal('slug');
      form.setError('slug', { message: 'taken' }, { shouldFocus: true });
    }
    return refusal.status !== 'must_confirm';
  }

  const failure = saving.result && !saving.result.ok && saving.result.code !== 'refused' ? saving.result : null;
  return (
    <div hidden={!Fields && !isDirty && !asked}>
      <FormFrame
        form={form}
        labels={labels}
        busy={saving.busy}
        save={<FormattedMessage id="form.save" />}
        onSave={(values) => save(values)}
        reveal={reveal}
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
                    : name === 'retentionMonths'
                      ? retentionText(intl, String(value))
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
        {Fields && <Fields company={company} labels={labels} read={read} />}
      </FormFrame>
      {asked && (
        <FormDialog
          kind="confirm"
          title={<FormattedMessage id={asked.erased > 0 ? 'settings.sure.erase' : 'settings.sure.title'} />}
          confirm={<FormattedMessage id="settings.sure.confirm" />}
          onClose={() => setAsked(null)}
          onConfirm={() => save(asked.values, true)}
        >
          <div>
            <ConsequencesOf before={read.settings} after={asked.values} ahead={asked.ahead} />
            {asked.erased > 0 && (
              <p>
                <FormattedMessage id="settings.retention.erased" values={{ count: asked.erased }} />
              </p>
            )}
          </div>
        </FormDialog>
      )}
    </div>
  );
}
