/** Adds a departure, and assigns the guide in whose lane it is. */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { assignGuide } from '../../data/guides.ts';
import { addDeparture } from '../../data/departures.ts';
import type { Uuid } from '../../domain/ids.ts';
import { parseDateInput, parseTimeInput } from '../../domain/parse-date-time.ts';
import { ok, type Failure } from '../../domain/result.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { assignmentFailureText } from './assignment-failure-text.ts';
import type { EmptySlot } from './planner-context.ts';

type AddResult = Awaited<ReturnType<typeof addDeparture>>;
type AddRefusal = Extract<AddResult, { code: 'refused' }>['refusal'];

/** Input of the dialog: date and time as typed. */
export interface NewDepartureInput {
  tour: Uuid | null;
  date: string;
  time: string;
}

export function useAddDeparture(company: Uuid, { guide, onDone }: { guide: EmptySlot['guide']; onDone: () => void }) {
  const intl = useIntl();
  const [failed, setFailed] = useState<Failure | string | null>(null);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  // A retry with the same input reuses the departure's id; changed input after a lost response gets a new one.
  const adding = useMutation({
    send: async (args: Omit<Parameters<typeof addDeparture>[0], 'departure'>, departure) => {
      const result = await addDeparture({ ...args, departure });
      return result.ok ? ok({ ...result.data, departure }) : result;
    },
    invalidates: [],
  });
  const announceResult = useResultToast(guide);
  const unreadable = (field: 'date' | 'time') =>
    intl.formatMessage({ id: `form.${field}` }, { name: intl.formatMessage({ id: `planner.add.${field}` }) });

  function showRefusal(refusal: AddRefusal): void {
    if (refusal.status === 'archived') setFailed(intl.formatMessage({ id: 'planner.add.archived' }));
    else
      setProblems(
        new Map(
          refusal.problems.map(({ field, code }) => [
            field,
            code === 'past'
              ? intl.formatMessage({ id: 'planner.add.past' })
              : unreadable(field === 'local_date' ? 'date' : 'time'),
          ]),
        ),
      );
  }

  /** Returns whether the departure was added. */
  async function add({ tour, date, time }: NewDepartureInput): Promise<boolean> {
    const localDate = parseDateInput(date);
    const localTime = parseTimeInput(time);
    setFailed(null);
    const wrong = new Map<string, string>();
    if (localDate === null) wrong.set('local_date', unreadable('date'));
    if (localTime === null) wrong.set('local_time', unreadable('time'));
    setProblems(wrong);
    if (localDate === null || localTime === null || tour === null) return false;
    const result = await adding.save({
      tour,
      input: { localDate, localTime, capacity: null, language: null, meetingNote: null, prices: {} },
    });
    if (!result.ok) {
      if (result.code === 'refused') showRefusal(result.refusal);
      else setFailed(result);
      return false;
    }
    const { departure: id, version } = result.data;
    const assigned = guide && (await assignGuide(company, { departure: { id, version }, userId: guide.id }));
    onDone();
    announceResult(assigned);
    return true;
  }

  return { add, failed, problems };
}

/** Returns a function that says that the departure was added, and why its guide was not assigned if that failed. */
function useResultToast(guide: EmptySlot['guide']) {
  const intl = useIntl();
  return (assigned: Awaited<ReturnType<typeof assignGuide>> | null): void => {
    if (!guide || !assigned || assigned.ok)
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'planner.add.done' }) });
    else
      void showToast({
        intent: 'warning',
        text: intl.formatMessage({ id: 'planner.add.notTheirs' }, { name: guide.name }),
        detail: intl.formatMessage({ id: assignmentFailureText(assigned) }),
        duration: 8000,
      });
  };
}
