import { useRef } from 'react';
import { assignGuide, unassignGuide } from '../../data/guides.ts';
import { saveDepartureOverrides, type OneDeparture } from '../../data/departures.ts';
import type { ConflictKind } from '../../domain/assignment.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Failure, Result } from '../../domain/result.ts';
import type { DepartureOverrides } from '../../domain/schedules.ts';
import type { Problem } from '../../domain/tours.ts';
import type { OverridesFormValues } from '../../domain/date-forms.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useMutation } from '../../online/use-mutation.ts';

export interface ToSave {
  overrides: DepartureOverrides;
  /** The current and the new lead guide; null for none. */
  from: Uuid | null;
  to: Uuid | null;
  /** Whether the person has seen and accepted the guide's conflicts. */
  ignoreConflicts: boolean;
}

export type SaveFailure =
  | { kind: 'conflicts'; guide: Uuid; kinds: readonly ConflictKind[] }
  | { kind: 'stale'; version: number; current: DepartureOverrides }
  | { kind: 'failed'; why: Failure | MessageId };

/** Problems of fields, which the form shows at them. */
interface Invalid {
  kind: 'invalid';
  problems: readonly Problem[];
}

type Overridden = Awaited<ReturnType<typeof saveDepartureOverrides>>;
type Assigned = Awaited<ReturnType<typeof assignGuide>> | Awaited<ReturnType<typeof unassignGuide>>;
type OverridesRefusal = Extract<Overridden, { code: 'refused' }>['refusal'];
type GuideRefusal = Extract<Assigned, { code: 'refused' }>['refusal'];

function overridesFailure(result: Exclude<Overridden, { ok: true }>): SaveFailure | Invalid {
  if (result.code !== 'refused') return { kind: 'failed', why: result };
  const { refusal } = result;
  if (refusal.status === 'invalid') return { kind: 'invalid', problems: refusal.problems };
  if (refusal.status === 'stale') return { kind: 'stale', version: refusal.version, current: refusal.current };
  return { kind: 'failed', why: 'departureOverrides.ended' };
}

function guideFailure(result: Exclude<Assigned, { ok: true }>, guide: Uuid | null): SaveFailure {
  if (result.code !== 'refused') return { kind: 'failed', why: result };
  const { refusal } = result;
  if (refusal.status === 'conflicts' && guide !== null)
    return { kind: 'conflicts', guide, kinds: [...new Set(refusal.conflicts.map(({ kind }) => kind))] };
  // Otherwise `stale`, or `ended` if the departure was cancelled just now.
  return {
    kind: 'failed',
    why: refusal.status === 'not_a_guide' ? 'departureOverrides.notAGuide' : 'departureOverrides.guide.stale',
  };
}

/** Saves a departure's overrides, then its guide. Safe to repeat: parts that are already saved don't change again. */
export function useSaveOverrides(company: Uuid, loaded: OneDeparture) {
  const version = useRef(loaded.version);
  const saved = useRef(false);
  const invalidates: [[Uuid]] = [[company]];
  const overridesMutation = useMutation<DepartureOverrides, { version: number }, OverridesRefusal>({
    send: (overrides) => saveDepartureOverrides({ departure: loaded.id, version: version.current, input: overrides }),
    invalidates,
  });
  const guideMutation = useMutation<Omit<ToSave, 'overrides'>, { departure: { version: number } }, GuideRefusal>({
    send: ({ from, to, ignoreConflicts }) => {
      const departure = { id: loaded.id, version: version.current };
      const sent: Promise<Assigned> =
        to === null
          ? unassignGuide(company, { departure, userId: from! })
          : assignGuide(company, {
              departure,
              userId: to,
              ...(from === null ? {} : { insteadOf: from }),
              ignoreConflicts,
            });
      return sent as Promise<Result<{ departure: { version: number } }, GuideRefusal>>;
    },
    invalidates,
  });

  async function save({ overrides, from, to, ignoreConflicts }: ToSave): Promise<SaveFailure | Invalid | null> {
    const overridesResult = await overridesMutation.save(overrides);
    if (!overridesResult.ok) return overridesFailure(overridesResult);
    saved.current ||= overridesResult.data.version !== version.current;
    version.current = overridesResult.data.version;
    if (from === to) return null;
    const guideResult = await guideMutation.save({ from, to, ignoreConflicts });
    if (guideResult.ok) {
      saved.current = true;
      version.current = guideResult.data.departure.version;
      return null;
    }
    return guideFailure(guideResult, to);
  }

  return {
    save,
    hasSaved: () => saved.current,
    /** Makes the next save start from a later version. */
    rebase: (later: number) => {
      version.current = later;
    },
    /** Returns the form field that a problem refers to. */
    fieldOf: (field: string): keyof OverridesFormValues | `prices.${number}.amount` => {
      const price = loaded.prices.findIndex(({ priceCategoryId }) => field === `prices.${priceCategoryId}`);
      if (price >= 0) return `prices.${price}.amount`;
      return field === 'meeting_note' ? 'meetingNote' : field === 'language' ? 'language' : 'capacity';
    },
  };
}
