/** Signs as they stand: a key, an address, what a program reads or says. Long ones wrap; none scrolls within itself. */
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

/** `label`: its name, where no words around it tell what it is. */
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
