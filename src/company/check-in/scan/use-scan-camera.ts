/** Runs the camera and decoder while the scanner is open and the page is visible. */
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

/** Whether the camera shows an image or is about to. */
export const isCameraOn = (state: CameraState): state is 'starting' | 'running' =>
  state === 'starting' || state === 'running';

export interface ScanCamera {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  cameras: { id: string; label: string }[];
  /** Camera in use; null before the first image. */
  cameraId: string | null;
  choose(cameraId: string): void;
  /** Null if the camera has no torch. */
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

function usePageVisible(): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const listen = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
  return isVisible;
}

/** Keeps the screen on. The lock is released whenever the page is hidden and has to be requested again. */
function useWakeLock(enabled: boolean): void {
  useEffect(() => {
    if (!enabled || !('wakeLock' in navigator)) return;
    // eslint-disable-next-line compat/compat -- without it the screen goes dark as the system likes
    const lock = navigator.wakeLock.request('screen').catch(() => null);
    return () => void lock.then((sentinel) => sentinel?.release());
  }, [enabled]);
}

/** Keeps which camera to use, also for the next time; null for any. */
function useCameraChoice() {
  const [requestedId, setRequestedId] = useState<string | null>(remembered);
  const choose = useCallback((id: string) => {
    try {
      localStorage.setItem(CHOICE, id);
    } catch {
      // Without storage the choice is kept until the panel closes.
    }
    setRequestedId(id);
  }, []);
  const chooseAny = useCallback(() => setRequestedId(null), []);
  return { requestedId, choose, chooseAny };
}

/** Returns a ref with the latest value, for callbacks that outlive a render. */
function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Calls `onCode` once per code, until it has been out of view for three seconds. */
export function useScanCamera(onCode: (code: string) => void): ScanCamera {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [found, setFound] = useState<Pick<ScanCamera, 'cameras' | 'cameraId'>>({ cameras: [], cameraId: null });
  const { requestedId, choose, chooseAny } = useCameraChoice();
  const [torch, setTorchState] = useState<boolean | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isVisible = usePageVisible();
  const latest = useLatest(onCode);

  useEffect(() => {
    if (!isVisible) return;
    const repeats = createRepeatFilter();
    let ended = false;
    let decoder: Decoder | null = null;
    let stop = () => {};

    const run = async () => {
      const cameraStream = await openCamera(requestedId);
      if (ended || !video.current) return;
      stream.current = cameraStream;
      video.current.srcObject = cameraStream;
      // Rejects if the panel is closed in the meantime.
      await video.current.play().catch(() => undefined);
      const [reader, list] = await Promise.all([createDecoder(), listCameras()]);
      if (ended || !video.current) {
        reader.close();
        return;
      }
      decoder = reader;
      const [track] = cameraStream.getVideoTracks();
      setFound({ cameras: list, cameraId: track?.getSettings().deviceId ?? null });
      setTorchState(hasTorch(cameraStream) ? false : null);
      setState('running');
      track?.addEventListener('ended', () => !ended && setState('busy'));
      stop = startScanLoop(video.current, reader, {
        onCode: (code) => repeats.isNew(code, performance.now()) && latest.current(code),
        onBroken: () => setState('broken'),
      });
    };
    setState('starting');
    run().catch((error: unknown) => {
      if (ended) return;
      const problem = error instanceof CameraError ? error.problem : 'failed';
      // The remembered camera is gone, so use any.
      if (problem === 'none' && requestedId !== null) chooseAny();
      else setState(problem);
    });
    return () => {
      ended = true;
      stop();
      decoder?.close();
      closeCamera();
    };
  }, [requestedId, isVisible, attempt, chooseAny, latest]);

  useWakeLock(isVisible);

  const toggleTorch = useCallback(() => {
    const on = torch === false;
    if (stream.current) void setTorch(stream.current, on).then((obeyed) => obeyed && setTorchState(on));
  }, [torch]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { video, state, ...found, choose, torch, toggleTorch, retry };
}
