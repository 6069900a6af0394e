import { clearTourPicture, readTourPicture, setTourPicture } from '../../data/tours.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Problem } from '../../domain/tours.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { useSave } from '../../online/use-save.ts';

/** The picture of a tour: `src` for an image, null where there is none or it has not come yet; null to `save` takes it away. */
export function usePicture(company: Uuid, { tour, tag }: { tour: Uuid; tag: string | null }) {
  const answer = useAnswer({
    key: [company, 'tour-picture', tour, tag ?? ''],
    ask: (signal) => readTourPicture(tour, { signal }),
    enabled: tag !== null,
  });
  const saving = useSave<string | null, unknown, { status: 'invalid'; problems: Problem[] }>({
    send: (picture) => (picture === null ? clearTourPicture(tour) : setTourPicture({ tour, picture })),
    touches: [[company]],
  });
  const picture = tag === null ? null : answer.data?.picture;
  return { src: picture ? `data:image/webp;base64,${picture.base64}` : null, saving };
}
export type PictureState = ReturnType<typeof usePicture>;
