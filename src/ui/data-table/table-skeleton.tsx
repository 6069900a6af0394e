import { Skeleton, SkeletonItem } from '@fluentui/react-components';
import { useTableStyles } from './table-styles.ts';

export function TableSkeleton({ height }: { height: number }) {
  const styles = useTableStyles();
  return (
    <Skeleton className={styles.skeleton} aria-hidden>
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className={styles.skeletonRow} style={{ height }}>
          <SkeletonItem style={{ width: `${30 + ((row * 17) % 40)}%` }} />
        </div>
      ))}
    </Skeleton>
  );
}
