import * as v from 'valibot';
import type { ScheduledExportInput, ScheduledExport, ScheduledExports } from '../../data/scheduled-exports.ts';
import { fieldError, time } from '../../domain/fields.ts';
import { parsePastedAddresses } from '../../domain/pasted-addresses.ts';
import { EXPORT_FREQUENCIES, EXPORT_SELECTIONS, EXPORT_FORMATS } from '../../domain/scheduled-exports.ts';
import { LOCALES, type Locale } from '../../lib/locales.ts';

/** `what` is `tours`, `everything` or the id of a view; '' if there is no view, or it was deleted. */
export interface ExportFormValues {
  what: string;
  selection: string;
  frequency: string;
  weekday: string;
  monthday: string;
  time: string;
  members: string[];
  outside: string;
  format: string;
  locale: string;
}

const outside = v.pipe(
  v.string(),
  v.transform(parsePastedAddresses),
  v.check(({ bad }) => bad.length === 0, fieldError('email')),
  v.check(({ addresses }) => addresses.length <= 10, fieldError('not_valid')),
  v.transform(({ addresses }) => addresses),
);

export const exportFormSchema = v.object({
  what: v.pipe(v.string(), v.minLength(1, fieldError('required'))),
  selection: v.picklist(EXPORT_SELECTIONS),
  frequency: v.picklist(EXPORT_FREQUENCIES),
  weekday: v.string(),
  monthday: v.string(),
  time: time(),
  members: v.array(v.string()),
  outside,
  format: v.picklist(EXPORT_FORMATS),
  locale: v.picklist(LOCALES),
});
export type ExportFormData = v.InferOutput<typeof exportFormSchema>;

export const toExportFormValues = (
  scheduled: ScheduledExport | null,
  {
    views,
    makes,
    people,
    locale,
    me,
  }: Pick<ScheduledExports, 'views' | 'makes' | 'people'> & { locale: Locale; me: string },
): ExportFormValues => ({
  what: scheduled
    ? (scheduled.view?.id ?? (scheduled.kind === 'bookings' ? '' : scheduled.kind))
    : (views[0]?.id ?? makes.find((kind) => kind !== 'bookings') ?? ''),
  selection: scheduled?.selection ?? 'next_day',
  frequency: scheduled?.frequency ?? 'daily',
  weekday: String(scheduled?.frequency === 'weekly' ? scheduled.day : 1),
  monthday: String(scheduled?.frequency === 'monthly' ? scheduled.day : 1),
  time: scheduled?.time ?? '07:00',
  // Recipients who have lost access are not shown, and dropped on saving.
  members: (scheduled ? scheduled.members : [me]).filter((id) => people.some((person) => person.id === id)),
  outside: scheduled?.outside.join(', ') ?? '',
  format: scheduled?.format ?? 'xlsx',
  locale: scheduled?.locale ?? locale,
});

/** Returns the export to save, without fields that don't apply to its kind or schedule. */
export function toScheduledExport({
  what,
  weekday,
  monthday,
  ...settings
}: ExportFormData): Omit<ScheduledExportInput, 'company' | 'id' | 'version'> {
  const kind = what === 'tours' || what === 'everything' ? what : 'bookings';
  const isOfBookings = kind === 'bookings';
  return {
    ...settings,
    kind,
    view: isOfBookings ? what : null,
    selection: isOfBookings ? settings.selection : 'view',
    day: settings.frequency === 'weekly' ? Number(weekday) : settings.frequency === 'monthly' ? Number(monthday) : null,
    members: kind === 'everything' ? [] : settings.members,
    outside: isOfBookings ? settings.outside : [],
  };
}
