/** Signs to be copied: a key, or how one asks by it. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { type, unseen } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  box: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start', gap: '8px' },
  code: {
    ...type.body,
    boxSizing: 'border-box',
    width: '100%',
    margin: 0,
    padding: '12px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: tokens.fontFamilyMonospace,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  unseen,
});
/** Milliseconds for which the button says that it has copied. */
const SAID = 4000;

export function CodeBox({ code, label }: { code: string; label?: string }) {
  const styles = useStyles();
  const shown = useRef<HTMLPreElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SAID);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      // Where a browser keeps the clipboard to itself, everything is at least chosen for it.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
    }
  }
  return (
    <div className={styles.box}>
      <pre ref={shown} className={styles.code}>
        <code>{code}</code>
      </pre>
      <Button
        icon={isCopied ? <CheckmarkRegular /> : <CopyRegular />}
        onClick={() => void copy()}
        {...(label ? { 'aria-label': label } : {})}
      >
        <FormattedMessage id={isCopied ? 'apiKeys.copied' : 'apiKeys.copy'} />
      </Button>
      <span role="status" className={styles.unseen}>
        {isCopied && <FormattedMessage id="apiKeys.copied" />}
      </span>
    </div>
  );
}
