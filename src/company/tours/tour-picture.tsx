/** A tour's picture above its card; its place is there before it comes, and stays where it cannot be had. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { readTourPicture } from '../../data/tours.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';

const useStyles = makeStyles({
  place: {
    position: 'relative',
    flexShrink: 0,
    aspectRatio: '3 / 1',
    margin: '-16px -16px 0 -22px',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  // Out of the flow, so that it fits its place and does not make one.
  picture: { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
});

/** `tag`: of what is in it, so that another picture is asked for anew and the same is not. */
export function TourPicture({ company, tour, tag }: { company: Uuid; tour: Uuid; tag: string }) {
  const styles = useStyles();
  const { data } = useServerQuery({
    key: [company, 'tour-picture', tour, tag],
    fetch: (signal) => readTourPicture(tour, { signal }),
  });
  return (
    <div className={styles.place}>
      {data?.picture && (
        // The title beside it says what it is of.
        <img className={styles.picture} src={`data:image/webp;base64,${data.picture.base64}`} alt="" />
      )}
    </div>
  );
}
