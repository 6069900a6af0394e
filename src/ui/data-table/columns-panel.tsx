/** Panel for choosing which columns are shown, and in which order. */
import { Button, Checkbox, makeStyles } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowResetRegular, ArrowUpRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { Overlay } from '../overlays/overlay.tsx';
import type { Columns } from './use-columns.ts';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  line: { display: 'flex', alignItems: 'center', gap: '4px' },
  // Fluent sizes the label to its text, which would misalign the arrows.
  name: { flex: '1 1 0', minWidth: 0, maxWidth: 'none' },
});

export function ColumnsPanel<Row>({ columns, onClose }: { columns: Columns<Row>; onClose(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Overlay
      kind="form"
      title={<FormattedMessage id="table.columns" />}
      onClose={onClose}
      footer={
        <Button icon={<ArrowResetRegular />} disabledFocusable={!columns.isArranged} onClick={columns.reset}>
          <FormattedMessage id="table.columns.reset" />
        </Button>
      }
    >
      <ul className={styles.list}>
        {columns.all.map(({ column: { id, header, isFixed = false }, isVisible }, index) => (
          <li key={id} className={styles.line}>
            <Checkbox
              className={styles.name}
              label={header}
              checked={isVisible}
              disabled={isFixed}
              onChange={(_, data) => columns.show(id, data.checked === true)}
            />
            <Button
              appearance="subtle"
              icon={<ArrowUpRegular />}
              disabledFocusable={index === 0}
              aria-label={intl.formatMessage({ id: 'table.columns.up' }, { column: header })}
              onClick={() => columns.move(id, -1)}
            />
            <Button
              appearance="subtle"
              icon={<ArrowDownRegular />}
              disabledFocusable={index === columns.all.length - 1}
              aria-label={intl.formatMessage({ id: 'table.columns.down' }, { column: header })}
              onClick={() => columns.move(id, 1)}
            />
          </li>
        ))}
      </ul>
    </Overlay>
  );
}
