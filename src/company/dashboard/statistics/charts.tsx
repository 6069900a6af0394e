/** All charts of a period; booking charts only with permission to see bookings. */
import { makeStyles } from '@fluentui/react-components';
import { memo, useDeferredValue } from 'react';
import { AttendanceChart } from './attendance-chart.tsx';
import { BookedChart } from './booked-chart.tsx';
import type { ChartProps, ChartsProps } from './charts-props.ts';
import { OccupancyChart } from './occupancy-chart.tsx';
import { LeadTimeChart } from './lead-time-chart.tsx';
import { WorkloadChart } from './workload-chart.tsx';
import { PeriodStats } from './period-stats.tsx';

const useStyles = makeStyles({
  charts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(420px, 100%), 1fr))',
    gap: '16px',
    '@media print': { display: 'block', '& > *': { marginBottom: '16px' } },
  },
});

export function Charts(props: ChartsProps) {
  const styles = useStyles();
  const { figures, formats, links, isPrint = false } = props;
  // Defers the lower charts until the top ones have painted.
  const later = useDeferredValue(figures);
  return (
    <>
      <PeriodStats {...props} />
      <div className={styles.charts} aria-busy={later !== figures}>
        {figures.booked && <BookedChart {...props} booked={figures.booked} />}
        <ChartsBelow figures={isPrint ? figures : later} formats={formats} links={links} isPrint={isPrint} />
      </div>
    </>
  );
}

const ChartsBelow = memo(function ChartsBelow(props: ChartProps) {
  const { figures } = props;
  return (
    <>
      <OccupancyChart {...props} />
      <AttendanceChart {...props} />
      {figures.booked && <LeadTimeChart {...props} booked={figures.booked} />}
      <WorkloadChart {...props} />
    </>
  );
});
