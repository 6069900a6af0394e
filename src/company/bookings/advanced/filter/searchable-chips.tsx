/** Chips for a long list: the selected ones, and the first matches of the search. Enter selects the first match. */
import { SearchBox, makeStyles } from '@fluentui/react-components';
import { useState, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { normalizeText } from '../../../../domain/search-text.ts';
import type { Choice } from '../../../../ui/choices/choice-list.tsx';
import { FilterChips } from '../../../../ui/choices/filter-chips.tsx';
import { type } from '../../../../ui/theme/sizes.ts';

/** Up to this many chips need no search field. */
export const MAX_VISIBLE_CHIPS = 12;

const useStyles = makeStyles({
  all: { display: 'grid', gap: '8px', '& > [role=group]': { flexWrap: 'wrap' } },
  search: { maxWidth: 'none' },
  note: { ...type.note, margin: 0 },
});

export interface SearchableChipsProps {
  label: string;
  choices: readonly Choice[];
  selected: readonly string[];
  onChange(selected: string[]): void;
}

export function SearchableChips({ label, choices, selected, onChange }: SearchableChipsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [text, setText] = useState('');
  const words = normalizeText(text).split(/\s+/);
  const matches = choices.filter(
    (choice) => !selected.includes(choice.value) && words.every((word) => normalizeText(choice.label).includes(word)),
  );
  const visible = matches.slice(0, MAX_VISIBLE_CHIPS);
  const searchLabel = intl.formatMessage({ id: 'advanced.filter.find' }, { field: label, count: choices.length });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || text.trim() === '') return;
    // Prevents the form from being submitted.
    event.preventDefault();
    if (!matches[0]) return;
    setText('');
    onChange([...selected, matches[0].value]);
  }

  return (
    <div className={styles.all}>
      <SearchBox
        className={styles.search}
        aria-label={searchLabel}
        placeholder={searchLabel}
        value={text}
        maxLength={200}
        onChange={(_, data) => setText(data.value)}
        onKeyDown={onKeyDown}
      />
      <FilterChips
        label={label}
        choose="any"
        selected={selected}
        chips={choices.filter((choice) => selected.includes(choice.value) || visible.includes(choice))}
        onChange={onChange}
      />
      <p role="status" className={styles.note}>
        {matches.length > visible.length ? (
          <FormattedMessage id="advanced.filter.more" values={{ count: matches.length - visible.length }} />
        ) : (
          matches.length === 0 && text !== '' && <FormattedMessage id="command.none" />
        )}
      </p>
    </div>
  );
}
