import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { screenShortcuts, type ScreenShortcut } from '../../ui/commands/screen-shortcuts.ts';
import { type, weight } from '../../ui/theme/sizes.ts';

const MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

const EVERYWHERE: readonly ScreenShortcut[] = [
  { keys: [MAC ? '⌘' : 'Ctrl', 'K'], text: 'keys.command' },
  { keys: ['Alt', 'T'], text: 'keys.toasts' },
  { keys: ['Esc'], text: 'keys.close' },
  { keys: ['?'], text: 'keys.help' },
];

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '8px 24px',
    alignItems: 'baseline',
    margin: 0,
  },
  keys: { display: 'flex', gap: '4px', margin: 0 },
  key: {
    minWidth: '28px',
    boxSizing: 'border-box',
    padding: '0 8px',
    textAlign: 'center',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomWidth: '2px',
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: 'inherit',
    ...type.body,
    fontWeight: weight.bold,
  },
  text: { margin: 0 },
});

export function KeyboardShortcutsDialog({ onClose }: { onClose(): void }) {
  const styles = useStyles();
  return (
    <Overlay kind="confirm" title={<FormattedMessage id="keys.title" />} onClose={onClose}>
      <dl className={styles.list}>
        {[...screenShortcuts(), ...EVERYWHERE].map(({ keys, text }) => (
          <div key={text} style={{ display: 'contents' }}>
            <dt className={styles.keys}>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className={styles.text}>
              <FormattedMessage id={text} />
            </dd>
          </div>
        ))}
      </dl>
    </Overlay>
  );
}
