import { useState } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { TimeZoneImpact, LoadedSettings, SaveRefusal, CompanySettingsInput } from '../../data/company-settings.ts';
import {
  companySettings,
  toCompanySettingsFormValues,
  type CompanySettings,
  type CompanySettingsFormValues,
} from '../../domain/company-settings.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import type { MutationState } from '../../online/use-mutation.ts';
import { useSettingsLabels } from '../../features/settings/use-settings-labels.ts';
import { useReveal } from '../../features/settings/use-reveal.ts';
import { useVersionedForm } from '../../features/settings/use-versioned-form.ts';
import { VersionedNotice } from '../../features/settings/versioned-notice.tsx';
import { session } from '../../session/session.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { FormFrame } from '../../ui/form/form.tsx';
import { RULE_TEXTS } from './booking-fields.tsx';
import { retentionText } from './guest-fields.tsx';
import type { SettingsSection } from './sections.ts';
import { sectionOf, useSectionUrl } from './sections.ts';
import { ZoneChangeConsequences } from './zone-and-currency.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { languageName } from '../../ui/format/language-name.ts';

export interface SettingsFormProps {
  company: Uuid;
  loadedSettings: LoadedSettings;
  saving: MutationState<CompanySettingsInput, { version: number }, SaveRefusal>;
  /** Section whose fields are shown. Unsaved values of other sections are kept and saved together. */
  section: SettingsSection | null;
}

/** Settings that the server saves only once their consequences are confirmed. */
interface Confirmation {
  values: CompanySettings;
  impact: TimeZoneImpact;
  /** Number of bookings whose guest data would be erased. */
  erased: number;
}

export function SettingsForm(props: SettingsFormProps) {
  const { company, loadedSettings, saving, section } = props;
  const intl = useIntl();
  const labels = useSettingsLabels(companySettings);
  const { versioned, reveal, confirmation, setConfirmation, save } = useSettingsForm(props);
  const { form } = versioned;
  const { isDirty } = form.formState;
  const Fields = section?.Fields;
  return (
    // In a section without fields, the save bar stays while there are unsaved values.
    <div hidden={!Fields && !isDirty && !confirmation}>
      <FormFrame
        form={form}
        labels={labels}
        busy={saving.busy}
        save={<FormattedMessage id="form.save" />}
        onSave={(values) => save(values)}
        reveal={reveal}
        notice={
          <VersionedNotice
            of={versioned}
            labels={labels}
            result={confirmation ? null : saving.result}
            show={(name, value) => formatSetting(intl, name, value)}
          />
        }
      >
        {Fields && <Fields company={company} labels={labels} loadedSettings={loadedSettings} />}
      </FormFrame>
      {confirmation && (
        <ConfirmDialog
          before={loadedSettings.settings}
          confirmation={confirmation}
          result={saving.result}
          onClose={() => setConfirmation(null)}
          onConfirm={() => save(confirmation.values, true)}
        />
      )}
    </div>
  );
}

function useSettingsForm({ company, loadedSettings, saving, section }: SettingsFormProps) {
  const versioned = useVersionedForm<CompanySettingsFormValues, CompanySettings>({
    schema: companySettings,
    loaded: loadedSettings,
    toValues: toCompanySettingsFormValues,
    draft: { owner: company, key: 'company-settings' },
  });
  const { form, version } = versioned;
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const { go } = useSectionUrl();
  const reveal = useReveal(form, {
    openSection: section?.id,
    sectionOf,
    go: (sectionId) => go({ section: sectionId }),
  });

  /** Resolves with whether the confirmation can close: the form shows all refusals but `must_confirm`. */
  async function save(values: CompanySettings, isConfirmed = false): Promise<boolean> {
    const result = await saving.save({ company, version, settings: values, isSure: isConfirmed });
    if (result.ok) {
      versioned.saved(values, result.data.version);
      // The frame shows the company's name and time zone.
      void session.refresh();
      return true;
    }
    if (result.code !== 'refused') return false;
    const { refusal } = result;
    if (refusal.status === 'stale') versioned.refuse(refusal);
    else if (refusal.status === 'must_confirm')
      setConfirmation({ values, impact: refusal.upcomingImpact, erased: refusal.erased });
    else {
      // `slug_taken`.
      reveal('slug');
      form.setError('slug', { message: 'taken' }, { shouldFocus: true });
    }
    return refusal.status !== 'must_confirm';
  }
  return { versioned, reveal, confirmation, setConfirmation, save };
}

function formatSetting(intl: IntlShape, name: keyof CompanySettingsFormValues, value: unknown): string | undefined {
  if (name === 'attendanceRule')
    return intl.formatMessage({ id: RULE_TEXTS[value as CompanySettings['attendanceRule']] });
  if (name === 'retentionMonths') return retentionText(intl, String(value));
  return name === 'defaultLocale' ? languageName(intl, String(value)) : undefined;
}

interface ConfirmDialogProps {
  before: CompanySettings;
  confirmation: Confirmation;
  result: Result<unknown, unknown> | null;
  onClose(): void;
  onConfirm(): Promise<boolean>;
}

function ConfirmDialog({ before, confirmation, result, onClose, onConfirm }: ConfirmDialogProps) {
  const { values, impact, erased } = confirmation;
  const onlyErases = erased > 0 && values.timeZone === before.timeZone && values.currency === before.currency;
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id={onlyErases ? 'settings.sure.erase' : 'settings.sure.title'} />}
      confirm={<FormattedMessage id="settings.sure.confirm" />}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <div>
        <SaveFailed result={result} />
        <ZoneChangeConsequences before={before} after={values} impact={impact} />
        {erased > 0 && (
          <p>
            <FormattedMessage id="settings.retentionMonths.erased" values={{ count: erased }} />
          </p>
        )}
      </div>
    </FormDialog>
  );
}
