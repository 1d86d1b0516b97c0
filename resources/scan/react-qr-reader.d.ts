/** The types that we use of react-qr-reader 2.2.1, which has no types. */
declare module 'react-qr-reader' {
  import { type ChangeEvent, Component } from 'react';

  export interface ReaderProps {
    delay?: number | false;
    resolution?: number;
    facingMode?: 'user' | 'environment';
    showViewFinder?: boolean;
    /** Whether a chosen picture is read instead of the camera. */
    legacyMode?: boolean;
    onScan(text: string | null): void;
    onError(error: Error): void;
    onLoad?(): void;
    onImageLoad?(): void;
  }

  export default class Reader<More = unknown> extends Component<ReaderProps & More> {
    els: { preview?: HTMLVideoElement | null; canvas?: HTMLCanvasElement | null };
    handleVideo(stream: MediaStream): void;
    handleLoadStart(): void;
    componentWillUnmount(): void;
    check(): void;
    handleInputChange(event: ChangeEvent<HTMLInputElement>): void;
    openImageDialog(): void;
  }
}
