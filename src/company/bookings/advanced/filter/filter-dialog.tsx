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
  isEmptyGroup,
  isGroup,
  isReadonlyCondition,
  toFilter,
  type FilterDraft,
  type GroupDraft,
} from './filter-draft.ts';
import { ReadonlyConditionRow } from './readonly-condition-row.tsx';

/** Depth of the innermost groups that can be added; the outermost has 0. Links and views may have deeper ones. */
const MAX_DEPTH = 2;

const useStyles = makeStyles({
  group: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  inner: {
    padding: '12px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  head: { display: 'flex', gap: '8px', alignItems: 'center' },
  operator: { flex: '1 1 0', minWidth: 0 },
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
  const [showsErrors, setShowsErrors] = useState(false);
  const parsed = toFilter(draft, money);
  const isTooLong = parsed !== null && !fitsInUrl(parsed);
  return (
    <FormDialog
      title={<FormattedMessage id="advanced.filter.title" />}
      confirm={<FormattedMessage id="advanced.filter.apply" />}
      icon={<FilterRegular />}
      onClose={onClose}
      onConfirm={() => {
        setShowsErrors(true);
        if (parsed === null || isTooLong) return Promise.resolve(false);
        onApply(isEmptyGroup(draft) ? null : parsed);
        return Promise.resolve(true);
      }}
    >
      <Group
        draft={draft}
        depth={0}
        choices={choices}
        money={money}
        showsErrors={showsErrors}
        onChange={(changed) => setDraft(changed)}
      />
      {showsErrors && (parsed === null || isTooLong) && (
        <Message state="no">
          <FormattedMessage id={isTooLong ? 'advanced.filter.tooMuch' : 'advanced.filter.notWhole'} />
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
  showsErrors: boolean;
  onChange(draft: GroupDraft): void;
  onRemove?(): void;
}

const COMBINATIONS = ['all', 'any', 'notAll', 'notAny'] as const;

function Group({ draft, depth, onChange, onRemove, ...rest }: GroupProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { nodes } = draft;
  const replaceNode = (index: number, node: FilterDraft | null) =>
    onChange({ ...draft, nodes: node === null ? nodes.toSpliced(index, 1) : nodes.with(index, node) });
  return (
    <div
      role="group"
      aria-label={intl.formatMessage({ id: 'advanced.filter.group' })}
      className={depth === 0 ? styles.group : `${styles.group} ${styles.inner}`}
    >
      <div className={styles.head}>
        <CombinationInput draft={draft} onChange={onChange} />
        {onRemove && (
          <Button
            appearance="subtle"
            icon={<DismissRegular />}
            aria-label={intl.formatMessage({ id: 'advanced.filter.removeGroup' })}
            onClick={onRemove}
          />
        )}
      </div>
      {nodes.map((node, index) => {
        const shared = { ...rest, onRemove: () => replaceNode(index, null) };
        const onNodeChange = (changed: FilterDraft) => replaceNode(index, changed);
        if (isGroup(node))
          return <Group key={node.id} {...shared} draft={node} depth={depth + 1} onChange={onNodeChange} />;
        if (isReadonlyCondition(node))
          return <ReadonlyConditionRow key={node.id} condition={node.condition} onRemove={shared.onRemove} />;
        return <ConditionRow key={node.id} {...shared} draft={node} number={index + 1} onChange={onNodeChange} />;
      })}
      <AddButtons
        of={draft.of}
        canAddGroup={depth < MAX_DEPTH}
        onAdd={(node) => onChange({ ...draft, nodes: [...nodes, node] })}
      />
    </div>
  );
}

/** Combines the group's conditions with all or any, or negates them. */
function CombinationInput({ draft, onChange }: Pick<GroupProps, 'draft' | 'onChange'>) {
  const styles = useStyles();
  const intl = useIntl();
  const { of, not } = draft;
  return (
    <Select
      className={styles.operator}
      aria-label={intl.formatMessage({ id: 'advanced.filter.of' })}
      value={not ? (of === 'all' ? 'notAll' : 'notAny') : of}
      onChange={(_, data) => {
        const combination = COMBINATIONS.find((option) => option === data.value) ?? 'all';
        onChange({
          ...draft,
          of: combination === 'all' || combination === 'notAll' ? 'all' : 'any',
          not: combination === 'notAll' || combination === 'notAny',
        });
      }}
    >
      {COMBINATIONS.map((option) => (
        <option key={option} value={option}>
          {intl.formatMessage({ id: `advanced.filter.of.${option}` })}
        </option>
      ))}
    </Select>
  );
}

interface AddButtonsProps extends Pick<GroupDraft, 'of'> {
  /** Whether a group may be added: they nest only to a limited depth. */
  canAddGroup: boolean;
  onAdd(node: FilterDraft): void;
}

function AddButtons({ of, canAddGroup, onAdd }: AddButtonsProps) {
  const styles = useStyles();
  return (
    <div className={styles.tools}>
      <Button icon={<AddRegular />} onClick={() => onAdd(emptyCondition())}>
        <FormattedMessage id="advanced.filter.add" />
      </Button>
      {canAddGroup && (
        <Button
          appearance="subtle"
          icon={<GroupRegular />}
          onClick={() => onAdd({ ...emptyGroup(of === 'all' ? 'any' : 'all'), nodes: [emptyCondition()] })}
        >
          <FormattedMessage id="advanced.filter.addGroup" />
        </Button>
      )}
    </div>
  );
}
