/** Runs the camera and the reader while the scanner is open and the page is seen. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import {
  CameraError,
  closeCamera,
  hasTorch,
  listCameras,
  openCamera,
  setTorch,
  type CameraProblem,
} from './scan-camera.ts';
import { createDecoder, type Decoder } from './scan-decoder.ts';
import { startScanLoop } from './scan-loop.ts';
import { createRepeatFilter } from './scan-repeats.ts';

export type CameraState = 'starting' | 'running' | 'broken' | CameraProblem;

/** Whether there is a picture, or will be one in a moment. */
export const hasPicture = (state: CameraState): state is 'starting' | 'running' =>
  state === 'starting' || state === 'running';

export interface ScanCamera {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  cameras: { id: string; label: string }[];
  /** The camera in use; null before the first picture. */
  cameraId: string | null;
  choose(cameraId: string): void;
  /** Null: this camera has no lamp. */
  torch: boolean | null;
  toggleTorch(): void;
  retry(): void;
}

const CHOICE = 'muster_camera';

function remembered(): string | null {
  try {
    return localStorage.getItem(CHOICE);
  } catch {
    return null;
  }
}

function useSeen(): boolean {
  const [seen, setSeen] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const listen = () => setSeen(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
  return seen;
}

/** Keeps the screen on. The system lets go whenever the page is hidden, so it is asked anew each time. */
function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    // eslint-disable-next-line compat/compat -- without it the screen goes dark as the system likes
    const lock = navigator.wakeLock.request('screen').catch(() => null);
    return () => void lock.then((held) => held?.release());
  }, [wanted]);
}

/** `onCode` gets each code once, until it has been out of sight for three seconds. */
export function useScanCamera(onCode: (code: string) => void): ScanCamera {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [cameras, setCameras] = useState<ScanCamera['cameras']>([]);
  const [wanted, setWanted] = useState<string | null>(remembered);
  const [cameraId, setCameraId] = useState<string | null>(null);
  const [torch, setTorchState] = useState<boolean | null>(null);
  const [attempt, setAttempt] = useState(0);
  const seen = useSeen();
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });

  useEffect(() => {
    if (!seen) return;
    const repeats = createRepeatFilter();
    let ended = false;
    let decoder: Decoder | null = null;
    let stop = () => {};

    const run = async () => {
      const opened = await openCamera(wanted);
      if (ended || !video.current) return;
      stream.current = opened;
      video.current.srcObject = opened;
      // Rejects when the panel is closed meanwhile; there is nothing left to play then.
      await video.current.play().catch(() => undefined);
      const [reader, list] = await Promise.all([createDecoder(), listCameras()]);
      if (ended || !video.current) {
        reader.close();
        return;
      }
      decoder = reader;
      setCameras(list);
      setCameraId(opened.getVideoTracks()[0]?.getSettings().deviceId ?? null);
      setTorchState(hasTorch(opened) ? false : null);
      setState('running');
      opened.getVideoTracks()[0]?.addEventListener('ended', () => !ended && setState('busy'));
      stop = startScanLoop(video.current, reader, {
        onCode: (code) => repeats.isNew(code, performance.now()) && latest.current(code),
        onBroken: () => setState('broken'),
      });
    };
    setState('starting');
    run().catch((error: unknown) => {
      if (ended) return;
      const trouble = error instanceof CameraError ? error.problem : 'failed';
      // The remembered camera was unplugged: whichever there is will do.
      if (trouble === 'none' && wanted !== null) setWanted(null);
      else setState(trouble);
    });
    return () => {
      ended = true;
      stop();
      decoder?.close();
      closeCamera();
    };
  }, [wanted, seen, attempt]);

  useWakeLock(seen);

  const choose = useCallback((id: string) => {
    try {
      localStorage.setItem(CHOICE, id);
    } catch {
      // Without storage the choice lasts as long as the panel.
    }
    setWanted(id);
  }, []);
  const toggleTorch = useCallback(() => {
    const on = torch === false;
    if (stream.current) void setTorch(stream.current, on).then((obeyed) => obeyed && setTorchState(on));
  }, [torch]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { video, state, cameras, cameraId, choose, torch, toggleTorch, retry };
}
