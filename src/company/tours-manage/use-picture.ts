import { deleteTourPicture, readTourPicture, setTourPicture } from '../../data/tours.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Problem } from '../../domain/tours.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useMutation } from '../../online/use-mutation.ts';

/** Returns the tour's picture: `src` is null if there is none or it is loading; saving null removes it. */
export function usePicture(company: Uuid, { tour, tag }: { tour: Uuid; tag: string | null }) {
  const query = useServerQuery({
    key: [company, 'tour-picture', tour, tag ?? ''],
    fetch: (signal) => readTourPicture(tour, { signal }),
    enabled: tag !== null,
  });
  const saving = useMutation<string | null, unknown, { status: 'invalid'; problems: Problem[] }>({
    send: (picture) => (picture === null ? deleteTourPicture(tour) : setTourPicture({ tour, picture })),
    invalidates: [[company]],
  });
  const picture = tag === null ? null : query.data?.picture;
  return { src: picture ? `data:image/webp;base64,${picture.base64}` : null, saving };
}
export type PictureState = ReturnType<typeof usePicture>;
