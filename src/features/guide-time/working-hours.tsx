/** Weekly hours in which a guide can be assigned; unset means any time. The office also sets the guide's languages. */
import { Button, Field, Switch, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { saveAvailability, type AvailabilityResponse } from '../../data/guides.ts';
import { GUIDE_LANGUAGES } from '../../domain/guide-languages.ts';
import type { Uuid } from '../../domain/ids.ts';
import { mergeEdits } from '../../domain/merge-edits.ts';
import { daySpansOf, hoursOf, parseSpan, type DaySpan } from '../../domain/working-hours.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { useDirtyForm } from '../../ui/form/dirty-forms.ts';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { Message } from '../../ui/states/message.tsx';
import { type, weight } from '../../ui/theme/sizes.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useDayName, useFormatWorkingHours } from './format-availability.ts';
import { EVERY_DAY, WorkingDays, type WorkingSpanFormValues } from './working-days.tsx';
import { languageInText, languageName } from '../../ui/format/language-name.ts';

const useStyles = makeStyles({
  part: { display: 'grid', gap: '12px' },
  heading: { ...type.body, fontWeight: weight.bold, margin: 0 },
  chips: { '& > [role=group]': { flexWrap: 'wrap' } },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
  foot: { display: 'flex', justifyContent: 'flex-end' },
});

/** Default hours of a day that is switched on. */
const DEFAULT_HOURS = { from: '09:00', to: '17:00' };

type SavedAvailability = Pick<AvailabilityResponse, 'hours' | 'languages'>;
/** Someone else's saved version, and the fields that both sides have changed. */
interface EditConflict {
  latest: SavedAvailability;
  conflicts: (keyof SavedAvailability)[];
}

interface HoursFormValues {
  any: boolean;
  spans: readonly WorkingSpanFormValues[];
}

let keys = 0;
const keyed = (span: DaySpan) => ({ ...span, key: `span-${(keys += 1)}` });
const toFormValues = (hours: AvailabilityResponse['hours']): HoursFormValues => ({
  any: hours === null,
  spans:
    hours === null
      ? EVERY_DAY.slice(0, 5).map((day) => keyed({ day, ...DEFAULT_HOURS }))
      : daySpansOf(hours).map(keyed),
});
const hoursKey = ({ any, spans }: HoursFormValues) =>
  JSON.stringify(
    any
      ? null
      : spans.map((span) => {
          const { day, from, to } = parseSpan(span) ?? span;
          return [day, from, to];
        }),
  );

export interface WorkingHoursProps {
  company: Uuid;
  person: Uuid;
  isOwn: boolean;
  read: Pick<AvailabilityResponse, 'hours' | 'languages' | 'version'>;
}

export function WorkingHours({ company, person, isOwn, read }: WorkingHoursProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [base, setBase] = useState({ hours: read.hours, languages: read.languages, version: read.version });
  const [values, setValues] = useState(() => toFormValues(read.hours));
  const [languages, setLanguages] = useState<readonly string[]>(() => read.languages ?? []);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const formatHours = useFormatWorkingHours();
  const saving = useMutation({
    send: (args: Parameters<typeof saveAvailability>[1]) => saveAvailability(company, args),
    invalidates: [[company]],
  });
  const changesHours = hoursKey(values) !== hoursKey(toFormValues(base.hours)) && !(values.any && base.hours === null);
  const changesLanguages = languages.toSorted().join() !== (base.languages ?? []).toSorted().join();
  const dirty = changesHours || changesLanguages;
  useDirtyForm(dirty);
  // Other people's changes are shown at once unless there is unsaved input.
  if (!dirty && read.version > base.version) {
    setBase({ hours: read.hours, languages: read.languages, version: read.version });
    setValues(toFormValues(read.hours));
    setLanguages(read.languages ?? []);
  }
  const spans = values.spans.map(parseSpan);

  const change = (key: string, to: Partial<DaySpan>) =>
    setValues((before) => ({
      ...before,
      spans: before.spans.map((span) => (span.key === key ? { ...span, ...to } : span)),
    }));
  const remove = (key: string) =>
    setValues((before) => ({ ...before, spans: before.spans.filter((span) => span.key !== key) }));
  const add = (day: number) =>
    setValues((before) => {
      const last = before.spans.findLast((span) => span.day === day);
      const next = last ? { from: last.to === '00:00' ? '' : last.to, to: '' } : DEFAULT_HOURS;
      return { ...before, spans: [...before.spans, keyed({ day, ...next })] };
    });

  async function save(): Promise<void> {
    setHasSubmitted(true);
    if (!values.any && !spans.every((span) => span !== null)) return;
    const hours = values.any ? null : hoursOf(spans.filter((span) => span !== null));
    // Stored as null: no language means no restriction.
    const stored = languages.length === 0 ? null : [...languages];
    const changes = { ...(changesHours ? { hours } : {}), ...(changesLanguages ? { languages: stored } : {}) };
    const result = await saving.save({ userId: person, version: base.version, changes });
    if (result.ok) {
      setBase({ hours, languages: stored, version: result.data.version });
      setValues(toFormValues(hours));
      setHasSubmitted(false);
      setConflict(null);
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'guideTime.saved' }) });
    } else if (result.code === 'refused') {
      const { version, ...latest } = result.refusal;
      const { merged, conflicts } = mergeEdits<SavedAvailability>({
        base: { hours: base.hours, languages: base.languages },
        mine: { hours, languages: stored },
        theirs: latest,
      });
      setBase({ ...latest, version });
      setValues(toFormValues(merged.hours));
      setLanguages(merged.languages ?? []);
      // Neither field is a list of rows, so conflicts are top-level keys.
      setConflict({ latest, conflicts: conflicts as (keyof SavedAvailability)[] });
    }
  }

  const isUndecided = conflict !== null && conflict.conflicts.length > 0;
  function takeTheirs(): void {
    if (conflict?.conflicts.includes('hours')) setValues(toFormValues(conflict.latest.hours));
    if (conflict?.conflicts.includes('languages')) setLanguages(conflict.latest.languages ?? []);
    setConflict(null);
  }
  const textOf = (saved: SavedAvailability, field: keyof SavedAvailability): string => {
    if (field === 'languages')
      return saved.languages ? intl.formatList(saved.languages.map(inText)) : intl.formatMessage({ id: 'stale.empty' });
    if (saved.hours === null) return intl.formatMessage({ id: 'guideTime.any' });
    return intl.formatList(formatHours(saved.hours), { type: 'unit' }) || intl.formatMessage({ id: 'guideTime.off' });
  };

  const failure = saving.result && !saving.result.ok && saving.result.code !== 'refused' ? saving.result : null;
  const inText = (code: string) => languageInText(intl, code);
  // Languages that are already set can be removed even if they are no longer offered.
  const offered = [...new Set([...GUIDE_LANGUAGES, ...(read.languages ?? []), ...languages])];
  const dayName = useDayName();
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>
        <FormattedMessage id="guideTime.hours" />
      </h3>
      {conflict && (
        <Message
          state="attention"
          alert
          title={<FormattedMessage id="stale.title" />}
          actions={
            isUndecided && (
              <>
                <Button appearance="primary" onClick={() => setConflict(null)}>
                  <FormattedMessage id="guideTime.keepMine" />
                </Button>
                <Button onClick={takeTheirs}>
                  <FormattedMessage id="guideTime.takeTheirs" />
                </Button>
              </>
            )
          }
        >
          <FormattedMessage id={isUndecided ? 'guideTime.theirs' : 'guideTime.merged'} />
          {conflict.conflicts.map((field) => (
            <div key={field}>
              <FormattedMessage id="stale.theirs" values={{ value: textOf(conflict.latest, field) }} />
            </div>
          ))}
        </Message>
      )}
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
          hasSubmitted={hasSubmitted}
          dayName={dayName}
          onChange={change}
          onRemove={remove}
          onAdd={add}
        />
      )}
      {isOwn ? (
        read.languages && (
          <p className={styles.quiet}>
            <FormattedMessage
              id="guideTime.languages"
              values={{ languages: intl.formatList(read.languages.map(inText)) }}
            />
          </p>
        )
      ) : (
        <Field
          label={intl.formatMessage({ id: 'guideTime.languagesOf' })}
          hint={intl.formatMessage({ id: 'guideTime.languagesOf.hint' })}
        >
          {() => (
            <div className={styles.chips}>
              <FilterChips
                label={intl.formatMessage({ id: 'guideTime.languagesOf' })}
                choose="any"
                chips={offered.map((code) => ({ value: code, label: languageName(intl, code) }))}
                selected={languages}
                onChange={setLanguages}
              />
            </div>
          )}
        </Field>
      )}
      <div className={styles.foot}>
        <Button
          appearance="primary"
          disabledFocusable={!dirty || isUndecided || saving.busy}
          onClick={() => void save()}
        >
          <FormattedMessage id="guideTime.saveHours" />
        </Button>
      </div>
    </section>
  );
}
