/** Row for a refused action whose booking is not on the list, such as a walk-in or a recount. */
import { mergeClasses } from '@fluentui/react-components';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import type { RefusedAction } from '../../../domain/attendance.ts';
import { ACTION_KIND_TEXTS } from '../../../features/sync/action-kind-texts.ts';
import { useListStyles } from './list-styles.ts';
import { isSameRow, type RowProps } from './row-actions.ts';
import { ResolveButton } from './row-parts.tsx';
import { useRowStyles } from './row-styles.ts';

export const RefusedRow = memo(
  function RefusedRow({ action, active, columns, formats, actions }: RowProps & { action: RefusedAction }) {
    const styles = useRowStyles();
    const listStyles = useListStyles();
    const actionText = useIntl().formatMessage({ id: ACTION_KIND_TEXTS[action.kind] });
    const name = action.name ?? actionText;
    return (
      <div className={mergeClasses(listStyles.row, columns && listStyles.gutterColumns, listStyles.refused)}>
        <button
          type="button"
          className={mergeClasses(styles.nameButton, listStyles.main)}
          tabIndex={active ? 0 : -1}
          onClick={() => actions.resolve(action)}
          data-part="open"
        >
          <span className={mergeClasses(styles.name, columns && listStyles.nameLine)} data-name>
            {name}
          </span>
          {!columns && (
            <span className={listStyles.detail}>
              {action.name !== null && <span>{actionText}</span>}
              <span>{formats.time(action.occurredAt)}</span>
            </span>
          )}
        </button>
        <ResolveButton action={action} name={name} actions={actions} active={active} />
      </div>
    );
  },
  (before, after) => before.action.id === after.action.id && isSameRow(before, after),
);
