/** Print version of the statistics: each chart with its table. Rendered for printing only. */
import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { FormattedMessage } from 'react-intl';
import { type, weight } from '../../../ui/theme/sizes.ts';
import { usePrintSheet, useIsPrinting } from '../../../ui/output/use-printing.ts';
import type { ChartsProps } from './charts-props.ts';
import { Charts } from './charts.tsx';

const useStyles = makeStyles({
  sheet: { color: '#000000', backgroundColor: '#ffffff', '@media screen': { display: 'none' } },
  title: { ...type.title, margin: '0 0 4px', fontWeight: weight.bold },
  days: { ...type.body, margin: '0 0 16px' },
});

type SheetProps = Omit<ChartsProps, 'isPrint'> & { company: string; asOf: ReactNode };

export function StatisticsSheet(props: SheetProps) {
  return useIsPrinting() ? createPortal(<Sheet {...props} />, document.body) : null;
}

function Sheet({ company, asOf, ...charts }: SheetProps) {
  const styles = useStyles();
  const { figures, formats } = charts;
  usePrintSheet({ isLight: true });
  return (
    <div className={styles.sheet} data-print>
      <h1 className={styles.title}>{company}</h1>
      <p className={styles.days}>
        <FormattedMessage
          id="dashboard.days"
          values={{ from: formats.date(figures.from), to: formats.date(figures.to) }}
        />
      </p>
      {asOf}
      <Charts {...charts} isPrint />
    </div>
  );
}
