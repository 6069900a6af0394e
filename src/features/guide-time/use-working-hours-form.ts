import { useState } from 'react';
import { useIntl } from 'react-intl';
import { saveAvailability, type AvailabilityResponse } from '../../data/guides.ts';
import type { Uuid } from '../../domain/ids.ts';
import { mergeEdits } from '../../domain/merge-edits.ts';
import { daySpansOf, hoursOf, parseSpan, type DaySpan } from '../../domain/working-hours.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { useDirtyForm } from '../../ui/form/dirty-forms.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { EVERY_DAY, type WorkingSpanFormValues } from './working-days.tsx';

/** Default hours of a day that is switched on. */
const DEFAULT_HOURS = { from: '09:00', to: '17:00' };

export type SavedAvailability = Pick<AvailabilityResponse, 'hours' | 'languages'>;
/** Someone else's saved version, and the fields that both sides have changed. */
export interface EditConflict {
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

export function addSpan(spans: readonly WorkingSpanFormValues[], day: number): WorkingSpanFormValues[] {
  const last = spans.findLast((span) => span.day === day);
  const next = last ? { from: last.to === '00:00' ? '' : last.to, to: '' } : DEFAULT_HOURS;
  return [...spans, keyed({ day, ...next })];
}

/** Returns what would be saved; null if a span is invalid. */
function parseForm({ any, spans }: HoursFormValues, languages: readonly string[]): SavedAvailability | null {
  const parsed = spans.map(parseSpan).filter((span) => span !== null);
  if (!any && parsed.length < spans.length) return null;
  // Languages are stored as null if there are none: no language means no restriction.
  return { hours: any ? null : hoursOf(parsed), languages: languages.length === 0 ? null : [...languages] };
}

export interface WorkingHoursFormProps {
  company: Uuid;
  person: Uuid;
  loaded: SavedAvailability & Pick<AvailabilityResponse, 'version'>;
}

/** Holds the form's values and saves them; concurrent edits are merged. */
export function useWorkingHoursForm({ company, person, loaded }: WorkingHoursFormProps) {
  const intl = useIntl();
  const [base, setBase] = useState({ hours: loaded.hours, languages: loaded.languages, version: loaded.version });
  const [values, setValues] = useState(() => toFormValues(loaded.hours));
  const [languages, setLanguages] = useState<readonly string[]>(() => loaded.languages ?? []);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const saving = useMutation({
    send: (args: Parameters<typeof saveAvailability>[1]) => saveAvailability(company, args),
    invalidates: [[company]],
  });
  const changesHours = hoursKey(values) !== hoursKey(toFormValues(base.hours));
  const changesLanguages = languages.toSorted().join() !== (base.languages ?? []).toSorted().join();
  const dirty = changesHours || changesLanguages;
  useDirtyForm(dirty);

  function showValues(saved: SavedAvailability): void {
    setValues(toFormValues(saved.hours));
    setLanguages(saved.languages ?? []);
  }
  // Other people's changes are shown at once unless there is unsaved input.
  if (!dirty && loaded.version > base.version) {
    setBase({ hours: loaded.hours, languages: loaded.languages, version: loaded.version });
    showValues(loaded);
  }

  async function save(): Promise<void> {
    setHasSubmitted(true);
    const mine = parseForm(values, languages);
    if (mine === null) return;
    const changes = {
      ...(changesHours ? { hours: mine.hours } : {}),
      ...(changesLanguages ? { languages: mine.languages } : {}),
    };
    const result = await saving.save({ userId: person, version: base.version, changes });
    if (result.ok) {
      setBase({ ...mine, version: result.data.version });
      setValues(toFormValues(mine.hours));
      setHasSubmitted(false);
      setConflict(null);
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'guideTime.saved' }) });
    } else if (result.code === 'refused') {
      const { version, ...latest } = result.refusal;
      const { merged, conflicts } = mergeEdits<SavedAvailability>({
        base: { hours: base.hours, languages: base.languages },
        mine,
        theirs: latest,
      });
      setBase({ ...latest, version });
      showValues(merged);
      // Neither field is a list of rows, so conflicts are top-level keys.
      setConflict({ latest, conflicts: conflicts as (keyof SavedAvailability)[] });
    }
  }

  function settleConflict(choice: 'mine' | 'theirs'): void {
    if (choice === 'theirs' && conflict?.conflicts.includes('hours')) setValues(toFormValues(conflict.latest.hours));
    if (choice === 'theirs' && conflict?.conflicts.includes('languages')) setLanguages(conflict.latest.languages ?? []);
    setConflict(null);
  }

  return { values, setValues, languages, setLanguages, hasSubmitted, conflict, settleConflict, dirty, saving, save };
}
