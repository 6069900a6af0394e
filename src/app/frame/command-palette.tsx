/** Searchable list of screens and commands, for the keyboard. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { BuildingRegular, DarkThemeRegular, LocalLanguageRegular, SignOutRegular } from '@fluentui/react-icons';
import { useId, useState, type KeyboardEvent, type ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { normalizeText } from '../../domain/search-text.ts';
import { LOCALES, NATIVE_LANGUAGE_NAMES } from '../../lib/locales.ts';
import { switchCompany, companyChoices } from './company-switch/company-choice.ts';
import type { CurrentUser } from '../../session/use-session.ts';
import { COLOUR_MODES } from '../../ui/theme/colour-mode.ts';
import { useLocalPath } from '../../ui/address/local-link.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { screenCommands } from '../../ui/commands/screen-commands.ts';
import { density, touchTarget, type, weight } from '../../ui/theme/sizes.ts';
import type { NavigationItem } from './menu.tsx';
import { MODE_NAMES, usePreferences } from './preferences.ts';

const useStyles = makeStyles({
  input: {
    ...type.lead,
    width: '100%',
    boxSizing: 'border-box',
    minHeight: touchTarget,
    padding: '0 12px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    fontFamily: tokens.fontFamilyBase,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  list: { margin: 0, padding: 0, minHeight: '240px', maxHeight: '50vh', overflowY: 'auto' },
  heading: { ...type.note, padding: '8px 12px 4px', color: tokens.colorNeutralForeground3, fontWeight: weight.bold },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: density.row,
    padding: '0 12px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    '& svg': { flexShrink: 0, fontSize: '20px' },
  },
  active: { backgroundColor: tokens.colorBrandBackground2, color: tokens.colorBrandForeground2 },
  none: { padding: '12px', color: tokens.colorNeutralForeground3 },
});

interface Entry {
  group: 'screens' | 'commands';
  label: string;
  keywords?: string;
  icon?: ReactElement | undefined;
  run(): void;
}

export interface CommandPaletteProps {
  menu: readonly NavigationItem[];
  currentUser: CurrentUser;
  onSignOut(): void;
  onClose(): void;
}

function useEntries({ menu, currentUser, onSignOut }: CommandPaletteProps): Entry[] {
  const intl = useIntl();
  const navigate = useNavigate();
  const localPath = useLocalPath();
  const { menu: preferences, locale, preference } = usePreferences();
  const choose = (name: string, value: string) =>
    preferences.onCheckedValueChange(null, { name, checkedItems: [value] });
  const companies = companyChoices(currentUser).filter(({ id }) => id !== currentUser.company?.id);
  return [
    ...menu.map(({ route, label, icon: Icon }) => ({
      group: 'screens' as const,
      label: intl.formatMessage({ id: label }),
      icon: <Icon />,
      run: () => void navigate(localPath(route.path)),
    })),
    ...screenCommands().map((command) => ({ group: 'commands' as const, ...command })),
    ...companies.map(({ id, name }) => ({
      group: 'commands' as const,
      label: intl.formatMessage({ id: 'frame.company' }, { name }),
      icon: <BuildingRegular />,
      run: () => switchCompany(id),
    })),
    ...LOCALES.filter((option) => option !== locale).map((option) => ({
      group: 'commands' as const,
      label: intl.formatMessage({ id: 'frame.language' }, { name: NATIVE_LANGUAGE_NAMES[option] }),
      icon: <LocalLanguageRegular />,
      run: () => choose('language', option),
    })),
    ...COLOUR_MODES.filter((option) => option !== preference).map((option) => ({
      group: 'commands' as const,
      label: intl.formatMessage({ id: 'frame.colours' }, { name: intl.formatMessage({ id: MODE_NAMES[option] }) }),
      icon: <DarkThemeRegular />,
      run: () => choose('colours', option),
    })),
    {
      group: 'commands',
      label: intl.formatMessage({ id: 'signOut.action' }),
      icon: <SignOutRegular />,
      run: onSignOut,
    },
  ];
}

/** Whether each typed word is the beginning of a word of the entry. */
function matches({ label, keywords = '' }: Entry, query: string): boolean {
  const labelWords = normalizeText(`${label} ${keywords}`).split(/[^\p{L}\p{N}]+/u);
  return normalizeText(query)
    .split(/\s+/)
    .every((queryWord) => labelWords.some((word) => word.startsWith(queryWord)));
}

/** Keeps the active option in view. */
const intoView = (element: HTMLDivElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' });
};

export function CommandPalette(props: CommandPaletteProps) {
  const { onClose } = props;
  const styles = useStyles();
  const intl = useIntl();
  const id = useId();
  const [query, setQuery] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const matchingEntries = useEntries(props).filter((entry) => matches(entry, query.trim()));
  const active = matchingEntries[Math.min(activeIndex, matchingEntries.length - 1)];

  function run(entry: Entry | undefined): void {
    if (!entry) return;
    onClose();
    entry.run();
  }
  function onKeyDown(event: KeyboardEvent): void {
    const to = { ArrowDown: activeIndex + 1, ArrowUp: activeIndex - 1, Home: 0, End: matchingEntries.length - 1 }[
      event.key
    ];
    if (to !== undefined) setActiveIndex((to + matchingEntries.length) % Math.max(1, matchingEntries.length));
    else if (event.key === 'Enter') run(active);
    else return;
    event.preventDefault();
  }

  return (
    <Overlay kind="confirm" title={<FormattedMessage id="command.title" />} onClose={onClose}>
      <div data-first>
        <input
          className={styles.input}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={active && `${id}-${String(matchingEntries.indexOf(active))}`}
          aria-label={intl.formatMessage({ id: 'command.title' })}
          placeholder={intl.formatMessage({ id: 'command.placeholder' })}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActiveIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Results id={id} entries={matchingEntries} active={active} onActivate={setActiveIndex} onRun={run} />
      {matchingEntries.length === 0 && (
        <p role="status" className={styles.none}>
          <FormattedMessage id="command.none" />
        </p>
      )}
    </Overlay>
  );
}

interface ResultsProps {
  /** Prefix of the ids of the list and its options. */
  id: string;
  entries: readonly Entry[];
  active: Entry | undefined;
  onActivate(index: number): void;
  onRun(entry: Entry): void;
}

function Results({ id, entries, active, onActivate, onRun }: ResultsProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={intl.formatMessage({ id: 'command.title' })}
      className={styles.list}
    >
      {entries.map((entry, index) => (
        <div key={`${entry.group} ${entry.label}`} role="presentation">
          {entry.group !== entries[index - 1]?.group && (
            <div role="presentation" className={styles.heading}>
              <FormattedMessage id={entry.group === 'screens' ? 'command.screens' : 'command.commands'} />
            </div>
          )}
          {/* The input keeps the focus and handles the keys. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
          <div
            id={`${id}-${String(index)}`}
            role="option"
            aria-selected={entry === active}
            className={mergeClasses(styles.option, entry === active && styles.active)}
            onPointerMove={() => onActivate(index)}
            onClick={() => onRun(entry)}
            ref={entry === active ? intoView : undefined}
          >
            {entry.icon}
            {entry.label}
          </div>
        </div>
      ))}
    </div>
  );
}
