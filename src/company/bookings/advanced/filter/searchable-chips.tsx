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
  const [typed, setTyped] = useState('');
  const words = normalizeText(typed).split(/\s+/);
  const found = choices.filter(
    (one) => !selected.includes(one.value) && words.every((word) => normalizeText(one.label).includes(word)),
  );
  const seen = found.slice(0, MAX_VISIBLE_CHIPS);
  const search = intl.formatMessage({ id: 'advanced.filter.find' }, { field: label, count: choices.length });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || typed.trim() === '') return;
    // Prevents the form from being submitted.
    event.preventDefault();
    if (!found[0]) return;
    setTyped('');
    onChange([...selected, found[0].value]);
  }

  return (
    <div className={styles.all}>
      <SearchBox
        className={styles.search}
        aria-label={search}
        placeholder={search}
        value={typed}
        maxLength={200}
        onChange={(_, data) => setTyped(data.value)}
        onKeyDown={onKeyDown}
      />
      <FilterChips
        label={label}
        choose="any"
        selected={selected}
        chips={choices.filter((one) => selected.includes(one.value) || seen.includes(one))}
        onChange={onChange}
      />
      <p role="status" className={styles.note}>
        {found.length > seen.length ? (
          <FormattedMessage id="advanced.filter.more" values={{ count: found.length - seen.length }} />
        ) : (
          found.length === 0 && typed !== '' && <FormattedMessage id="command.none" />
        )}
      </p>
    </div>
  );
}
