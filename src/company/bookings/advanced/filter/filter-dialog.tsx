/** Editor of the whole filter: nested groups of conditions, combined with all or any. */
import { Button, Select, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, DismissRegular, FilterRegular, GroupRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingFilter } from '../../../../domain/booking-filter.ts';
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../../ui/states/message.tsx';
import { fitsInUrl } from '../use-advanced-url.ts';
import { ConditionRow } from './condition-row.tsx';
import type { FilterChoices } from './filter-choices.ts';
import {
  toFilterDraft,
  emptyCondition,
  emptyGroup,
  isGroup,
  isReadonlyCondition,
  toFilter,
  type FilterDraft,
  type GroupDraft,
} from './filter-draft.ts';
import { ReadonlyConditionRow } from './readonly-condition-row.tsx';

/** Maximum nesting depth of groups. */
const DEEPEST = 2;

const useStyles = makeStyles({
  group: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  inner: {
    padding: '12px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  head: { display: 'flex', gap: '8px', alignItems: 'center' },
  how: { flex: '1 1 0', minWidth: 0 },
  tools: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

export interface FilterDialogProps {
  filter: BookingFilter | null;
  choices: FilterChoices;
  currency: string;
  onApply(filter: BookingFilter | null): void;
  onClose(): void;
}

export function FilterDialog({ filter, choices, currency, onApply, onClose }: FilterDialogProps) {
  const intl = useIntl();
  const money = { currency, locale: intl.locale };
  const [draft, setDraft] = useState(() => toFilterDraft(filter, money));
  const [tried, setTried] = useState(false);
  const read = toFilter(draft, money);
  const isTooMuch = read !== null && !fitsInUrl(read);
  return (
    <FormDialog
      title={<FormattedMessage id="advanced.filter.title" />}
      confirm={<FormattedMessage id="advanced.filter.apply" />}
      icon={<FilterRegular />}
      onClose={onClose}
      onConfirm={() => {
        setTried(true);
        if (read === null || isTooMuch) return Promise.resolve(false);
        onApply(draft.nodes.length === 0 ? null : read);
        return Promise.resolve(true);
      }}
    >
      <Group
        draft={draft}
        depth={0}
        choices={choices}
        money={money}
        tried={tried}
        onChange={(changed) => setDraft(changed)}
      />
      {tried && (read === null || isTooMuch) && (
        <Message state="no">
          <FormattedMessage id={isTooMuch ? 'advanced.filter.tooMuch' : 'advanced.filter.notWhole'} />
        </Message>
      )}
    </FormDialog>
  );
}

interface GroupProps {
  draft: GroupDraft;
  depth: number;
  choices: FilterChoices;
  money: { currency: string; locale: string };
  tried: boolean;
  onChange(draft: GroupDraft): void;
  onRemove?(): void;
}

const OF = ['all', 'any', 'notAll', 'notAny'] as const;

function Group({ draft, depth, choices, money, tried, onChange, onRemove }: GroupProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { of, not, nodes } = draft;
  const put = (index: number, node: FilterDraft | null) =>
    onChange({ ...draft, nodes: node === null ? nodes.toSpliced(index, 1) : nodes.with(index, node) });
  const add = (node: FilterDraft) => onChange({ ...draft, nodes: [...nodes, node] });
  const value = not ? (of === 'all' ? 'notAll' : 'notAny') : of;
  return (
    <div
      role="group"
      aria-label={intl.formatMessage({ id: 'advanced.filter.group' })}
      className={depth === 0 ? styles.group : `${styles.group} ${styles.inner}`}
    >
      <div className={styles.head}>
        <Select
          className={styles.how}
          aria-label={intl.formatMessage({ id: 'advanced.filter.of' })}
          value={value}
          onChange={(_, data) => {
            const chosen = OF.find((one) => one === data.value) ?? 'all';
            onChange({
              ...draft,
              of: chosen === 'all' || chosen === 'notAll' ? 'all' : 'any',
              not: chosen === 'notAll' || chosen === 'notAny',
            });
          }}
        >
          {OF.map((one) => (
            <option key={one} value={one}>
              {intl.formatMessage({ id: `advanced.filter.of.${one}` })}
            </option>
          ))}
        </Select>
        {onRemove && (
          <Button
            appearance="subtle"
            icon={<DismissRegular />}
            aria-label={intl.formatMessage({ id: 'advanced.filter.removeGroup' })}
            onClick={onRemove}
          />
        )}
      </div>
      {nodes.map((node, index) =>
        isGroup(node) ? (
          <Group
            key={node.id}
            draft={node}
            depth={depth + 1}
            choices={choices}
            money={money}
            tried={tried}
            onChange={(changed) => put(index, changed)}
            onRemove={() => put(index, null)}
          />
        ) : isReadonlyCondition(node) ? (
          <ReadonlyConditionRow key={node.id} kept={node.kept} onRemove={() => put(index, null)} />
        ) : (
          <ConditionRow
            key={node.id}
            draft={node}
            number={index + 1}
            choices={choices}
            money={money}
            tried={tried}
            onChange={(changed) => put(index, changed)}
            onRemove={() => put(index, null)}
          />
        ),
      )}
      <div className={styles.tools}>
        <Button icon={<AddRegular />} onClick={() => add(emptyCondition())}>
          <FormattedMessage id="advanced.filter.add" />
        </Button>
        {depth < DEEPEST && (
          <Button
            appearance="subtle"
            icon={<GroupRegular />}
            onClick={() => add({ ...emptyGroup(of === 'all' ? 'any' : 'all'), nodes: [emptyCondition()] })}
          >
            <FormattedMessage id="advanced.filter.addGroup" />
          </Button>
        )}
      </div>
    </div>
  );
}
