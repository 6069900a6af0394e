/** Read-only row for a condition that came with a link or view and can only be removed. */
import { Button, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { type } from '../../../../ui/theme/sizes.ts';
import type { ReadonlyCondition } from './filter-draft.ts';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: '8px' },
  text: { ...type.body, flex: '1 1 0', minWidth: 0 },
});

export function ReadonlyConditionRow({ condition, onRemove }: { condition: ReadonlyCondition; onRemove(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.row}>
      <span className={styles.text}>
        <FormattedMessage
          id="advanced.filter.departure"
          values={{ count: condition.in.length, not: condition.not ? 'yes' : 'no' }}
        />
      </span>
      <Button
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label={intl.formatMessage(
          { id: 'advanced.filter.remove' },
          { field: intl.formatMessage({ id: 'bookings.column.departure' }) },
        )}
        onClick={onRemove}
      />
    </div>
  );
}
