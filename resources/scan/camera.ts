/** The errors of a camera, and its light. */
export type CameraFault = 'denied' | 'none' | 'busy' | 'insecure';

const FAULTS: Record<string, CameraFault> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** Returns whether the browser allows the camera. It does only on https and localhost. */
export const canAsk = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined;

export const faultOf = (error: Error): CameraFault =>
  canAsk() ? (FAULTS[error.name] ?? 'none') : 'insecure';

interface Lamp extends MediaTrackCapabilities {
  torch?: boolean;
}

export const hasLamp = (stream: MediaStream): boolean =>
  stream.getVideoTracks().some((track) => (track.getCapabilities?.() as Lamp | undefined)?.torch === true);

/** Switches the light. A light that does not react is ignored. */
export async function lightLamp(stream: MediaStream, on: boolean): Promise<void> {
  const constraints = { advanced: [{ torch: on } as MediaTrackConstraintSet] };
  for (const track of stream.getVideoTracks())
    await track.applyConstraints(constraints).catch(() => undefined);
}
