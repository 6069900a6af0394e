/** Weekly hours in which a guide can be assigned; unset means any time. The office also sets the guide's languages. */
import { Button, Field, Switch, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { GUIDE_LANGUAGES } from '../../domain/guide-languages.ts';
import { splitResult } from '../../online/use-mutation.ts';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { languageInText, languageName } from '../../ui/format/language-name.ts';
import { Message } from '../../ui/states/message.tsx';
import { type, weight } from '../../ui/theme/sizes.ts';
import { useDayName, useFormatWorkingHours } from './format-availability.ts';
import {
  addSpan,
  useWorkingHoursForm,
  type EditConflict,
  type SavedAvailability,
  type WorkingHoursFormProps,
} from './use-working-hours-form.ts';
import { WorkingDays, type WorkingSpanFormValues } from './working-days.tsx';

const useStyles = makeStyles({
  part: { display: 'grid', gap: '12px' },
  heading: { ...type.body, fontWeight: weight.bold, margin: 0 },
  chips: { '& > [role=group]': { flexWrap: 'wrap' } },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
  foot: { display: 'flex', justifyContent: 'flex-end' },
});

interface ConflictNoticeProps {
  conflict: EditConflict;
  isUndecided: boolean;
  onSettle(choice: 'mine' | 'theirs'): void;
}

function ConflictNotice({ conflict: { latest, conflicts }, isUndecided, onSettle }: ConflictNoticeProps) {
  const intl = useIntl();
  const formatHours = useFormatWorkingHours();
  const textOf = ({ hours, languages }: SavedAvailability, field: keyof SavedAvailability): string => {
    if (field === 'languages')
      return languages
        ? intl.formatList(languages.map((code) => languageInText(intl, code)))
        : intl.formatMessage({ id: 'stale.empty' });
    if (hours === null) return intl.formatMessage({ id: 'guideTime.any' });
    return intl.formatList(formatHours(hours), { type: 'unit' }) || intl.formatMessage({ id: 'guideTime.off' });
  };
  return (
    <Message
      state="attention"
      alert
      title={<FormattedMessage id="stale.title" />}
      actions={
        isUndecided && (
          <>
            <Button appearance="primary" onClick={() => onSettle('mine')}>
              <FormattedMessage id="guideTime.keepMine" />
            </Button>
            <Button onClick={() => onSettle('theirs')}>
              <FormattedMessage id="guideTime.takeTheirs" />
            </Button>
          </>
        )
      }
    >
      <FormattedMessage id={isUndecided ? 'guideTime.theirs' : 'guideTime.merged'} />
      {conflicts.map((field) => (
        <div key={field}>
          <FormattedMessage id="stale.theirs" values={{ value: textOf(latest, field) }} />
        </div>
      ))}
    </Message>
  );
}

function OwnLanguages({ languages }: { languages: readonly string[] }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <p className={styles.quiet}>
      <FormattedMessage
        id="guideTime.languages"
        values={{ languages: intl.formatList(languages.map((code) => languageInText(intl, code))) }}
      />
    </p>
  );
}

interface LanguagesFieldProps {
  saved: SavedAvailability['languages'];
  languages: readonly string[];
  onChange(languages: readonly string[]): void;
}

function LanguagesField({ saved, languages, onChange }: LanguagesFieldProps) {
  const styles = useStyles();
  const intl = useIntl();
  // Languages that are already set can be removed even if they are no longer offered.
  const offered = [...new Set([...GUIDE_LANGUAGES, ...(saved ?? []), ...languages])];
  return (
    <Field
      label={intl.formatMessage({ id: 'guideTime.languagesOf' })}
      hint={intl.formatMessage({ id: 'guideTime.languagesOf.hint' })}
    >
      {/* As a function, so that the field does not pass an input's attributes to the group of chips. */}
      {() => (
        <div className={styles.chips}>
          <FilterChips
            label={intl.formatMessage({ id: 'guideTime.languagesOf' })}
            choose="any"
            chips={offered.map((code) => ({ value: code, label: languageName(intl, code) }))}
            selected={languages}
            onChange={onChange}
          />
        </div>
      )}
    </Field>
  );
}

export function WorkingHours({ isOwn, ...formProps }: WorkingHoursFormProps & { isOwn: boolean }) {
  const styles = useStyles();
  const intl = useIntl();
  const dayName = useDayName();
  const form = useWorkingHoursForm(formProps);
  const { values, setValues, conflict } = form;
  const { failure } = splitResult(form.saving.result);
  const { languages: savedLanguages } = formProps.loaded;
  const isUndecided = conflict !== null && conflict.conflicts.length > 0;
  const changeSpans = (update: (spans: readonly WorkingSpanFormValues[]) => readonly WorkingSpanFormValues[]) =>
    setValues((before) => ({ ...before, spans: update(before.spans) }));
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>
        <FormattedMessage id="guideTime.hours" />
      </h3>
      {conflict && <ConflictNotice conflict={conflict} isUndecided={isUndecided} onSettle={form.settleConflict} />}
      {failure && (
        <Message state="no" alert>
          <FormattedMessage id={FAILURE_TEXTS[failure.code]} />
        </Message>
      )}
      <Switch
        label={intl.formatMessage({ id: 'guideTime.any' })}
        checked={values.any}
        onChange={(_, { checked }) => setValues((before) => ({ ...before, any: checked }))}
      />
      {!values.any && (
        <WorkingDays
          spans={values.spans}
          hasSubmitted={form.hasSubmitted}
          dayName={dayName}
          onChange={(key, to) =>
            changeSpans((spans) => spans.map((span) => (span.key === key ? { ...span, ...to } : span)))
          }
          onRemove={(key) => changeSpans((spans) => spans.filter((span) => span.key !== key))}
          onAdd={(day) => changeSpans((spans) => addSpan(spans, day))}
        />
      )}
      {isOwn ? (
        savedLanguages && <OwnLanguages languages={savedLanguages} />
      ) : (
        <LanguagesField saved={savedLanguages} languages={form.languages} onChange={form.setLanguages} />
      )}
      <div className={styles.foot}>
        <Button
          appearance="primary"
          disabledFocusable={!form.dirty || isUndecided || form.saving.busy}
          onClick={() => void form.save()}
        >
          <FormattedMessage id="guideTime.saveHours" />
        </Button>
      </div>
    </section>
  );
}
