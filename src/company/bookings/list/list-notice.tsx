import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { gutter } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({ notice: { padding: `0 ${gutter} 12px` } });

/** A notice above the list. */
export function ListNotice({ children }: { children: ReactNode }) {
  return <div className={useStyles().notice}>{children}</div>;
}
