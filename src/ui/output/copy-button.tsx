/** Copies a text to the clipboard and confirms it for a few seconds. */
import { Button, makeStyles } from '@fluentui/react-components';
import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useEffect, useState, type RefObject } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';
import { visuallyHidden } from '../theme/sizes.ts';

const useStyles = makeStyles({ visuallyHidden });

/** Milliseconds for which the button shows "copied". */
const COPIED_MS = 4000;

export interface CopyButtonProps {
  text: string;
  /** The element with the text, selected if the browser denies clipboard access. */
  textRef: RefObject<HTMLElement | null>;
  labels: { copy: MessageId; copied: MessageId };
  isPrimary?: boolean;
  /** Accessible name, where a screen has several of these buttons. */
  label?: string;
}

export function CopyButton({ text, textRef, labels, isPrimary = false, label }: CopyButtonProps) {
  const styles = useStyles();
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copied === null) return undefined;
    const timer = setTimeout(() => setCopied(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const isCopied = copied === text;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      if (textRef.current) getSelection()?.selectAllChildren(textRef.current);
    }
  }
  return (
    <>
      <Button
        appearance={isPrimary ? 'primary' : 'secondary'}
        icon={isCopied ? <CheckmarkRegular /> : <CopyRegular />}
        onClick={() => void copy()}
        {...(label ? { 'aria-label': label } : {})}
      >
        <FormattedMessage id={isCopied ? labels.copied : labels.copy} />
      </Button>
      <span role="status" className={styles.visuallyHidden}>
        {isCopied && <FormattedMessage id={labels.copied} />}
      </span>
    </>
  );
}
