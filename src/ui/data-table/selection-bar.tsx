/** Bar at the table's lower edge with the number of selected rows and their actions. */
import { Button } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useTableStyles } from './table-styles.ts';

export interface SelectionAction {
  label: string;
  icon?: ReactElement;
  onSelect(): void;
}

export function SelectionBar(props: { count: number; actions: readonly SelectionAction[]; onClear(): void }) {
  const { count, actions, onClear } = props;
  const styles = useTableStyles();
  const clear = useIntl().formatMessage({ id: 'table.clear' });
  return (
    <div className={styles.bar}>
      <span className={styles.barCount} role="status">
        <FormattedMessage id="table.selected" values={{ count }} />
      </span>
      <Button
        className={styles.barClear}
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label={clear}
        title={clear}
        onClick={onClear}
      />
      {actions.map(({ label, icon, onSelect }) => (
        <Button key={label} onClick={onSelect} {...(icon ? { icon } : {})}>
          {label}
        </Button>
      ))}
    </div>
  );
}
