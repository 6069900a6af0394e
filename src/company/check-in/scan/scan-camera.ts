/** The one camera stream of the app: phones ask again for each new one, so it is opened once and shared. */

/** Why there is no picture, by what the person can do about it. */
export type CameraProblem = 'insecure' | 'denied' | 'none' | 'busy' | 'failed';

export class CameraError extends Error {
  readonly problem: CameraProblem;
  constructor(problem: CameraProblem) {
    super(`camera: ${problem}`);
    this.problem = problem;
  }
}

const TROUBLE_OF: Record<string, CameraProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

let current: { cameraId: string | null; stream: Promise<MediaStream> } | null = null;

async function open(cameraId: string | null): Promise<MediaStream> {
  // `mediaDevices` is absent where the page is not secure.
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError(window.isSecureContext ? 'none' : 'insecure');
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: {
        ...(cameraId ? { deviceId: { exact: cameraId } } : { facingMode: { ideal: 'environment' } }),
        width: { ideal: 1280 },
        height: { ideal: 720 },
      },
    });
  } catch (error) {
    throw new CameraError(TROUBLE_OF[(error as DOMException).name] ?? 'failed');
  }
}

/** The running stream of the wanted camera (null: the one at the back). Rejects with a `CameraError`. */
export async function openCamera(cameraId: string | null): Promise<MediaStream> {
  if (current?.cameraId !== cameraId) closeCamera();
  const mine = (current ??= { cameraId, stream: open(cameraId) });
  try {
    const stream = await mine.stream;
    // A track that the system ended (a call, another app) does not come back.
    if (stream.getVideoTracks().some((track) => track.readyState === 'live')) return stream;
    if (current === mine) current = null;
    return await openCamera(cameraId);
  } catch (error) {
    if (current === mine) current = null;
    throw error;
  }
}

/** Switches the camera off, also one that is just being opened. */
export function closeCamera(): void {
  const closing = current;
  current = null;
  closing?.stream.then(
    (stream) => stream.getTracks().forEach((track) => track.stop()),
    () => undefined,
  );
}

/** The cameras to choose from; their names are known only once one has been allowed. */
export async function listCameras(): Promise<{ id: string; label: string }[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter((device) => device.kind === 'videoinput' && device.deviceId !== '')
    .map((device) => ({ id: device.deviceId, label: device.label }));
}

type TorchCapabilities = MediaTrackCapabilities & { torch?: boolean };

export function hasTorch(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0];
  return (track?.getCapabilities?.() as TorchCapabilities | undefined)?.torch === true;
}

/** Resolves to whether the lamp obeyed. */
export async function setTorch(stream: MediaStream, on: boolean): Promise<boolean> {
  try {
    await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
    return true;
  } catch {
    return false;
  }
}
