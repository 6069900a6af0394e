/** What a program reads or says, as it stands; all of it, as what is around it scrolls. */
import { makeStyles, tokens } from '@fluentui/react-components';
import type { Ref } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../../i18n/message-id.ts';
import { type } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  code: {
    ...type.note,
    boxSizing: 'border-box',
    width: '100%',
    margin: 0,
    padding: '12px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyMonospace,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
});

export function CodeBlock({ text, label, ref }: { text: string; label: MessageId; ref?: Ref<HTMLPreElement> }) {
  const intl = useIntl();
  return (
    <pre ref={ref} className={useStyles().code} role="region" aria-label={intl.formatMessage({ id: label })}>
      {text}
    </pre>
  );
}
