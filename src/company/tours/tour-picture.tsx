/** Picture of a tour. Its space is reserved before it loads, and stays if it fails. */
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
  // Absolutely positioned, so that the image does not affect the layout.
  picture: { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
});

/** `tag` changes with the picture's content and so busts the cache. */
export function TourPicture({ company, tour, tag }: { company: Uuid; tour: Uuid; tag: string }) {
  const styles = useStyles();
  const { data } = useServerQuery({
    key: [company, 'tour-picture', tour, tag],
    fetch: (signal) => readTourPicture(tour, { signal }),
  });
  return (
    <div className={styles.place}>
      {data?.picture && (
        // Decorative, because the title is next to it.
        <img className={styles.picture} src={`data:image/webp;base64,${data.picture.base64}`} alt="" />
      )}
    </div>
  );
}
