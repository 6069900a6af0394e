import { ColumnTripleEditRegular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { MenuEntry } from '../commands/menu-entry.ts';
import { ColumnsPanel } from './columns-panel.tsx';
import type { Columns } from './use-columns.ts';

/** Returns a menu entry that opens the panel of columns, and the panel while it is open. */
export function useColumnsPanel<Row>(columns: Columns<Row>): { entry: MenuEntry; panel: ReactNode } {
  const intl = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  return {
    entry: {
      label: intl.formatMessage({ id: 'table.columns' }),
      icon: <ColumnTripleEditRegular />,
      onSelect: () => setIsOpen(true),
    },
    panel: isOpen && <ColumnsPanel columns={columns} onClose={() => setIsOpen(false)} />,
  };
}
