import { mergeClasses } from '@fluentui/react-components';
import { MoneyRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Party, RefusedAction } from '../../../domain/attendance.ts';
import { ACTION_KIND_TEXTS } from '../../../features/sync/action-kind-texts.ts';
import { useListStyles } from './list-styles.ts';
import type { RowProps } from './row-actions.ts';
import { useRowStyles } from './row-styles.ts';

export function CollectButton({ party, name, formats, actions, active, columns }: { party: Party } & RowProps) {
  const styles = useListStyles();
  const intl = useIntl();
  const amount = formats.money(party.due, party.booking.currency);
  return (
    <button
      type="button"
      className={mergeClasses(styles.money, columns && styles.moneyColumn)}
      tabIndex={active ? 0 : -1}
      data-part="collect"
      aria-label={intl.formatMessage({ id: 'checkIn.due.collectOf' }, { amount, name })}
      onClick={() => actions.collect(party)}
    >
      <MoneyRegular aria-hidden />
      <span>{columns ? amount : formats.amount(party.due, party.booking.currency)}</span>
    </button>
  );
}

/** Replaces the check-in button in a row whose action was refused; opens the refusal. */
export function ResolveButton({
  action,
  name,
  actions,
  active,
}: { action: RefusedAction; name: string } & Pick<RowProps, 'actions' | 'active'>) {
  const styles = useRowStyles();
  const listStyles = useListStyles();
  const intl = useIntl();
  const actionText = intl.formatMessage({ id: ACTION_KIND_TEXTS[action.kind] });
  return (
    <button
      type="button"
      className={mergeClasses(styles.check, listStyles.resolve)}
      tabIndex={active ? 0 : -1}
      data-part="primary"
      aria-label={intl.formatMessage({ id: 'checkIn.notSaved.of' }, { what: actionText, name })}
      onClick={() => actions.resolve(action)}
    >
      <FormattedMessage id="checkIn.notSaved" />
    </button>
  );
}

/** State of a row that its colours show. */
interface RowState extends Pick<RowProps, 'columns' | 'fading'> {
  /** Whether it is a guest below the row of their party. */
  isInParty: boolean;
  isDone: boolean;
  isRefused: boolean;
  isLeaving: boolean;
}

export const rowClassName = (styles: ReturnType<typeof useListStyles>, state: RowState): string =>
  mergeClasses(
    styles.row,
    state.columns && styles.columns,
    state.isInParty && (state.columns ? styles.inPartyColumns : styles.inParty),
    state.isDone && styles.done,
    state.isRefused && styles.refused,
    state.isLeaving && styles.leaving,
    state.fading && state.isLeaving && styles.fading,
  );
