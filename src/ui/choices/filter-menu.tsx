/** A filter with more options than fit in a row: a chip that names the selection and opens the list. */
import { mergeClasses } from '@fluentui/react-components';
import { CheckmarkRegular, ChevronDownRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import type { Choice } from './choice-list.tsx';
import { useChipStyles } from './chip-styles.ts';
import { lazyWithPreload } from '../loading/lazy-component.tsx';
import { LazyMenuTrigger } from '../commands/lazy-menu-trigger.tsx';

const ChoiceList = lazyWithPreload(() => import('./choice-list.tsx').then((module) => module.ChoiceList), {
  onLoadError: 'keep',
});

export interface FilterMenuProps {
  /** The name of the filter, for example "Tour". */
  label: string;
  choices: readonly Choice[];
  /** Selected options; if empty, everything is shown. */
  selected: readonly string[];
  onChange(selected: string[]): void;
}

export function FilterMenu({ label, choices, selected, onChange }: FilterMenuProps) {
  const styles = useChipStyles();
  const intl = useIntl();
  const selectedChoices = choices.filter(({ value }) => selected.includes(value));
  const isOn = selected.length > 0;
  const text =
    selectedChoices.length === 1
      ? selectedChoices[0]!.label
      : isOn
        ? intl.formatMessage({ id: 'filter.several' }, { label, count: selected.length })
        : label;
  return (
    <LazyMenuTrigger
      menu={ChoiceList}
      menuProps={{
        choices,
        selected,
        onToggle: (value) =>
          onChange(selected.includes(value) ? selected.filter((item) => item !== value) : [...selected, value]),
      }}
      trigger={
        <button
          type="button"
          className={mergeClasses(styles.chip, isOn && styles.selected)}
          aria-label={text === label ? label : intl.formatMessage({ id: 'filter.chosen' }, { label, chosen: text })}
        >
          {isOn && <CheckmarkRegular aria-hidden />}
          {text}
          <ChevronDownRegular aria-hidden />
        </button>
      }
    />
  );
}
