/** Verbatim text such as a key, an address or a program's input. Long lines wrap instead of scrolling. */
import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode, Ref } from 'react';
import { type } from '../theme/sizes.ts';

const useStyles = makeStyles({
  code: {
    ...type.body,
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

/** `label` is its accessible name where the surrounding text doesn't give one. */
export function CodeBlock({
  children,
  label,
  ref,
}: {
  children: ReactNode;
  label?: string;
  ref?: Ref<HTMLPreElement>;
}) {
  return (
    <pre ref={ref} className={useStyles().code} {...(label ? { role: 'region', 'aria-label': label } : {})}>
      <code>{children}</code>
    </pre>
  );
}
