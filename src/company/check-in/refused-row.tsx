/** A deed that was not saved and belongs to nobody on the list: a walk-in, a departing, a recount. */
import { mergeClasses } from '@fluentui/react-components';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import type { RefusedDeed } from '../../domain/attendance.ts';
import { KIND_TEXTS } from './kind-texts.ts';
import { useListStyles } from './list-styles.ts';
import { sameRow, type RowProps } from './row-acts.ts';
import { SettleButton } from './row-parts.tsx';
import { useRowStyles } from './row-styles.ts';

export const RefusedRow = memo(
  function RefusedRow({ deed, active, columns, formats, acts }: RowProps & { deed: RefusedDeed }) {
    const styles = useRowStyles();
    const listStyles = useListStyles();
    const what = useIntl().formatMessage({ id: KIND_TEXTS[deed.kind] });
    const name = deed.name ?? what;
    return (
      <div className={mergeClasses(listStyles.row, listStyles.refused)}>
        <button
          type="button"
          className={mergeClasses(styles.main, listStyles.main)}
          tabIndex={active ? 0 : -1}
          onClick={() => acts.settle(deed)}
          data-part="open"
        >
          <span className={mergeClasses(styles.name, columns && listStyles.nameLine)} data-name>
            {name}
          </span>
          {!columns && (
            <span className={listStyles.detail}>
              {deed.name !== null && <span>{what}</span>}
              <span>{formats.time(deed.occurredAt)}</span>
            </span>
          )}
        </button>
        <SettleButton deed={deed} name={name} acts={acts} active={active} />
      </div>
    );
  },
  (before, after) => before.deed.id === after.deed.id && sameRow(before, after),
);
