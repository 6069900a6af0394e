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
  /** What is filtered: "Tour". */
  label: string;
  choices: readonly Choice[];
  /** Selected options; if empty, everything is shown. */
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

export function FilterMenu({ label, choices, chosen, onChange }: FilterMenuProps) {
  const styles = useChipStyles();
  const intl = useIntl();
  const named = choices.filter(({ value }) => chosen.includes(value));
  const isOn = chosen.length > 0;
  const text =
    named.length === 1
      ? named[0]!.label
      : isOn
        ? intl.formatMessage({ id: 'filter.several' }, { label, count: chosen.length })
        : label;
  return (
    <LazyMenuTrigger
      menu={ChoiceList}
      given={{
        choices,
        chosen,
        onToggle: (value) =>
          onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]),
      }}
      trigger={
        <button
          type="button"
          className={mergeClasses(styles.chip, isOn && styles.chosen)}
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
