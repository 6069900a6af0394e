import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';
import { type } from '../theme/sizes.ts';

const useStyles = makeStyles({
  facts: { ...type.body, display: 'grid', gap: '12px', margin: 0 },
  // Items shrink to their longest word, then wrap.
  inline: {
    display: 'flex',
    flexWrap: 'wrap',
    '& > div': { flex: '1 1 88px' },
    '& dd': { overflowWrap: 'break-word' },
  },
  term: { color: tokens.colorNeutralForeground3 },
  value: { ...type.lead, margin: 0, overflowWrap: 'anywhere' },
});

/** `children` are `DescriptionItem`s; `inline` lays out a few short ones in a row. */
export function DescriptionList({ inline = false, children }: { inline?: boolean; children: ReactNode }) {
  const styles = useStyles();
  return <dl className={mergeClasses(styles.facts, inline && styles.inline)}>{children}</dl>;
}

export function DescriptionItem({ term, children }: { term: MessageId; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div>
      <dt className={styles.term}>
        <FormattedMessage id={term} />
      </dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
