/** Options of an action that depend on its preview: a confirmation, an override, the partner's account. */
import { Checkbox } from '@fluentui/react-components';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { BookingActionChange, BookingActionRefusal, BookingActionResult } from '../../../data/bookings/actions.ts';
import type { MailOption, Preview } from '../../../data/bookings/changes.ts';
import type { ResultParts } from '../../../online/use-mutation.ts';
import { OverrideField, parseOverrideReason } from './override-field.tsx';
import { canOverride, needsConfirmation } from './refusal-message.tsx';
import { useLatch } from './use-latch.ts';

/** Actions whose price difference goes to the partner's account by default. */
const ADJUSTS_ACCOUNT: ReadonlySet<BookingActionChange['name']> = new Set([
  'change_party',
  'move_booking',
  'restore_booking',
]);

export interface ActionOptions {
  overrideReason: string;
  isConfirmed: boolean;
  adjustsAccount: boolean;
}
export const DEFAULT_OPTIONS: ActionOptions = { overrideReason: '', isConfirmed: false, adjustsAccount: true };

interface ChangeOptions extends Preview, MailOption {
  override?: string;
  confirm?: boolean;
  account?: boolean;
}

/** Adds options to the change of an action. */
export const addToChange = (act: BookingActionChange, options: ChangeOptions) =>
  ({ ...act, change: { ...act.change, ...options } }) as BookingActionChange;

export const withOptions = (
  act: BookingActionChange,
  { overrideReason, isConfirmed, adjustsAccount }: ActionOptions,
): BookingActionChange =>
  addToChange(act, {
    ...parseOverrideReason(overrideReason),
    ...(isConfirmed ? { confirm: true } : {}),
    ...(adjustsAccount ? {} : { account: false }),
  });

export interface OfferedOptions {
  account: boolean;
  override: boolean;
  confirmation: 'checked_in' | 'other_guest' | null;
}

/**
 * Returns the options that apply to one of the previews so far. An option stays offered, because its input would
 * vanish with the refusal that it answers.
 */
export function useOfferedOptions(
  act: BookingActionChange | null,
  { data: preview, refusal }: Pick<ResultParts<BookingActionResult, BookingActionRefusal>, 'data' | 'refusal'>,
): OfferedOptions {
  const [confirmation, setConfirmation] = useState<OfferedOptions['confirmation']>(null);
  if (refusal && needsConfirmation(refusal) && confirmation !== refusal.status) setConfirmation(refusal.status);
  return {
    account: useLatch(
      act !== null &&
        ADJUSTS_ACCOUNT.has(act.name) &&
        (Boolean(preview?.onAccount) || refusal?.status === 'over_limit'),
    ),
    override: useLatch(refusal !== null && canOverride(refusal)),
    confirmation,
  };
}

interface OptionFieldsProps {
  offered: OfferedOptions;
  value: ActionOptions;
  onChange(value: ActionOptions): void;
}

export function OptionFields({ offered, value, onChange }: OptionFieldsProps) {
  const intl = useIntl();
  return (
    <>
      {offered.confirmation && (
        <Checkbox
          checked={value.isConfirmed}
          label={intl.formatMessage({ id: `bookings.sure.${offered.confirmation}` })}
          onChange={(_, data) => onChange({ ...value, isConfirmed: data.checked === true })}
        />
      )}
      {offered.account && (
        <Checkbox
          checked={value.adjustsAccount}
          label={intl.formatMessage({ id: 'bookings.account.follows' })}
          onChange={(_, data) => onChange({ ...value, adjustsAccount: data.checked === true })}
        />
      )}
      {offered.override && (
        <OverrideField
          value={value.overrideReason}
          onChange={(overrideReason) => onChange({ ...value, overrideReason })}
        />
      )}
    </>
  );
}
